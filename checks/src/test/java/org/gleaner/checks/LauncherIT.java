package org.gleaner.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.gleaner.cli.verb.LabVerb;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher script: beside an installed jar, and in a source tree whose Maven and Java are small fakes. */
class LauncherIT {
    private static final Path ROOT = Path.of(System.getProperty("gleaner.root", ".."));

    /** Says its process id and its arguments, one per line. */
    private static final String FAKE_JAVA = "echo pid $$; for a in \"$@\"; do printf '<%s>\\n' \"$a\"; done";

    /** Writes down that it ran and makes the jar that it was asked for. */
    private static final String FAKE_MAVEN = """
            echo run >>"$GLEANER_TEST_CALLS"
            for a in "$@"; do
                case $a in
                    -Dgleaner.jar.name=*) name=${a#*=} ;;
                    -Dgleaner.lab.name=*) lab=${a#*=}.jar ;;
                esac
            done
            echo jar >"cli/target/$name"
            echo jar >"lab/target/$lab"
            """;

    @TempDir
    Path temp;

    private Path home = Path.of("unset");
    private Path script = Path.of("unset");
    private Path calls = Path.of("unset");

    @BeforeEach
    void lay_out_the_script() throws IOException {
        home = Files.createDirectories(temp.resolve("a place with blanks"));
        script = Files.copy(ROOT.resolve("gleaner"), home.resolve("gleaner"));
        calls = Files.createFile(temp.resolve("calls"));
        executable("java/bin/java", FAKE_JAVA);
    }

    @Test
    void installed_jar_runs_from_anywhere_through_a_symbolic_link() throws Exception {
        Files.copy(Path.of(System.getProperty("gleaner.jar", "gleaner.jar")), home.resolve("gleaner.jar"));
        Path link = Files.createSymbolicLink(temp.resolve("link"), Path.of("a place with blanks/gleaner"));

        Shell.Result first = new Shell(Path.of("/")).run(link, "--version");
        Shell.Result second = new Shell(Path.of("/")).run(link, "--version");

        assertThat(first.err() + second.err()).isEmpty();
        assertThat(first.exit()).isZero();
        assertThat(first.out()).startsWith("gleaner ").isEqualTo(second.out());
        assertThat(home.resolve("gleaner.jsa")).isNotEmptyFile();
    }

    @Test
    void archive_that_does_not_fit_is_passed_over_in_silence() throws Exception {
        Files.copy(Path.of(System.getProperty("gleaner.jar", "gleaner.jar")), home.resolve("gleaner.jar"));
        Files.writeString(home.resolve("gleaner.jsa"), "not an archive");

        Shell.Result result = new Shell(temp).run(script, "--version");

        assertThat(result.err()).isEmpty();
        assertThat(result.exit()).isZero();
        assertThat(result.out()).startsWith("gleaner ").hasLineCount(1);
    }

    @Test
    void arguments_arrive_unchanged_in_the_process_that_was_started() throws Exception {
        installed();

        Shell.Result result = fakes(temp).run(script, "submit", "a b", "", "*", "x\ny", "$HOME", "--", "-v");

        assertThat(result.out()).startsWith("pid " + result.pid() + "\n");
        assertThat(result.out()).endsWith("<submit>\n<a b>\n<>\n<*>\n<x\ny>\n<$HOME>\n<-->\n<-v>\n");
    }

    @Test
    void long_running_programs_get_the_whole_compiler_and_agents_a_small_heap() throws Exception {
        installed();

        assertThat(fakes(temp).run(script, "agent", "http://x").out()).contains("<-Xms64m>", "<-Xmx512m>");
        for (String verb : List.of("agent", "server")) {
            assertThat(fakes(temp)
                            .with("GLEANER_JAVA_OPTS", "-Xmx48m")
                            .run(script, verb, "x")
                            .out())
                    .as("a smaller heap than the usual first one")
                    .contains("<-Xmx48m>")
                    .doesNotContain("-Xms");
        }
        assertThat(fakes(temp).run(script, "--json", "status").out()).contains("TieredStopAtLevel=1");
        assertThat(fakes(temp).run(script, "server").out()).doesNotContain("TieredStopAtLevel");
        assertThat(fakes(temp).run(script, "simulate", "x").out()).doesNotContain("TieredStopAtLevel");
        Files.writeString(home.resolve("gleaner-lab.jar"), "jar");
        assertThat(fakes(temp).run(script, "bench", "x").out()).doesNotContain("TieredStopAtLevel");
    }

    /** Without it hashing takes six times as long. */
    @Test
    void whoever_hashes_files_has_the_whole_compiler_but_late() throws Exception {
        installed();

        for (String verb : List.of("agent", "submit", "run", "get", "retry", "backup", "restore")) {
            assertThat(fakes(temp).run(script, verb, "x").out())
                    .contains("<-XX:Tier4BackEdgeThreshold=")
                    .doesNotContain("TieredStopAtLevel");
        }
    }

