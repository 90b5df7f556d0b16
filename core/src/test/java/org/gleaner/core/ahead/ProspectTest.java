package org.gleaner.core.ahead;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.AttemptReport.Usage;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.attempt.Outputs;
import org.gleaner.core.grid.Address;
import org.gleaner.core.grid.AddressedReply;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Selector;
import org.gleaner.core.grid.StoredGrid;
import org.gleaner.core.grid.Verb;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.CommandLine;
import org.gleaner.core.job.JobLimits;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.Predecessor;
import org.gleaner.core.job.Requirements;
import org.gleaner.core.job.Turn;
import org.gleaner.core.message.CommitCall;
import org.gleaner.core.message.Introduced;
import org.gleaner.core.message.Introduction;
import org.gleaner.core.message.Start;
import org.gleaner.core.message.SyncReport;
import org.gleaner.core.node.Capacity;
import org.gleaner.core.node.NodeFacts;
import org.gleaner.core.observer.Stay;
import org.gleaner.core.step.Execution;
import org.gleaner.core.step.GridState;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Four machines that hardly ever leave, and tasks of ten minutes: everybody can tell when they are through. */
final class ProspectTest implements Execution.Listener {
    private static final Caller ADA = new Caller(new Owner("ada"), false);
    private static final int MACHINES = 4;
    private static final double TASK = 10;

    private final GridState state = GridState.from(
            StoredGrid.empty(new TreeMap<>(
                    Map.of("strategy", "fifo", "redundancy", "off", "collect-time", "0ms", "chunk-tasks", "1"))),
            Instant.parse("2026-03-01T08:00:00Z"));
    private final Execution execution = new Execution(new SplittableRandom(1), this);
    private Instant now = Instant.parse("2026-03-01T08:00:00Z");
    private @Nullable Reply answer;
    private int sequence;

    /** The machines have been there for months, and a hundred tasks of each type were done. */
    private void begin(String... types) {
        Introduced[] nodes = new Introduced[MACHINES];
        for (int i = 0; i < MACHINES; i++) {
            NodeFacts facts = new NodeFacts("m" + i, "linux", "x64", 1, Duration.ofSeconds(1), "test");
            Capacity capacity = new Capacity(1, MemorySize.parse("8G"));
            Stay stay = new Stay("long", Duration.ofDays(300));
            nodes[i] = ask(
                            new Command.Introduce(null, new Introduction(facts, capacity, List.of(), stay), null),
                            Reply.Introduced.class)
                    .content();
        }
        for (String type : types) {
            submit(type, 100, Turn.USUAL);
            for (int i = 0; i < 25; i++) {
                Map<Introduced, List<Start>> given = new LinkedHashMap<>();
                for (Introduced node : nodes) {
                    given.put(node, sync(node));
                }
                now = now.plus(Duration.ofMinutes((long) TASK));
                given.forEach(this::ran);
            }
        }
        for (Introduced node : nodes) {
            sync(node);
        }
    }

    private void ran(Introduced node, List<Start> starts) {
        Duration ran = Duration.ofMinutes((long) TASK);
        for (Start start : starts) {
            AttemptReport report = new AttemptReport(
                    start.attempt(),
                    Outcome.DONE,
                    0,
                    "",
                    new Usage(ran, ran, MemorySize.ZERO),
                    Outputs.NONE,
                    null,
                    null,
                    "");
            ask(
                    new Command.Commit(
                            node.node(), new CommitCall(node.incarnation(), List.of(report), false), List.of()),
                    Reply.Committed.class);
        }
    }

    private List<Start> sync(Introduced node) {
        SyncReport report = new SyncReport(
                node.incarnation(),
                ++sequence,
                List.of(),
                new Capacity(1, MemorySize.parse("8G")),
                0,
                Duration.ofMillis(1));
        answer = null;
        execution.run(state, new Address(1), new Command.Sync(node.node(), report), now);
        return answer instanceof Reply.Ordered ordered ? ordered.content().start() : List.of();
    }

    private JobId submit(String type, int tasks, Turn turn) {
        return submit(type, tasks, turn, JobLimits.DEFAULT);
    }

    private JobId submit(String type, int tasks, Turn turn, JobLimits limits) {
        JobSpec spec = new JobSpec(
                        type,
                        type,
                        new CommandLine.Words(List.of("true")),
                        new ArrayShape.Range(1, tasks, 1),
                        List.of(),
                        List.of(),
                        Requirements.ONE_CORE,
                        limits)
                .withTurn(turn);
        return ask(new Command.Submit(ADA, spec, List.of(), null, List.of()), Reply.Submitted.class)
                .job();
    }

    private <T extends Reply> T ask(Command command, Class<T> kind) {
        answer = null;
        execution.run(state, new Address(1), command, now);
        return kind.cast(Objects.requireNonNull(answer));
    }

