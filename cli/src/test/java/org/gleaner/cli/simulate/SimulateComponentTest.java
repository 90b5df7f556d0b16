package org.gleaner.cli.simulate;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.gleaner.cli.Verbs;
import org.gleaner.core.ahead.Variation;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.attempt.Outputs;
import org.gleaner.core.attempt.TaskRecord;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.CommandLine;
import org.gleaner.core.job.JobLimits;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Requirements;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.node.Capacity;
import org.gleaner.core.node.NodeFacts;
import org.gleaner.core.observer.Stay;
import org.gleaner.protocol.message.PastQuestion;
import org.gleaner.protocol.message.PastResult;
import org.gleaner.server.store.FinishedTask;
import org.gleaner.server.store.SqlStore;
import org.gleaner.server.store.StorePast;
import org.gleaner.terminal.console.Surroundings;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The verbs as people type them, on worlds that are small enough to end at once. */
final class SimulateComponentTest {
    private static final String TINY = """
            <scenario name="tiny">
              <clients>
                <client name="rack" cnt="2" power="5000" zerofp1="100" incfp1="10" fail1="0"
                    zerofp2="100" incfp2="10" fail2="0"/>
                <client name="desk" cnt="3" power="6000" zerofp1="20" incfp1="20" fail1="9"
                    zerofp2="20" incfp2="20" fail2="9"/>
              </clients>
              <simulation>
                <step cnt="30" jobtype="short" jobduration="5" steps="0"/>
                <step cnt="4" jobtype="long" jobduration="40" steps="300"/>
              </simulation>
            </scenario>
            """;

    @TempDir
    private Path folder;

    private record Result(int exit, String out, String err) {}

    @BeforeEach
    void write() throws IOException {
        Files.writeString(folder.resolve("tiny.xml"), TINY);
        Files.writeString(folder.resolve("broken.xml"), TINY.replace("cnt=\"2\"", "cnt=\"two\""));
        Files.writeString(folder.resolve("up.csv"), "host,start_s,end_s\na,0,90000\nb,0,40000\nb,50000,90000\n");
        Files.writeString(
                folder.resolve("jobs.csv"),
                "job,user,submit_s,runtime_s,procs\n1,ann,0,3600,1\n2,bob,10,600,1\n3,ann,4000,7200,1\n");
    }

    @Test
    void a_servers_own_past_is_tried() throws Exception {
        try (SqlStore store = SqlStore.open(folder.resolve("data"))) {
            assertThat(gleaner("simulate", "--from-history", "--data", "data").err())
                    .contains("The history is empty.");
            store.write(past());

            Result beside = gleaner("simulate", "--from-history", "--data", "data", "--seeds", "1", "--json");

            assertThat(beside.err()).isEmpty();
            assertThat(beside.exit()).isZero();
            assertThat(beside.out()).startsWith("{\"version\":1");
        }
        Result none = gleaner("simulate", "--from-history", "--data", "elsewhere");
        assertThat(none.exit()).isEqualTo(2);
        assertThat(none.err().lines()).hasSize(3);
        assertThat(gleaner("simulate", "tiny.xml", "--data", "data").exit()).isEqualTo(2);
    }