    @Test
    void verbs_of_the_laboratory_and_their_help_run_from_both_jars() throws Exception {
        installed();
        Files.writeString(home.resolve("gleaner-lab.jar"), "jar");
        String both = "<-cp>\n<" + home.resolve("gleaner.jar") + ":" + home.resolve("gleaner-lab.jar")
                + ">\n<org.gleaner.lab.LabMain>\n";

        for (LabVerb verb : LabVerb.values()) {
            String word = verb.word();
            assertThat(fakes(temp).run(script, word, "-x").out()).endsWith(both + "<" + word + ">\n<-x>\n");
            assertThat(fakes(temp).run(script, "help", word).out()).endsWith(both + "<help>\n<" + word + ">\n");
        }
        assertThat(fakes(temp).run(script, "help").out())
                .endsWith("<-cp>\n<" + home.resolve("gleaner.jar") + ">\n<org.gleaner.cli.GleanerMain>\n<help>\n");
    }

    @Test
    void missing_laboratory_is_explained_in_three_lines() throws Exception {
        installed();

        Shell.Result result = fakes(temp).run(script, "bench", "queue");

        assertThat(result.exit()).isEqualTo(70);
        assertThat(result.err())
                .startsWith("gleaner: There is no 'gleaner bench' here.\n")
                .contains("gleaner-lab.jar is missing")
                .hasLineCount(3);
    }

    @Test
    void missing_jar_is_explained_in_three_lines() throws Exception {
        Shell.Result result = fakes(temp).run(script, "status");

        assertThat(result.exit()).isEqualTo(70);
        assertThat(result.out()).isEmpty();
        assertThat(result.err())
                .startsWith("gleaner: There is no program to run.\n")
                .hasLineCount(3);
    }

    @Test
    void two_at_once_build_once() throws Exception {
        sources(FAKE_MAVEN);

        Shell.Started one = fakes(temp).start(script, "status");
        Shell.Started other = fakes(temp).start(script, "status");

        assertThat(one.result().exit()).isZero();
        assertThat(other.result().exit()).isZero();
        assertThat(calls).hasContent("run");
        assertThat(one.result().out()).doesNotContain("building").endsWith("<status>\n");
    }

    @Test
    void newer_source_is_built_and_an_old_one_is_not() throws Exception {
        sources(FAKE_MAVEN);
        fakes(temp).run(script);
        fakes(temp).run(script);
        assertThat(calls).hasContent("run");

        Files.setLastModifiedTime(
                home.resolve("core/src/main/A.java"),
                FileTime.from(Instant.now().plus(Duration.ofMinutes(1))));
        Shell.Result never = fakes(temp).with("GLEANER_BUILD", "never").run(script);
        assertThat(calls).hasContent("run");
        Shell.Result built = fakes(temp).run(script);

        assertThat(calls).hasContent("run\nrun");
        assertThat(never.err()).isEmpty();
        assertThat(built.err()).contains("core/src/main/A.java has changed");
    }

    @Test
    void failed_build_runs_nothing_and_shows_the_errors() throws Exception {
        sources("echo '[ERROR] A.java is wrong'; exit 1");

        Shell.Result result = fakes(temp).run(script, "status");

        assertThat(result.exit()).isEqualTo(70);
        assertThat(result.out()).isEmpty();
        assertThat(result.err()).contains("[ERROR] A.java is wrong", "gleaner: The build failed.");
    }

    private void installed() throws IOException {
        Files.writeString(home.resolve("gleaner.jar"), "jar");
    }

    private void sources(String maven) throws IOException {
        Files.createDirectories(home.resolve(".mvn"));
        Files.writeString(home.resolve("pom.xml"), "");
        Files.createDirectories(home.resolve("cli"));
        Files.writeString(home.resolve("cli/pom.xml"), "");
        Files.createDirectories(home.resolve("core/src/main"));
        Files.writeString(home.resolve("core/src/main/A.java"), "");
        executable("bin/mvn", maven);
    }

    private Shell fakes(Path directory) {
        return new Shell(directory)
                .with("PATH", temp.resolve("bin") + ":" + System.getenv("PATH"))
                .with("GLEANER_JAVA_OPTS", "")
                .with("JAVA_HOME", temp.resolve("java"))
                .with("GLEANER_BUILD", "")
                .with("GLEANER_TEST_CALLS", calls);
    }

    private void executable(String path, String lines) throws IOException {
        Path file = temp.resolve(path);
        Files.createDirectories(file.resolveSibling("."));
        Files.writeString(file, "#!/bin/sh\n" + lines + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
