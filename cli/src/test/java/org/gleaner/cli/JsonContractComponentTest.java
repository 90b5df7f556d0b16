package org.gleaner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.awaitility.Awaitility;
import org.gleaner.cli.TestGrid.Result;
import org.gleaner.cli.verb.LabVerb;
import org.gleaner.terminal.argument.Flag;
import org.gleaner.terminal.argument.Syntax;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * What scripts get from {@code --json}, of every verb: one line, version 1, and the names and kinds of values that are
 * written down in {@code json-shapes.golden}. Names may be added there; one that disappears breaks somebody's script.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class JsonContractComponentTest {
    private static final Path GOLDEN =
            Path.of("src", "test", "resources", "org", "gleaner", "cli", "json-shapes.golden");
    /** Behind a line of the golden file: depends on the machine that runs the test. */
    private static final String OPTIONAL = " ?";

    private static final Path PAGE = Path.of("..", "docs", "cli.md");

    /** In this order: some change what later ones show. {@code @NAME} is filled in from what was printed before. */
    private static final List<String> SAMPLES = List.of(
            "version --json",
            "submit --json --array 1-2 --in in.txt --out out.txt cp in.txt out.txt",
            "wait 1 --json",
            "submit --json --dry-run --array 1-2 --no-check --memory 900G true",
            "status 1 --json",
            "status --json",
            "status 1 2 --json",
            "eta 1 --json",
            "eta --record --json",
            "status 1 --tasks --json",
            "get 1 --to res --json",
            "submit --json --max-failures 1 --name broken --memory 10M --stop-after 1 false",
            "wait 2 --json",
            "status 2 --json",
            "why --json",
            "why 2 --json",
            "status 2 --failures --json",
            "history --json",
            "types --json",
            "retry 2 --json",
            "wait 2 --json --timeout 60s",
            "submit --json --cores 64 --priority 3 --time 10m --env A=b --at-most 1 sleep 1",
            "why 3 --json",
            "whatif --add 1 --set 3:priority=5 --job one.toml --futures 2 --json",
            "set 3 priority=4 --json",
            "pause 3 --json",
            "resume 3 --json",
            "block 3 --json",
            "unblock 3 --json",
            "cancel 3 --json",
            "delete 3 --json",
            "join-line --json",
            "open --json",
            "node list --json",
            "node info n1 --json",
            "node pause n1 --json",
            "node drain n1 --json",
            "node resume n1 --json",
            "config get --json",
            "config set strategy fifo --json",
            "stop-all --json",
            "resume-all --json",
            "user add ada --json",
            "user list --json",
            "user remove ada --json",
            "token create --role join --name lab --json",
            "token list --json",
            "token revoke @TOKEN --json",
            "rerun 1.2 --json",
            "submit --json --growing --no-check true",
            "add last east west --json",
            "seal last --json",
            "df --json",
            "audit --json --limit 1",
            "sweep --grace 0s --json",
            "backup copy.zip --json",
            "restore copy.zip --data restored --json",
            "shares --json",
            "strategy --objective flow --json",
            "agent status --json",
            "agent pause 2h --json",
            "agent resume --json",
            "doctor --json",
            "snakemake-profile profile --json",
            "login @URL --token-file @ADMIN --json",
            "logout --json");

    /** Verbs that have no such sample, and why. */
    private static final Map<String, String> WITHOUT = new TreeMap<>(Map.ofEntries(
            Map.entry("server", "runs until it is stopped; logs JSON"),
            Map.entry("run", "prints what its command prints"),
            Map.entry("progress", "draws for a person until the job ends; 'wait --json' is for scripts"),
            Map.entry("logs", "prints what tasks have written"),
            Map.entry("help", "is for people"),
            Map.entry("slurm", "is for people"),
            Map.entry("java", "writes a file, and what to put into another"),
            Map.entry("snakemake", "is for pip and Snakemake"),
            Map.entry("completion", "is for shells"),
            Map.entry("simulate", "may run for minutes; FindingsOutputTest holds its object"),
            Map.entry("reproduce", "runs for minutes; prints the object of simulate")));

    /** But those of the laboratory: the tests of their reports hold what they answer to scripts. */
    private static final List<String> VERBS = VerbGroups.names().stream()
            .filter(name -> LabVerb.named(name) == null)
            .toList();

    private final Map<String, String> fill = new TreeMap<>();
    private TestGrid grid;

    @BeforeAll
    void start(@TempDir Path root) throws Exception {
        grid = new TestGrid(root);
        grid.write("in.txt", "hello");
        grid.write("one.toml", "command = [\"true\"]\nexpect = \"10m\"\n");
        Path server = grid.home().resolve("server");
        fill.put("@ADMIN", server.resolve("admin.token").toString());
        fill.put("@URL", Files.readString(server.resolve("address")).strip());
        // The agent runs each runtime once, beside everything else, and on a busy machine that takes a while.
        Awaitility.await()
                .atMost(Duration.ofMinutes(5))
                .until(() -> grid.gleaner("node", "list", "--json").out().contains("\"runtimes\":["));
    }

    @AfterAll
    void stop() throws Exception {
        grid.stop();
    }

    @Test
    void every_object_has_the_names_and_kinds_that_scripts_rely_on() throws IOException {
        List<String> shapes = new ArrayList<>();
        for (String sample : SAMPLES) {
            if (sample.startsWith("shares")) {
                keepBusy();
            }
            Result result = grid.gleaner(words(sample));
            assertThat(result.exit()).as(sample + ": " + result.err()).isBetween(0, 1);
            assertThat(result.out()).as(sample).startsWith("{\"version\":1").endsWith("}\n");
            assertThat(result.out().lines()).as(sample).hasSize(1);
            shapes.add("gleaner " + sample);
            JsonShape.of(result.out()).forEach(line -> shapes.add("  " + line));
            if (sample.startsWith("agent status")) {
                assertThat(grid.gleaner("cancel", "last").exit()).isZero();
            }
            if (sample.startsWith("token list")) {
                fill.put("@TOKEN", result.out().replaceFirst(".*\"id\":\"([0-9a-f]+)\"[^}]*\"lab\".*\n", "$1"));
            }
        }

        // To take over a wanted change: copy its lines from target/json-shapes.actual into the golden file.
        Files.write(Path.of("target", "json-shapes.actual"), shapes);
        TreeSet<String> expected = inFull(Files.readAllLines(GOLDEN));
        TreeSet<String> seen = inFull(shapes);
        seen.removeIf(line -> expected.remove(line + OPTIONAL));
        expected.removeIf(line -> line.endsWith(OPTIONAL));
        TreeSet<String> missing = new TreeSet<>(expected);
        missing.removeAll(seen);
        seen.removeAll(expected);
        assertThat(missing).as("what scripts rely on and is not there any more").isEmpty();
        assertThat(seen).as("what nobody has written down").isEmpty();
    }

    /** Whatever was rerun before may have ended or not, but this surely runs. */
    private void keepBusy() {
        assertThat(grid.gleaner("submit", "sleep", "1000").exit()).isZero();
        Awaitility.await()
                .atMost(Duration.ofMinutes(5))
                .until(() -> grid.gleaner("agent", "status", "--json").out().contains("\"type\":\"sleep\""));
    }

    /** Each line with the command that it belongs to. */
    private static TreeSet<String> inFull(List<String> lines) {
        TreeSet<String> full = new TreeSet<>();
        String command = "";
        for (String line : lines) {
            command = line.startsWith("  ") ? command : line;
            full.add(line.startsWith("  ") ? command + " =>" + line : line);
        }
        return full;
    }

    @Test
    void every_verb_has_a_sample_or_a_reason() throws Exception {
        TreeSet<String> sampled = new TreeSet<>();
        SAMPLES.forEach(sample -> sampled.add(sample.split(" ", 2)[0]));

        for (String name : VERBS) {
            Syntax syntax = Verbs.named(name).syntax();
            assertThat(sampled.contains(name)).as(name).isNotEqualTo(WITHOUT.containsKey(name));
            assertThat(syntax.flags().contains(Flag.JSON) || WITHOUT.containsKey(name))
                    .as(name + " answers scripts")
                    .isTrue();
            for (String word : WITHOUT.containsKey(name) ? List.<String>of() : secondWords(syntax)) {
                assertThat(SAMPLES)
                        .as(name + " " + word)
                        .anyMatch(sample -> sample.startsWith(name + " " + word + " "));
            }
        }
    }

    @Test
    void every_verb_is_on_the_page() throws IOException {
        String page = Files.readString(PAGE);

        for (String name : VerbGroups.names()) {
            assertThat(page).as(name).containsPattern("`(gleaner )?" + name + "\\b");
        }
    }

    @Test
    void bad_usage_and_refusals_are_told_as_problems() throws Exception {
        for (String name : VERBS) {
            if (!Verbs.named(name).syntax().flags().contains(Flag.JSON)) {
                continue;
            }
            Result result = grid.gleaner(name, "--json", "--no-such-flag");
            assertThat(result.exit()).as(name).isEqualTo(2);
            assertThat(result.err().lines()).as(name).hasSize(3);
            assertThat(JsonShape.of(result.out()))
                    .as(name)
                    .containsExactly("detail text", "remedy text", "title text", "type text");
        }
        Result unknown = grid.gleaner("status", "999", "--json");
        assertThat(unknown.exit()).isEqualTo(3);
        assertThat(JsonShape.of(unknown.out()))
                .contains("detail text", "remedy text", "status number", "title text", "type text");
    }

    /** Of verbs such as {@code node list | info NODE}; those that start or end a service have tests of their own. */
    private static List<String> secondWords(Syntax syntax) {
        List<String> words = new ArrayList<>();
        if (syntax.operands().written().contains(" | ")) {
            for (String form : syntax.operands().written().split(" \\| ", -1)) {
                String word = form.split(" ", 2)[0];
                if (word.matches("[a-z]+")
                        && !List.of("install", "uninstall", "forget").contains(word)) {
                    words.add(word);
                }
            }
        }
        return words;
    }

    private String[] words(String sample) {
        String[] words = sample.split(" ", -1);
        for (int i = 0; i < words.length; i++) {
            words[i] = fill.getOrDefault(words[i], words[i]);
        }
        return words;
    }
}
