package org.gleaner.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What shells complete, asked of those that are installed. */
final class CompletionComponentTest {
    @TempDir
    Path directory;

    private Path script(String shell) throws Exception {
        TestGrid.Result result = TestGrid.typed(
                directory, directory, new TreeMap<>(), InputStream.nullInputStream(), "completion", shell);
        assertThat(result.exit()).as(result.err()).isZero();
        return Files.writeString(directory.resolve("gleaner." + shell), result.out());
    }

    private String said(String... words) throws Exception {
        Process process = new ProcessBuilder(words)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        return said;
    }

    /** What bash offers for the last of these words. */
    private List<String> bash(String line) throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "bash is not installed");
        String asked = "source '" + script("bash") + "'; COMP_WORDS=(" + line
                + "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1));" + " _gleaner; printf '%s\\n' \"${COMPREPLY[@]}\"";
        return said("/bin/bash", "--norc", "-c", asked).lines().toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '=',
            value = {
                "gleaner sub = submit",
                "gleaner submit --arr = --array",
                "gleaner submit --array 1-9 --mem = --memory",
                "gleaner run --keep = --keep-order",
                "gleaner node in = info",
                "gleaner wait la = last",
                "gleaner config set strat = strategy",
                "gleaner help comp = completion",
                "gleaner completion fi = fish",
            })
    void bash_completes_verbs_flags_and_second_words(String line, String offered) throws Exception {
        assertThat(bash(line)).containsExactly(offered);
    }

    @Test
    void bash_leaves_the_words_of_a_command_and_the_values_of_flags_alone() throws Exception {
        assertThat(bash("gleaner run ls --arr")).containsExactly("");
        assertThat(bash("gleaner submit --in --arr")).containsExactly("");
        assertThat(bash("gleaner submit -- --arr")).containsExactly("");
    }

    @Test
    void every_verb_and_flag_is_known_to_every_shell() throws Exception {
        for (String shell : List.of("bash", "zsh", "fish")) {
            String text = Files.readString(script(shell));

            assertThat(text).contains(VerbGroups.names()).contains("keep-order");
        }
        for (String shell : List.of("zsh", "fish")) {
            Path program = Path.of("/usr/bin", shell);
            if (Files.isExecutable(program)) {
                assertThat(said(program.toString(), "-n", script(shell).toString()))
                        .isEmpty();
            }
        }
    }

    @Test
    void the_words_of_slurm_are_translated() {
        TestGrid.Result result =
                TestGrid.typed(directory, directory, new TreeMap<>(), InputStream.nullInputStream(), "slurm");

        assertThat(result.out().lines())
                .anyMatch(line -> line.matches("squeue +gleaner status .*"))
                .anyMatch(line -> line.matches("scontrol hold 7 +gleaner pause 7"))
                .allMatch(line -> line.length() <= 140);
    }
}