    @Test
    void a_past_is_compared_with_one_that_would_have_been_different() throws Exception {
        StorePast past;
        try (SqlStore store = SqlStore.open(folder.resolve("data"))) {
            store.write(past());
            past = StorePast.read(folder.resolve("data"), null, Instant.EPOCH);
        }
        // Sixty tasks of ten minutes each on two slots for two hours: more than they can do.
        FinishedTask one = past.finished().get(0);
        StorePast busy = new StorePast(past.nodes(), past.beliefs(), past.stays(), Collections.nCopies(60, one));
        Map<String, String> rules = Map.of("strategy", "fifo", "redundancy", "off");
        NodeId node = new NodeId(1);
        PastQuestion more = question(rules, List.of(new Variation.Twins(3, List.of(node))), List.of());

        PastResult found = new PastContrast(more, OwnHistory.pair(busy, more)).run((runs, of) -> {});

        assertThat(found.owners()).hasSize(1);
        PastResult.OfTasks ann = found.owners().get(0);
        assertThat(ann.owner().name()).isEqualTo("ann");
        assertThat(ann.tasks()).isEqualTo(60);
        assertThat(ann.then().mean()).isLessThan(ann.now().mean().dividedBy(2));
        assertThat(Objects.requireNonNull(ann.then().last()))
                .isLessThan(ann.now().last());
        PastResult.Range gain = Objects.requireNonNull(ann.gain());
        assertThat(ann.now().mean().minus(ann.then().mean())).isBetween(gain.low(), gain.high());
        assertThat(ann.lastGain()).isNotNull();
        assertThat(found.seenBy(new Caller(new Owner("bob"), false)).owners()).isEmpty();
        assertThat(found.seenBy(new Caller(new Owner("bob"), true)).owners()).hasSize(1);

        PastQuestion same = question(rules, List.of(), List.of());
        assertThat(new PastContrast(same, OwnHistory.pair(busy, same))
                        .run((runs, of) -> {})
                        .gain())
                .isEqualTo(Duration.ZERO);
        PastQuestion none = question(rules, List.of(), List.of(node));
        assertThatThrownBy(() -> OwnHistory.pair(busy, none)).hasMessageContaining("Nothing would have been done.");
        PastQuestion strange = question(rules, List.of(new Variation.Twins(1, List.of(new NodeId(7)))), List.of());
        assertThatThrownBy(() -> OwnHistory.pair(busy, strange)).hasMessageContaining("Nobody can say");
    }

    private static PastQuestion question(Map<String, String> rules, List<Variation.Twins> add, List<NodeId> remove) {
        return new PastQuestion(Instant.EPOCH, Duration.ofMinutes(1), rules, rules, add, remove);
    }

    /** One machine of two slots that was there for two hours and did one task. */
    private static List<GridEvent.Hard> past() {
        Instant start = Instant.parse("2026-03-01T08:00:00Z");
        NodeId node = new NodeId(1);
        AttemptId attempt = AttemptId.of(1, 1, 1);
        MemorySize memory = MemorySize.parse("4G");
        NodeFacts facts = new NodeFacts("pc", "linux", "x64", 4, Duration.ofMillis(300), "0.1.0");
        JobSpec spec = new JobSpec(
                "one",
                "sim.py",
                new CommandLine.Words(List.of("sim.py")),
                new ArrayShape.Single(),
                List.of(),
                List.of(),
                Requirements.ONE_CORE,
                JobLimits.DEFAULT);
        AttemptReport.Usage usage = new AttemptReport.Usage(Duration.ofMinutes(10), Duration.ofMinutes(9), memory);
        AttemptReport report = new AttemptReport(attempt, Outcome.DONE, 0, "", usage, Outputs.NONE, null, null, "");
        return List.of(
                new GridEvent.NodeIntroduced(node, 1, facts, new Capacity(2, memory), start, Stay.UNKNOWN, null),
                new GridEvent.JobSubmitted(new JobId(1), new Owner("ann"), start, spec, List.of(), null),
                new GridEvent.AttemptAssigned(attempt, node, 0, start),
                new GridEvent.AttemptEnded(report, node, start, TaskState.DONE, TaskRecord.UNTRIED),
                new GridEvent.StayEnded(node, start, start.plus(Duration.ofHours(2))));
    }

    @Test
    void a_scenario_is_tried_with_every_combination() {
        Result result = gleaner(
                "simulate",
                "tiny.xml",
                "--strategies",
                "balanced,fifo",
                "--redundancy",
                "off,plain",
                "--seeds",
                "3",
                "--json");

        assertThat(result.err()).isEmpty();
        assertThat(result.exit()).isZero();
        assertThat(result.out().lines()).hasSize(1);
        assertThat(result.out())
                .startsWith("{\"version\":1,\"scenario\":\"tiny\",\"unit\":\"minute\",\"seeds\":3,\"from_seed\":1,")
                .containsSubsequence(
                        "\"strategy\":\"balanced\",\"redundancy\":\"off\"",
                        "\"strategy\":\"fifo\",\"redundancy\":\"off\"",
                        "\"strategy\":\"balanced\",\"redundancy\":\"plain\"",
                        "\"strategy\":\"fifo\",\"redundancy\":\"plain\"",
                        "\"pairs\":[");
    }

