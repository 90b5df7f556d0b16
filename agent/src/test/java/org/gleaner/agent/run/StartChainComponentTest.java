package org.gleaner.agent.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gleaner.agent.run.Attempts.shell;
import static org.gleaner.agent.run.Attempts.words;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gleaner.agent.sandbox.Confinement;
import org.gleaner.agent.sandbox.Fence;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.Workplace;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a job says reaches its command, and none of the programs that lead there; in a sandbox and without. */
@Timeout(900)
final class StartChainComponentTest {
    @TempDir
    private Path root;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_library_that_a_job_preloads_is_loaded_by_its_command_alone(boolean sandboxed) throws Exception {
        AttemptReport report = attempts(sandboxed)
                .run(words("true")
                        .at(variables(Map.of(
                                "LD_PRELOAD", "./evil.so",
                                "BASH_ENV", "./evil.sh",
                                "ENV", "./evil.sh",
                                "GCONV_PATH", ".",
                                "LC_ALL", "evil",
                                "PATH", "/usr/bin:/bin:.",
                                "LD_LIBRARY_PATH", "."))));

        assertThat(report.outcome()).as(report.detail()).isEqualTo(Outcome.DONE);
        // The loader complains once for each program that it could not load it for.
        assertThat(report.tail().lines().filter(line -> line.contains("LD_PRELOAD")))
                .hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void variables_arrive_as_they_are_whatever_a_shell_makes_of_their_names(boolean sandboxed) throws Exception {
        Map<String, String> variables = new LinkedHashMap<>();
        for (String name : List.of("IFS", "PS4", "UID", "PPID", "OPTIND", "SHELLOPTS", "BASHOPTS", "_", "LINENO")) {
            variables.put(name, "it's \"$HOME\" `x` \\ ü");
        }
        variables.put("LINES_OF_TEXT", "one\ntwo\n'three'\n");
        variables.put("LARGE", "y".repeat(100_000));
        variables.put("A_1", "=a=b");

        Attempts attempts = attempts(sandboxed);

        AttemptReport report = attempts.run(words("/usr/bin/env", "-0").at(variables(variables)));

        assertThat(report.outcome()).as(report.detail()).isEqualTo(Outcome.DONE);
        List<String> seen = List.of(text(attempts, report).split("\0", -1));
        variables.forEach((name, value) -> assertThat(seen).contains(name + "=" + value));
        assertThat(seen).noneMatch(one -> one.startsWith("OLDPWD="));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void words_arrive_as_they_are_and_the_command_has_no_more_of_us(boolean sandboxed) throws Exception {
        Attempts attempts = attempts(sandboxed);

        AttemptReport words = attempts.run(words("printf", "%s|", "it's", "a\nb", "$x`y`", "-n", "", "ü"));
        AttemptReport around = attempts.run(shell(
                "umask; ls /proc/self/fd | wc -l; readlink /proc/self/fd/0; cat;" + " tr '\\0' ' ' </proc/$$/cmdline"));

        assertThat(text(attempts, words)).isEqualTo("it's|a\nb|$x`y`|-n||ü|");
        // Standard input, output and error, and the directory that is being listed.
        assertThat(text(attempts, around)).startsWith("0022\n4\n/dev/null\n/bin/sh -c umask;");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_command_is_searched_where_it_runs(boolean sandboxed) throws Exception {
        Attempts attempts = attempts(sandboxed);
        InputFile script = attempts.input("run.sh", "#!/bin/sh\necho ran\n".getBytes(StandardCharsets.UTF_8), true);
        InputFile plain = attempts.input("plain", new byte[0], false);
        String inside = sandboxed ? "/task/run.sh" : "./run.sh";
        Path outside = Files.writeString(root.resolve("secret"), "x");

        AttemptReport found = attempts.run(words(inside).in(script));
        AttemptReport missing = attempts.run(words("no-such-command"));
        AttemptReport notExecutable = attempts.run(words("./plain").in(plain));
        AttemptReport directory = attempts.run(words("/usr"));
        AttemptReport hidden = attempts.run(words(outside.toString()));
        AttemptReport ofItsOwn = attempts.run(shell("no-such-command"));

        assertThat(text(attempts, found)).isEqualTo("ran\n");
        assertThat(missing.detail()).isEqualTo("command not found: no-such-command");
        assertThat(notExecutable.detail()).isEqualTo("not executable: ./plain");
        assertThat(directory.detail()).isEqualTo("not executable: /usr");
        assertThat(hidden.detail()).isEqualTo((sandboxed ? "command not found: " : "not executable: ") + outside);
        assertThat(List.of(missing, notExecutable, directory, hidden))
                .extracting(AttemptReport::outcome)
                .containsOnly(Outcome.NOT_STARTABLE);
        assertThat(ofItsOwn.outcome()).isEqualTo(Outcome.EXITED);
        assertThat(ofItsOwn.exitCode()).isEqualTo(127);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_command_with_an_odd_name_that_does_not_exist_is_not_found_either(boolean sandboxed) throws Exception {
        Attempts attempts = attempts(sandboxed);

        for (String name : List.of(
                "no\nsuch\ncommand", "./no\nsuch", "-x\n", "a\\nb\n", "x".repeat(5000), "./" + "x/".repeat(3000))) {
            AttemptReport report = attempts.run(words(name));

            assertThat(report.outcome()).as(name + ": " + report.detail()).isEqualTo(Outcome.NOT_STARTABLE);
            assertThat(report.detail()).startsWith("command not found: ").hasLineCount(1);
        }
    }

    private Attempts attempts(boolean sandboxed) throws Exception {
        Confinement confinement = sandboxed ? SandboxComponentTest.sandboxed(root, Fence.DEFAULT) : Confinement.NONE;
        return new Attempts(root, false, confinement);
    }

    private static Workplace variables(Map<String, String> variables) {
        return new Workplace(variables, null, null, List.of(), false);
    }

    private static String text(Attempts attempts, AttemptReport report) throws IOException {
        ResultFile file = report.stdout();
        assertThat(file).isNotNull();
        String inline = file.inline();
        return inline == null
                ? Files.readString(attempts.results.file(Attempts.ATTEMPT, file.hash()))
                : new String(Base64.getDecoder().decode(inline), StandardCharsets.UTF_8);
    }
}
