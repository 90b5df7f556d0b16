package org.gleaner.lab.torture;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.gleaner.lab.fuzz.Progress;
import org.gleaner.protocol.json.Json;
import org.junit.jupiter.api.Test;

/** What people and scripts are told at the end. */
final class TortureReportTest {
    private final ByteArrayOutputStream told = new ByteArrayOutputStream();
    private final Progress progress = new Progress(new PrintStream(told, true, UTF_8), false, Duration.ofMinutes(1));
    private final TortureReport report = new TortureReport(progress, 7, "gleaner torture --seed 7");

    @Test
    void a_run_without_findings_is_good_and_says_what_was_done_and_what_was_not() {
        report.count(Map.of("server killed", 3), Map.of("clocks shifted", "no compiler"), 0);

        assertThat(report.isGood()).isTrue();
        assertThat(printed())
                .contains("during 0 attacks of a user it was checked that another user is answered\n")
                .contains("again: gleaner torture --seed 7\n", "3 faults:\n", "      3  server killed\n")
                .contains("not done: clocks shifted: no compiler\n")
                .endsWith("nothing found\n");
    }

    @Test
    void findings_of_one_kind_are_one_and_are_told_at_once() {
        report.find("a job is lost", "first\u001b[2J");
        report.find("a job is lost", "second");

        assertThat(report.isGood()).isFalse();
        assertThat(told.toString(UTF_8)).contains("a job is lost: first [2J\n", "a job is lost: second\n");
        assertThat(printed())
                .contains("found 2 x: a job is lost\n  first [2J\n  second\n")
                .endsWith("found: 1\n");
    }

    @Test
    void nothing_is_found_any_more_when_all_is_told_to_end() {
        report.hush();
        report.find("a server ended", "it was told to");

        assertThat(report.isGood()).isTrue();
        assertThat(told.toString(UTF_8)).isEmpty();
    }

    @Test
    void the_json_says_the_same_to_scripts() {
        report.find("a job is lost", "first");
        report.count(Map.of("server killed", 3), Map.of("clocks shifted", "no compiler"), 0);
        Evidence.Attack attack = new Evidence.Attack("nodes minted", List.of(), "");
        report.checked(new Evidence(
                List.of(),
                List.of(),
                new TreeSet<>(),
                new TreeSet<>(),
                new Evidence.Left(List.of(), List.of()),
                List.of(attack)));

        assertThat(new String(Json.write(report, TortureReport::writeJson), UTF_8))
                .startsWith("{\"version\":1,\"seed\":7,\"seconds\":")
                .endsWith("\"jobs\":0,\"tasks\":0,\"programs\":0,\"examples\":0,\"attacks\":1,"
                        + "\"good\":false,\"faults\":{\"server killed\":3},"
                        + "\"notDone\":{\"clocks shifted\":\"no compiler\"},"
                        + "\"findings\":[{\"kind\":\"a job is lost\",\"times\":1,\"first\":\"first\"}]}");
    }

    private String printed() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        report.print(new PrintStream(bytes, true, UTF_8));
        return bytes.toString(UTF_8);
    }
}