    @Test
    void the_same_seeds_give_the_same_bytes_on_any_number_of_threads() throws IOException {
        List<String> all = List.of("a.csv", "a.svg", "a.html");
        Result one = gleaner(
                "simulate",
                "tiny.xml",
                "--seeds",
                "4",
                "--threads",
                "1",
                "--csv",
                "a.csv",
                "--plot",
                "a.svg",
                "--html",
                "a.html",
                "--json");
        List<byte[]> first = contents(all);
        Result many = gleaner(
                "simulate",
                "tiny.xml",
                "--seeds",
                "4",
                "--threads",
                "7",
                "--csv",
                "a.csv",
                "--plot",
                "a.svg",
                "--html",
                "a.html",
                "--json");
        List<byte[]> second = contents(all);

        assertThat(one.exit()).isZero();
        assertThat(many.out()).isEqualTo(one.out());
        for (int i = 0; i < first.size(); i++) {
            assertThat(second.get(i)).as(all.get(i)).isEqualTo(first.get(i));
        }
        assertThat(new String(second.get(2), UTF_8)).contains("gleaner simulate tiny.xml --seeds 4<");
        assertThat(names()).doesNotContain("a.csv.part", "a.svg.part", "a.html.part");
    }

    @Test
    void a_seed_is_the_same_world_wherever_the_seeds_begin() {
        Result several =
                gleaner("simulate", "tiny.xml", "--seeds", "3", "--strategies", "balanced", "--csv", "all.csv");
        Result alone = gleaner(
                "simulate",
                "tiny.xml",
                "--seeds",
                "1",
                "--from-seed",
                "3",
                "--strategies",
                "balanced",
                "--csv",
                "one.csv");

        assertThat(several.exit() + alone.exit()).isZero();
        assertThat(lines("all.csv")).containsAll(lines("one.csv"));
    }

    @Test
    void a_trace_and_a_workload_make_a_scenario_too() {
        Result bag = gleaner("simulate", "--trace", "up.csv", "--workload", "jobs.csv", "--bag", "--seeds", "1");
        Result load = gleaner(
                "simulate",
                "--trace",
                "up.csv",
                "--workload",
                "jobs.csv",
                "--load",
                "0.5",
                "--watch",
                "1h",
                "--seeds",
                "1",
                "--html",
                "x.html");

        assertThat(bag.err() + load.err()).isEmpty();
        assertThat(bag.out()).startsWith("up + jobs: 1 seed, times in hours\nbounds: capacity ");
        assertThat(load.exit()).isZero();
        assertThat(lines("x.html")).contains("<!DOCTYPE html>");
    }