    private Prospect look(int futures) {
        Sketch sketch = new Sketch();
        do {
            sketch.take(state.imaging().next(0, now));
        } while (sketch.isBehind());
        Prospect prospect = new Prospect(sketch, now, Duration.ofMinutes(1), Map.of(), 1, SplittableRandom::new);
        for (int i = 0; i < futures; i++) {
            prospect.look();
        }
        return prospect;
    }

    private double minutes(@Nullable Instant then) {
        return Duration.between(now, Objects.requireNonNull(then)).toMillis() / 60_000.0;
    }

    @Test
    void a_queue_that_everybody_can_work_out_is_foreseen() {
        begin("sim");
        JobId first = submit("sim", 40, Turn.USUAL);
        JobId second = submit("sim", 40, Turn.USUAL);

        Prospect prospect = look(9);

        Forecast one = prospect.of(first).orElseThrow();
        Forecast other = prospect.of(second).orElseThrow();
        assertThat(minutes(one.finish().p50())).isBetween(95.0, 112.0);
        assertThat(minutes(other.finish().p50())).isBetween(190.0, 215.0);
        assertThat(minutes(Objects.requireNonNull(other.start()).p50())).isBetween(85.0, 112.0);
        assertThat(other.finish().p10()).isBeforeOrEqualTo(other.finish().p50());
        assertThat(other.finish().p50()).isBeforeOrEqualTo(other.finish().p90());
    }

    @Test
    void that_one_task_stands_for_many_changes_neither_the_end_of_an_array_nor_those_of_many_jobs() {
        begin("sim", "other");
        JobId array = submit("sim", 60_000, Turn.USUAL);
        JobId last = array;
        JobId middle = array;
        for (int i = 0; i < 9_000; i++) {
            last = submit("other", 1, Turn.USUAL);
            middle = i == 4_500 ? last : middle;
        }

        Prospect prospect = look(1);

        double all = 69_000 * TASK / MACHINES;
        assertThat(minutes(prospect.of(last).orElseThrow().finish().p50())).isBetween(0.97 * all, 1.04 * all);
        double before = 60_000 * TASK / MACHINES;
        assertThat(minutes(prospect.of(array).orElseThrow().finish().p50())).isBetween(0.97 * before, 1.04 * before);
        double half = 64_500 * TASK / MACHINES;
        assertThat(minutes(prospect.of(middle).orElseThrow().finish().p50())).isBetween(0.97 * half, 1.04 * half);
    }

    @Test
    void however_long_the_queue_is_a_look_starts_a_bounded_number_of_tasks() {
        begin("sim");
        submit("sim", 150_000, Turn.USUAL);
        Sketch sketch = new Sketch();
        sketch.take(state.imaging().next(0, now));

        int starts = new Prospect(sketch, now, Duration.ofMinutes(1), Map.of(), 1, SplittableRandom::new).look();

        assertThat(starts).isBetween(1_000, 2 * Thinning.FEWEST_STARTS);
    }

    /** Somebody keeps a sketch and sees it. */
    private void follow(Sketch sketch) {
        now = now.plusSeconds(10);
        sketch.take(state.imaging().next(0, now));
    }

    /** It comes for some seconds, and leaves. */
    private Introduced flap(@Nullable Introduced before, int time, Sketch sketch) {
        NodeFacts facts = new NodeFacts("flap", "linux", "x64", 1, Duration.ofSeconds(1), "test");
        Capacity capacity = new Capacity(1, MemorySize.parse("8G"));
        Stay stay = new Stay("stay" + time, Duration.ZERO);
        Introduced node = ask(
                        new Command.Introduce(
                                before == null ? null : before.node(),
                                new Introduction(facts, capacity, List.of(), stay),
                                null),
                        Reply.Introduced.class)
                .content();
        sync(node);
        follow(sketch);
        SyncReport last = new SyncReport(
                node.incarnation(), ++sequence, List.of(), capacity, 0, Duration.ofMillis(1), true, null);
        execution.run(state, new Address(1), new Command.Sync(node.node(), last), now);
        return node;
    }

    @Test
    void a_task_of_weeks_on_machines_that_stay_for_moments_is_given_up_and_does_not_keep_anybody_busy() {
        JobLimits weeks = new JobLimits(null, 3, 20, 0, false, 0, 20, Duration.ofDays(20), null);
        Sketch sketch = new Sketch();
        Introduced node = null;
        for (int time = 0; time < 40; time++) {
            node = flap(node, time, sketch);
            follow(sketch);
            if (time == 30) {
                submit("weeks", 4, Turn.USUAL, weeks);
            }
        }

        Prospect prospect = new Prospect(sketch, now, Duration.ofMinutes(1), Map.of(), 1, SplittableRandom::new);

        assertThat(prospect.look()).isBetween(1_000, 100_000);
        assertThat(prospect.of(new JobId(1)).orElseThrow().finish().p50()).isNull();
    }

