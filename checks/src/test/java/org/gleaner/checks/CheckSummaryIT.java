package org.gleaner.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What ./check says in the end, from reports as Surefire writes them. */
class CheckSummaryIT {
    private static final Path SUMMARY = Path.of(System.getProperty("gleaner.root", ".."), ".ci", "summary.awk")
            .toAbsolutePath();

    @TempDir
    Path temp;

    @Test
    void passed_tests_are_counted_per_kind() throws Exception {
        Shell.Result result = summary(0, """
                <testcase name="a" classname="org.gleaner.core.JobTest" time="1.5"/>
                <testcase name="b" classname="org.gleaner.core.JobTest" time="1,000.5"/>
                <testcase name="c" classname="org.gleaner.checks.LauncherIT" time="2"/>
                """);

        assertThat(result.out()).contains("unit                     2 tests   1002.0 s");
        assertThat(result.out()).contains("end-to-end               1 tests      2.0 s");
        assertThat(result.out()).endsWith("\n3 passed, 0 failed, 0 skipped\n");
        assertThat(result.exit()).isZero();
    }

    @Test
    void failures_and_skips_are_named_with_their_reasons() throws Exception {
        Shell.Result result = summary(0, """
                <testcase name="good" classname="T" time="0"/>
                <testcase name="wrong" classname="T" time="0">
                  <failure message="&#10;expected: &quot;1&quot;&#10; but was: 2" type="X"><![CDATA[X
                ]]></failure>
                  <system-out><![CDATA[
                <testcase name="printed" classname="T" time="0">
                ]]></system-out>
                </testcase>
                <testcase name="broken" classname="T" time="0">
                  <error message="a &amp; b" type="X"/>
                </testcase>
                <testcase name="off" classname="T" time="0">
                  <skipped message="needs a moon"/>
                </testcase>
                <testcase name="assumed" classname="T" time="0">
                  <skipped type="E"><![CDATA[org.opentest4j.TestAbortedException: Assumption failed: no bwrap
                ]]></skipped>
                </testcase>
                """);

        assertThat(result.out()).contains("T.wrong: expected: \"1\" but was: 2\n", "T.broken: a & b\n");
        assertThat(result.out()).contains("T.off: needs a moon\n", "T.assumed: no bwrap\n");
        assertThat(result.out()).endsWith("\n1 passed, 2 failed, 2 skipped\n");
        assertThat(result.exit()).isEqualTo(1);
    }

    @Test
    void phase_that_broke_counts_as_a_failure() throws Exception {
        Shell.Result result = summary(1, "<testcase name=\"a\" classname=\"T\" time=\"0\"/>\n");

        assertThat(result.out()).endsWith("1 passed, 1 failed, 0 skipped\n");
        assertThat(result.exit()).isEqualTo(1);
    }

    @Test
    void no_tests_at_all_are_a_failure() throws Exception {
        Shell.Result result = summary(0, "");

        assertThat(result.out()).isEqualTo("0 passed, 1 failed, 0 skipped\n");
        assertThat(result.exit()).isEqualTo(1);
    }

    private Shell.Result summary(int broken, String cases) throws Exception {
        Path report = temp.resolve("TEST-T.xml");
        Files.writeString(report, "<testsuite>\n" + cases + "</testsuite>\n");
        return new Shell(temp).run("awk", "-v", "broken=" + broken, "-f", SUMMARY, report);
    }
}