    @Test
    void settings_of_the_server_can_be_tried() {
        Result result = gleaner(
                "simulate", "tiny.xml", "--strategies", "mixed", "--set", "fairlevel=0.5", "--seeds", "1", "--json");

        assertThat(result.out()).contains("\"settings\":{\"fairlevel\":\"0.5\"}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "simulate | There is no scenario",
                "simulate tiny.xml --trace up.csv | exclude each other",
                "simulate none.xml | does not exist",
                "simulate broken.xml | line 4: the attribute cnt",
                "simulate tiny.xml --strategies balanced,fastest | no strategy 'fastest'",
                "simulate tiny.xml --strategies balanced, | no strategy ''",
                "simulate tiny.xml --redundancy some | no redundancy 'some'",
                "simulate tiny.xml --seeds 0 | not a whole number from 1",
                "simulate tiny.xml --seeds 10001 | The maximum is 10000",
                "simulate tiny.xml --threads none | not a whole number from 1",
                "simulate tiny.xml --spread 1.5 | not a number from 0.0 to 0.999",
                "simulate tiny.xml --spread NaN | not a number",
                "simulate tiny.xml --reboot 5-1 | from least to most",
                "simulate tiny.xml --reboot soon | not written as 1-5",
                "simulate tiny.xml --timeout -1 | not a whole number from 0",
                "simulate tiny.xml --set fairlevel=2 | not a number from 0 to 1",
                "simulate tiny.xml --set colour=red | No such setting",
                "simulate tiny.xml --set fairlevel | not of the form NAME=VALUE",
                "simulate tiny.xml --set strategy=fifo | --strategies",
                "simulate tiny.xml --bag | requires --trace",
                "simulate tiny.xml --sqlite 2 | requires --faults",
                "simulate tiny.xml --faults | takes no file",
                "simulate --faults --json | can't be combined with --faults",
                "simulate --trace up.csv | requires --workload",
                "simulate --trace up.csv --workload none.swf | does not exist",
                "simulate --trace jobs.csv --workload jobs.csv | jobs.csv",
                "simulate --trace up.csv --workload jobs.csv --bag --load 0.5 | everything comes at once",
                "simulate --trace up.csv --workload jobs.csv --load 0 | not a number from",
                "simulate --trace up.csv --workload jobs.csv --watch 100d | can't be watched",
                "simulate tiny.xml --plot no/such/x.svg | does not exist",
                "simulate tiny.xml --html . | is a directory",
                "simulate tiny.xml --plot x --csv ./x | Another flag writes to",
                "simulate tiny.xml --seeds 99999999999 | from 1 to 2147483647",
                "reproduce | needs more arguments",
                "reproduce joschka-fig7 | There are joschka-fig5",
                "reproduce joschka-fig5 --data . | brings its own machines",
                "reproduce joschka-fig5 --load 0.5 | Only golem-arrivals",
                "reproduce joschka-fig5 --real | Only page-fig3 has real problems",
                "reproduce page-fig3 --real | is in gleaner-lab.jar",
                "reproduce golem-bag | requires --data",
                "reproduce golem-bag --data . | There is no golem_a_availability.csv",
            })
    void what_can_not_be_done_is_said_in_three_lines(String words, String part) {
        Result result = gleaner(words.split(" "));

        assertThat(result.exit()).as(result.err()).isEqualTo(2);
        assertThat(result.err().lines()).as(result.err()).hasSize(3).noneMatch(String::isBlank);
        assertThat(result.err()).contains(part);
        assertThat(names()).containsExactly("broken.xml", "jobs.csv", "tiny.xml", "up.csv");
    }

    @Test
    void an_experiment_is_repeated_with_its_picture_and_judged() {
        Result result = gleaner("reproduce", "joschka-fig5", "--seeds", "2");

        assertThat(result.exit()).as(result.err()).isBetween(0, 1);
        assertThat(result.out())
                .contains("The expected effect is ", "makespan of uptime + off = ", " × balanced + off.\n");
        assertThat(names()).contains("joschka-fig5.svg");
    }

    private Result gleaner(String... words) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Surroundings here = new Surroundings(
                folder,
                folder,
                new TreeMap<>(),
                new Surroundings.Streams(
                        InputStream.nullInputStream(),
                        new PrintStream(out, true, UTF_8),
                        new PrintStream(err, true, UTF_8),
                        false,
                        false),
                List.of("gleaner"));
        int exit = Verbs.RUNNER.run(List.of(words), here);
        return new Result(exit, out.toString(UTF_8), err.toString(UTF_8));
    }

    private List<byte[]> contents(List<String> files) throws IOException {
        List<byte[]> contents = new ArrayList<>();
        for (String file : files) {
            contents.add(Files.readAllBytes(folder.resolve(file)));
        }
        return contents;
    }

    private List<String> lines(String file) {
        try {
            return Files.readAllLines(folder.resolve(file));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private List<String> names() {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