    @Test
    void of_jobs_that_one_stands_for_the_older_are_done_first() {
        begin("sim");
        List<JobId> jobs = new ArrayList<>();
        for (int i = 0; i < 9_000; i++) {
            jobs.add(submit("sim", 1, Turn.USUAL));
        }

        Prospect prospect = look(1);

        for (int i = 999; i < 9_000; i += 1_000) {
            double expected = (i + 1) * TASK / MACHINES;
            double said =
                    minutes(prospect.of(jobs.get(i)).orElseThrow().finish().p50());
            assertThat(said).isBetween(0.9 * expected, 1.1 * expected + 30);
        }
    }

    @Test
    void many_jobs_that_have_nothing_in_common_cost_no_more_starts_than_others() {
        begin("sim");
        JobId last = submit("sim", 1, Turn.USUAL);
        for (int i = 0; i < 5_000; i++) {
            last = submit("own-" + i, 1, Turn.USUAL);
        }
        Sketch sketch = new Sketch();
        do {
            sketch.take(state.imaging().next(0, now));
        } while (sketch.isBehind());
        Prospect prospect = new Prospect(sketch, now, Duration.ofMinutes(1), Map.of(), 1, SplittableRandom::new);

        int starts = prospect.look();

        assertThat(starts).isLessThan(2 * Thinning.FEWEST_STARTS);
        assertThat(new Thinning(sketch, Thinning.most(MACHINES)).parts()).hasSizeLessThan(2 * LikeJobs.MOST_KINDS);
        assertThat(prospect.of(last).orElseThrow().finish().p50()).isNotNull();
    }

    @Test
    void rows_of_jobs_that_wait_for_each_other_take_as_long_as_one_after_the_other() {
        begin("sim");
        JobId first = submit("sim", 1, Turn.USUAL);
        JobId last = first;
        for (int i = 1; i < 2_500; i++) {
            last = submit("sim", 2, after(last));
        }

        Prospect prospect = look(1);

        // Two at a time, though there are four machines.
        double all = 2_500 * TASK;
        assertThat(minutes(prospect.of(last).orElseThrow().finish().p50())).isBetween(0.95 * all, 1.1 * all);
        assertThat(minutes(prospect.of(first).orElseThrow().finish().p50())).isLessThan(0.02 * all);
    }

    private static Turn after(JobId job) {
        return new Turn(0, 1, List.of(new Predecessor(job, new Ordinals(List.of()), false)), null, false);
    }

    @Test
    void what_an_owner_says_counts_though_all_other_work_is_far_shorter() {
        begin("sim");
        JobLimits said = new JobLimits(null, 3, 20, 0, false, 0, 20, Duration.ofHours(8), null);

        JobId job = submit("unseen", 4, Turn.USUAL, said);

        assertThat(minutes(look(9).of(job).orElseThrow().finish().p50())).isGreaterThan(5 * 60);
    }

    @Test
    void a_job_that_waits_for_another_starts_when_that_one_is_done() {
        begin("sim");
        JobId first = submit("sim", 40, Turn.USUAL);
        Predecessor after = new Predecessor(first, new Ordinals(List.of()), false);
        JobId second = submit("sim", 4, new Turn(0, 1, List.of(after), null, false));

        Prospect prospect = look(5);

        Instant done = prospect.of(first).orElseThrow().finish().p50();
        Forecast then = prospect.of(second).orElseThrow();
        assertThat(Objects.requireNonNull(then.start()).p50()).isAfterOrEqualTo(done);
        assertThat(minutes(then.finish().p50())).isBetween(105.0, 130.0);
    }

    @Test
    void of_a_job_that_is_paused_nobody_says_when_it_is_done() {
        begin("sim");
        JobId job = submit("sim", 8, Turn.USUAL);
        ask(
                new Command.ChangeJobs(ADA, Verb.PAUSE, Selector.parse(job.toString()), List.of(), null),
                Reply.Changed.class);

        Forecast forecast = look(3).of(job).orElseThrow();

        assertThat(forecast.finish().p50()).isNull();
        assertThat(Objects.requireNonNull(forecast.start()).p50()).isNull();
    }

    @Test
    void the_same_sketch_and_seed_give_the_same() {
        begin("sim");
        JobId job = submit("sim", 40, Turn.USUAL);

        Sketch sketch = new Sketch();
        sketch.take(state.imaging().next(0, now));
        Prospect one = new Prospect(sketch, now, Duration.ofMinutes(1), Map.of(), 7, SplittableRandom::new);
        Prospect again = new Prospect(sketch, now, Duration.ofMinutes(1), Map.of(), 7, SplittableRandom::new);
        one.look();
        again.look();

        assertThat(again.of(job)).isPresent().isEqualTo(one.of(job));
    }

    @Override
    public void applied(GridEvent event) {}

    @Override
    public void replied(AddressedReply reply) {
        answer = reply.reply();
    }

    @Override
    public void failed(Address address, Command command, RuntimeException cause) {
        throw new IllegalStateException("a bug with " + command, cause);
    }
}
