package org.gleaner.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What shells complete, asked of those that are installed. */
final class CompletionComponentTest {
    /** The terminal's own signs may stand before it. */
    private static final Pattern HIT = Pattern.compile("HIT ([\\w:-]+)");

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

    /** What fish offers for the last word, without what it says of each. */
    private List<String> fish(String line) throws Exception {
        String asked = "source " + script("fish") + "; complete -C '" + line + "'";
        return said("/usr/bin/fish", "--no-config", "-c", asked)
                .lines()
                .map(one -> one.replaceFirst("\t.*", ""))
                .toList();
    }

    /** What zsh offers: an inner one, at a terminal of its own, is asked and tells what it would add. */
    private List<String> zsh(String line) throws Exception {
        Path asking = Files.writeString(directory.resolve("asking.zsh"), """
                zmodload zsh/zpty
                zpty inner zsh -f -i
                zpty -w inner "autoload -Uz compinit && compinit -D && source $1"
                zpty -w inner 'compadd() {
                    local -a hits
                    case " ${(j: :)@[1,(i)(-|--)]} " in *" -"(O|A|D)" "*) builtin compadd "$@"; return ;; esac
                    builtin compadd -A hits "$@"
                    print -rl -- "HIT "${^hits}
                    builtin compadd "$@"
                }'
                zpty -w inner 'ask() { zle list-choices; print END-OF""-HITS; }; zle -N ask; bindkey "^T" ask'
                zpty -w inner 'print REA""DY'
                zpty -r -m inner said '*READY*'
                zpty -n -w inner "$2"$'\\x14'
                zpty -r -m inner said '*END-OF-HITS*'
                print -r -- "$said"
                zpty -d inner
                """);
        return said("/usr/bin/zsh", "-f", asking.toString(), script("zsh").toString(), line)
                .lines()
                .map(HIT::matcher)
                .filter(Matcher::find)
                .map(hit -> hit.group(1))
                .toList();
    }

    private List<String> offered(String shell, String line) throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin", shell)), shell + " is not installed");
        return shell.equals("zsh") ? zsh(line) : fish(line);
    }

    @ParameterizedTest
    @ValueSource(strings = {"zsh", "fish"})
    @Timeout(300)
    void zsh_and_fish_complete_verbs_flags_and_second_words(String shell) throws Exception {
        assertThat(offered(shell, "gleaner sub")).containsExactly("submit");
        assertThat(offered(shell, "gleaner submit --array 1-9 --mem")).containsExactly("--memory");
        assertThat(offered(shell, "gleaner node in")).containsExactly("info");
        assertThat(offered(shell, "gleaner wait la")).containsExactly("last");
    }

    @ParameterizedTest
    @ValueSource(strings = {"zsh", "fish"})
    @Timeout(300)
    void zsh_and_fish_leave_the_words_of_a_command_and_the_values_of_flags_alone(String shell) throws Exception {
        assertThat(offered(shell, "gleaner run ls --arr")).isEmpty();
        assertThat(offered(shell, "gleaner submit --in --arr")).isEmpty();
        assertThat(offered(shell, "gleaner submit -- --arr")).isEmpty();
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
