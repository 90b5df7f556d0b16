package org.gleaner.core.step;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;
import static org.gleaner.core.step.GridFixture.ADMIN;
import static org.gleaner.core.step.GridFixture.ANNA;
import static org.gleaner.core.step.GridFixture.array;
import static org.gleaner.core.step.GridFixture.done;
import static org.gleaner.core.step.GridFixture.job;
import static org.gleaner.core.step.GridFixture.limits;
import static org.gleaner.core.step.GridFixture.typed;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.AttemptReport.Usage;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.desk.JobFacts;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.Cause;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Portion;
import org.gleaner.core.grid.Question;
import org.gleaner.core.grid.Reason;
import org.gleaner.core.grid.Reason.Kind;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Selector;
import org.gleaner.core.grid.Setting;
import org.gleaner.core.grid.Settings;
import org.gleaner.core.grid.Verb;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.id.TypeKey;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Requirements;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.core.job.Terms;
import org.gleaner.core.job.Turn;
import org.gleaner.core.job.Workplace;
import org.gleaner.core.message.Introduced;
import org.gleaner.core.message.Start;
import org.gleaner.core.node.Capacity;
import org.gleaner.core.node.Held;
import org.gleaner.core.observer.TypeBelief;
import org.gleaner.core.placing.Overtime;
import org.gleaner.core.placing.TypeTally;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who gets how much of the pool, as nodes ask for work. */
final class FairnessTest {
    private static final Caller BERT = new Caller(new Owner("bert"), false);
    private static final Capacity ONE_SLOT = new Capacity(1, MemorySize.parse("16G"));
    private static final Capacity EIGHT_SLOTS = new Capacity(8, MemorySize.parse("16G"));
    private static final Duration RUN = Duration.ofSeconds(30);

    private final GridFixture grid = new GridFixture();

    private JobId submit(Caller owner, JobSpec spec) {
        return grid.ask(new Command.Submit(owner, spec, List.of(), null, List.of()), Reply.Submitted.class)
                .job();
    }

    private static JobSpec weighed(JobSpec spec, int weight) {
        return spec.withTurn(Turn.USUAL.with(0, weight, null));
    }

    private void set(JobId job, int weight) {
        Terms terms = new Terms(null, weight, null, null, null, null, null, null, null, null);
        grid.ask(new Command.Adjust(ANNA, new Selector.OneJob(job), terms), Reply.Adjusted.class);
    }

    /** How many tasks of each job the node runs in so many rounds of half a minute. */
    private Map<JobId, Integer> rounds(Introduced node, int rounds) {
        Map<JobId, Integer> ran = new TreeMap<>();
        for (int i = 0; i < rounds; i++) {
            List<Start> started = grid.orders(node).start();
            grid.pass(RUN);
            for (Start start : started) {
                ran.merge(start.attempt().job(), 1, Integer::sum);
                grid.commit(node, done(start.attempt()));
            }
        }
        return ran;
    }

    /** Of all that ran, from 0 to 1. */
    private static double part(Map<JobId, Integer> ran, JobId job) {
        double all = ran.values().stream().mapToInt(Integer::intValue).sum();
        return ran.getOrDefault(job, 0) / all;
    }

    @Test
    void who_shall_have_how_much_and_has_had_it_is_told_to_owners_and_of_others_together() {
        grid.trust();
        grid.send(new Command.ChangeSetting(ADMIN, Setting.WEIGHTS.word(), "anna=3"));
        Introduced node = grid.introduce("lab", EIGHT_SLOTS);
        submit(ANNA, typed("sim", 1_000));
        submit(ANNA, typed("fit", 1_000));
        submit(BERT, typed("study", 1_000));
        rounds(node, 40);
        int started = grid.orders(node).start().size();

        Reply.Shares all = grid.ask(new Question.ListShares(ADMIN), Reply.Shares.class);
        Reply.Shares hers = grid.ask(new Question.ListShares(ANNA), Reply.Shares.class);

        assertThat(all.others()).isNull();
        assertThat(all.owners()).extracting(one -> one.owner().name()).containsExactly("anna", "bert");
        Portion anna = all.owners().get(0).portion();
        assertThat(anna.wanted()).isEqualTo(0.75);
        assertThat(anna.given()).isBetween(0.7, 0.8);
        assertThat(all.owners().get(0).types())
                .extracting(Reply.TypeShare::type)
                .containsExactlyInAnyOrder("sim", "fit");
        assertThat(all.owners().stream().mapToInt(one -> one.portion().cores()).sum())
                .isEqualTo(started);
        assertThat(hers.owners()).extracting(one -> one.owner().name()).containsExactly("anna");
        assertThat(hers.others()).isNotNull();
        assertThat(hers.others().count()).isEqualTo(1);
        assertThat(hers.others().portion().wanted()).isEqualTo(0.25);
    }

    @ParameterizedTest
    @ValueSource(strings = {"fifo", "balanced", "uptime", "mixed", "survival", "quantile", "auto"})
    void two_owners_get_equal_parts_by_default_under_every_strategy(String strategy) {
        grid.trust();
        grid.send(new Command.ChangeSetting(ADMIN, Setting.STRATEGY.word(), strategy));
        Introduced node = grid.introduce("lab", EIGHT_SLOTS);
        for (int type = 0; type < 11; type++) {
            submit(ANNA, typed("case" + type, 100));
        }
        JobId one = submit(BERT, typed("study", 1_000));

        Map<JobId, Integer> ran = rounds(node, 20);

        assertThat(part(ran, one)).isCloseTo(0.5, within(0.06));
    }

    /** Ends as the given one says after a second of the command itself, whatever went before. */
    private static AttemptReport ended(AttemptId attempt, Outcome outcome) {
        AttemptReport bare = AttemptReport.bare(attempt, outcome, "");
        Usage second = new Usage(Duration.ofSeconds(1), Duration.ZERO, MemorySize.ZERO);
        return new AttemptReport(attempt, outcome, 0, "", second, bare.outputs(), null, null, "");
    }

    @ParameterizedTest
    @EnumSource(names = {"DONE", "RETURNED", "EVICTED"})
    void a_slot_is_charged_from_its_assignment_to_its_end_whatever_the_attempt_did_there(Outcome outcome) {
        grid.trust();
        grid.send(new Command.ChangeSetting(ADMIN, Setting.CHUNK_TASKS.word(), "1"));
        Introduced node = grid.introduce("lab", EIGHT_SLOTS);
        JobId preparing = submit(ANNA, job(10_000, Requirements.ONE_CORE, limits(100, 100, 0, 0)));
        JobId running = submit(BERT, typed("study", 10_000));
        Map<JobId, Duration> held = new TreeMap<>();

        for (int i = 0; i < 40; i++) {
            List<Start> started = grid.orders(node).start();
            grid.pass(RUN);
            for (Start start : started) {
                boolean prepares = start.attempt().job().equals(preparing);
                grid.commit(node, prepares ? ended(start.attempt(), outcome) : done(start.attempt()));
                held.merge(start.attempt().job(), RUN, Duration::plus);
            }
        }

        double all = held.values().stream().mapToLong(Duration::toSeconds).sum();
        assertThat(held.getOrDefault(running, Duration.ZERO).toSeconds() / all).isCloseTo(0.5, within(0.06));
    }

    private double spent(Caller owner, String type) {
        TypeBelief belief = grid.roster().groups().belief(new TypeKey(owner.owner(), type));
        return belief == null ? 0 : belief.spent();
    }

    @ParameterizedTest
    @EnumSource(names = {"RETURNED", "EVICTED"})
    void what_a_node_gives_back_that_has_never_done_a_task_is_charged_to_nobody(Outcome outcome) {
        Introduced node = grid.introduce("lab", EIGHT_SLOTS);
        submit(ANNA, typed("study", 1_000));

        hold(node, outcome);
        assertThat(spent(ANNA, "study")).isZero();

        rounds(node, 1);
        double before = spent(ANNA, "study");
        assertThat(before).isPositive();
        hold(node, outcome);
        assertThat(spent(ANNA, "study")).isGreaterThan(before);
    }

    /** What every node takes and ends in a round of half a minute, by who is served. */
    private void round(Map<Owner, Integer> served, Map<Introduced, Outcome> endings, Caller failing) {
        Map<Introduced, List<Start>> started = new LinkedHashMap<>();
        endings.keySet().forEach(node -> started.put(node, grid.orders(node).start()));
        grid.pass(RUN);
        started.forEach((node, starts) -> starts.forEach(start -> {
            Owner owner = grid.roster().jobs().open(start.attempt().job()).owner();
            served.merge(owner, 1, Integer::sum);
            boolean fails = owner.equals(failing.owner());
            grid.commit(node, ended(start.attempt(), fails ? endings.get(node) : Outcome.DONE));
        }));
    }

    @Test
    void whoever_makes_set_ups_that_fail_holds_no_more_than_her_share() {
        grid.trust();
        grid.send(new Command.ChangeSetting(ADMIN, Setting.CHUNK_TASKS.word(), "1"));
        Introduced node = grid.introduce("lab", EIGHT_SLOTS);
        submit(ANNA, typed("sim", 8));
        rounds(node, 1);
        submit(BERT, typed("study", 10_000));
        rounds(node, 10);
        for (int i = 0; i < 160; i++) {
            submit(ANNA, typed("sim", 20).in(new Workplace(Map.of(), null, "exit " + i, List.of(), false)));
        }

        Map<Owner, Integer> served = new TreeMap<>();
        for (int i = 0; i < 60; i++) {
            round(served, Map.of(node, Outcome.NOT_STARTABLE), ANNA);
        }

        assertThat(served.getOrDefault(BERT.owner(), 0)).isBetween(60 * 8 * 40 / 100, 60 * 8 / 2);
    }

    @Test
    void a_large_machine_that_can_start_nothing_costs_an_owner_little_of_her_share() {
        grid.trust();
        grid.send(new Command.ChangeSetting(ADMIN, Setting.CHUNK_TASKS.word(), "1"));
        Introduced broken = grid.introduce("broken", new Capacity(64, MemorySize.parse("16G")));
        Introduced node = grid.introduce("lab", new Capacity(8, MemorySize.parse("128G")));
        submit(ANNA, typed("sim", 10_000));
        Requirements large = new Requirements(1, MemorySize.parse("16G"));
        submit(BERT, job(10_000, large, limits(3, 20, 0, 0)));

        Map<Owner, Integer> ofBroken = new TreeMap<>();
        Map<Owner, Integer> ofLab = new TreeMap<>();
        for (int i = 0; i < 240; i++) {
            round(ofBroken, Map.of(broken, Outcome.NOT_STARTABLE), ANNA);
            round(ofLab, Map.of(node, Outcome.DONE), ANNA);
        }

        assertThat(ofBroken.getOrDefault(ANNA.owner(), 0)).isGreaterThan(40);
        assertThat(ofLab.getOrDefault(ANNA.owner(), 0)).isGreaterThan(240 * 8 * 45 / 100);
    }

    /** Takes what it gets, keeps it for a while and ends it so. */
    private void hold(Introduced node, Outcome outcome) {
        List<Start> started = grid.orders(node).start();
        assertThat(started).isNotEmpty();
        grid.pass(RUN);
        for (Start start : started) {
            grid.commit(node, ended(start.attempt(), outcome));
        }
    }

    /** A job whose tasks are known to take half a minute, where lanes may take ten. */
    private JobId givenInLanes(Introduced node) {
        grid.send(new Command.ChangeSetting(ADMIN, Setting.CHUNK_TIME.word(), "10m"));
        JobId job = submit(ANNA, array(100));
        rounds(node, 1);
        return job;
    }

    @Test
    void tasks_that_follow_each_other_in_a_lane_are_charged_for_it_once() {
        Introduced node = grid.introduce("lab", ONE_SLOT);
        givenInLanes(node);
        double before = spent(ANNA, "sim.py");

        List<Start> lane = grid.orders(node).start();
        assertThat(lane).hasSizeGreaterThan(9);
        for (int i = 0; i < 3; i++) {
            grid.pass(RUN);
            grid.commit(
                    node,
                    done(lane.get(2 * i).attempt()),
                    done(lane.get(2 * i + 1).attempt()));
        }

        assertThat(spent(ANNA, "sim.py") - before).isCloseTo(1.5, within(0.001));
    }

    /** What the node is given first, which it has for half a minute already. */
    private Start begun(Introduced node) {
        Start start = grid.orders(node).start().get(0);
        grid.pass(RUN);
        return start;
    }

    @Test
    void while_a_machine_is_not_free_nobody_is_charged_for_it() {
        grid.trust();
        Introduced node = grid.introduce("desk", ONE_SLOT);
        submit(ANNA, typed("sim", 1));
        Start start = begun(node);
        grid.orders(node, Held.of(start.attempt(), Held.State.SUSPENDED));
        for (int i = 0; i < 20; i++) {
            grid.pass(RUN);
            grid.orders(node, Held.of(start.attempt(), Held.State.SUSPENDED));
        }
        grid.orders(node, Held.of(start.attempt(), Held.State.RUNNING));
        grid.pass(RUN);
        grid.commit(node, done(start.attempt()));

        assertThat(spent(ANNA, "sim")).isCloseTo(1, within(0.001));
    }

    @Test
    void what_is_lost_is_charged_until_its_node_was_last_heard() {
        Introduced node = grid.introduce("desk", ONE_SLOT);
        submit(BERT, typed("study", 1));
        rounds(node, 1);
        submit(ANNA, typed("sim", 1));
        Start start = begun(node);
        grid.orders(node, Held.of(start.attempt(), Held.State.RUNNING));

        grid.pass(Duration.ofMinutes(10));

        assertThat(grid.roster().nodes().node(node.node()).live()).isEmpty();
        assertThat(spent(ANNA, "sim")).isCloseTo(0.5, within(0.001));
    }

    @Test
    void a_restart_of_the_server_changes_nothing_of_what_an_attempt_is_charged() {
        Introduced node = grid.introduce("desk", ONE_SLOT);
        submit(ANNA, typed("sim", 1));
        Start start = begun(node);
        grid.restart();
        grid.orders(node, Held.of(start.attempt(), Held.State.RUNNING));
        grid.pass(RUN);
        grid.commit(node, done(start.attempt()));

        assertThat(spent(ANNA, "sim")).isCloseTo(1, within(0.001));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void after_a_restart_nobody_pays_back_what_an_earlier_weight_gave(boolean owners) {
        grid.trust();
        Introduced node = grid.introduce("lab", EIGHT_SLOTS);
        JobId anna = submit(ANNA, typed("sim", 10_000));
        JobId other = submit(owners ? BERT : ANNA, typed("study", 10_000));
        grid.send(new Command.ChangeSetting(
                ADMIN, Setting.WEIGHTS.word(), owners ? "bert=9" : "anna/study=9,anna/sim=1"));
        rounds(node, 100);
        grid.send(
                new Command.ChangeSetting(ADMIN, Setting.WEIGHTS.word(), owners ? "equal" : "anna/study=1,anna/sim=1"));
        rounds(node, 10);

        grid.restart();
        Map<JobId, Integer> ran = rounds(node, 20);

        assertThat(ran.getOrDefault(other, 0)).isCloseTo(ran.getOrDefault(anna, 0), within(16));
    }

    @Test
    void who_was_not_there_at_a_restart_does_not_pay_back_either() {
        grid.trust();
        Introduced node = grid.introduce("lab", EIGHT_SLOTS);
        submit(BERT, typed("study", 800));
        rounds(node, 110);
        submit(ANNA, typed("sim", 10_000));
        grid.restart();
        rounds(node, 1);

        JobId back = submit(BERT, typed("study", 10_000));
        Map<JobId, Integer> ran = rounds(node, 20);

        assertThat(ran.getOrDefault(back, 0)).isGreaterThan(20 * 8 * 4 / 10);
    }

    @Test
    void what_runs_at_a_restart_counts() {
        Introduced node = grid.introduce("lab", EIGHT_SLOTS);
        submit(ANNA, typed("sim", 16));
        rounds(node, 1);
        grid.orders(node);
        submit(BERT, typed("study", 100));

        grid.restart();

        assertThat(grid.roster().shares().value(ANNA.owner())).isNegative();
        assertThat(grid.roster().shares().value(BERT.owner())).isPositive();
    }

    @Test
    void more_jobs_of_the_usual_weight_take_nothing_from_a_weighed_one_for_the_past() {
        grid.trust();
        Introduced node = grid.introduce("lab", EIGHT_SLOTS);
        submit(ANNA, array(10_000));
        JobId heavy = submit(ANNA, weighed(array(10_000), 3));
        rounds(node, 60);

        for (int i = 0; i < 5; i++) {
            submit(ANNA, array(1_000));
        }
        Map<JobId, Integer> ran = rounds(node, 20);

        assertThat(part(ran, heavy)).as("three parts of nine from now on").isCloseTo(1 / 3.0, within(0.06));
    }

    @Test
    void a_server_that_was_told_to_leave_it_to_the_strategy_still_does() {
        Settings kept = Settings.of(new TreeMap<>(Map.of("fairness", "balanced")));

        assertThat(kept.isWeighted()).isFalse();
        assertThat(Settings.DEFAULT.isWeighted()).isTrue();
    }

    @Test
    void an_owners_share_is_divided_among_her_jobs_by_their_weights() {
        grid.trust();
        Introduced node = grid.introduce("lab", EIGHT_SLOTS);
        JobId usual = submit(ANNA, array(1_000));
        JobId heavy = submit(ANNA, weighed(array(1_000), 3));
        JobId bert = submit(BERT, typed("study", 1_000));

        Map<JobId, Integer> ran = rounds(node, 30);

        assertThat(part(ran, bert)).isCloseTo(0.5, within(0.05));
        assertThat(part(ran, heavy)).isCloseTo(0.375, within(0.05));
        assertThat(part(ran, usual)).isCloseTo(0.125, within(0.05));
    }

    @Test
    void another_weight_counts_at_once_and_forgives_its_owner_nothing() {
        Introduced node = grid.introduce("lab", EIGHT_SLOTS);
        JobId first = submit(ANNA, array(1_000));
        JobId second = submit(ANNA, weighed(array(1_000), 7));
        submit(BERT, job(1_000, new Requirements(1, MemorySize.parse("64G")), limits(3, 20, 0, 0)));
        rounds(node, 3);
        double before = grid.roster().shares().value(ANNA.owner());

        set(first, 7);

        assertThat(grid.roster().shares().value(ANNA.owner())).isEqualTo(before);
        assertThat(before).as("she had the pool alone").isNegative();
        grid.trust();
        rounds(node, 20);
        Map<JobId, Integer> ran = rounds(node, 20);
        assertThat(ran.getOrDefault(first, 0)).isCloseTo(ran.getOrDefault(second, 0), within(12));
        set(first, 1);
        set(second, 1);
        assertThat(grid.stored().jobs()).allMatch(row -> row.spec().turn().weight() == 1);
    }

    @Test
    void whoever_has_nothing_for_the_nodes_that_ask_saves_up_a_window_and_keeps_nobody_waiting() {
        grid.send(new Command.ChangeSetting(ADMIN, Setting.FAIRNESS_WINDOW.word(), "5m"));
        grid.trust();
        Introduced node = grid.introduce("lab", EIGHT_SLOTS);
        submit(ANNA, array(10_000));
        JobId nowhere = submit(BERT, job(5, new Requirements(1, MemorySize.parse("64G")), limits(3, 20, 0, 0)));

        // Half an hour of the pool's time, of which Bert could use nothing.
        Map<JobId, Integer> alone = rounds(node, 60);
        assertThat(alone.values().stream().mapToInt(Integer::intValue).sum()).isEqualTo(60 * 8);
        JobId here = submit(BERT, typed("study", 10_000));
        rounds(node, 20);
        Map<JobId, Integer> later = rounds(node, 20);

        assertThat(later).doesNotContainKey(nowhere);
        assertThat(later.getOrDefault(here, 0)).as("after what he had saved up").isLessThan(20 * 8 * 6 / 10);
    }

    @Test
    void of_tasks_of_unknown_length_an_owner_runs_no_more_than_its_part_while_others_wait() {
        Introduced node = grid.introduce("lab", EIGHT_SLOTS);
        submit(ANNA, array(1_000));
        rounds(node, 10);
        JobId unknown = submit(BERT, typed("never-seen", 1_000));

        List<Start> started = grid.orders(node).start();

        assertThat(started).hasSize(8);
        assertThat(started.stream().filter(one -> one.attempt().job().equals(unknown)))
                .as("though he may take an hour of the pool's time to catch up")
                .hasSize(4);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3})
    void the_limit_for_tasks_of_unknown_length_keeps_none_of_known_length_waiting(int priority) {
        grid.trust();
        Introduced node = grid.introduce("lab", EIGHT_SLOTS);
        submit(BERT, typed("study", 8));
        rounds(node, 1);
        submit(ANNA, typed("sim", 1_000));
        rounds(node, 20);
        JobId unknown = submit(BERT, typed("never-seen", 1_000).withTurn(Turn.USUAL.with(priority, 1, null)));
        JobId known = submit(BERT, typed("study", 1_000));

        Map<JobId, Long> started = grid.orders(node).start().stream()
                .collect(groupingBy(one -> one.attempt().job(), counting()));

        assertThat(started).as("he has an hour to catch up").isEqualTo(Map.of(unknown, 4L, known, 4L));
    }

    @Test
    void what_takes_far_longer_than_usual_counts_with_what_it_took() {
        Introduced node = grid.introduce("lab", EIGHT_SLOTS);
        submit(ANNA, array(1_000));
        submit(BERT, typed("short-mostly", 8));
        rounds(node, 2);
        submit(BERT, typed("short-mostly", 4));
        TypeKey type = new TypeKey(BERT.owner(), "short-mostly");
        List<Start> started = grid.orders(node).start();
        double before = grid.roster().shares().value(BERT.owner());
        for (int i = 0; i < 60; i++) {
            grid.trust();
            grid.pass(Duration.ofSeconds(30));
            grid.orders(node, GridFixture.running(started));
        }

        assertThat(tally(type).running()).isPositive();
        assertThat(grid.roster().shares().value(BERT.owner())).isLessThan(before + 0.5);
        assertThat(Overtime.of(grid.roster(), grid.now()).getOrDefault(type, 0.0))
                .isGreaterThan(25);
    }

    @Test
    void a_task_that_waits_in_a_lane_does_not_run() {
        Introduced node = grid.introduce("lab", GridFixture.TWO_SLOTS);
        JobId job = givenInLanes(node);

        List<Start> started = grid.orders(node).start();

        TypeTally type = tally(new TypeKey(ANNA.owner(), "sim.py"));
        assertThat(started).hasSizeGreaterThan(10);
        assertThat(type.taken()).isEqualTo(started.size());
        assertThat(type.running()).isEqualTo(2);
        assertThat(type.runningOfOwner()).isEqualTo(2);
        assertThat(grid.roster().jobs().open(job).running()).isEqualTo(2);
        Reply.Shares shares = grid.ask(new Question.ListShares(ANNA), Reply.Shares.class);
        assertThat(shares.owners().get(0).portion().cores()).isEqualTo(2);
    }

    @Test
    void tasks_that_wait_in_lanes_are_counted_apart_from_those_that_run() {
        Introduced node = grid.introduce("lab", GridFixture.TWO_SLOTS);
        JobId job = givenInLanes(node);

        List<Start> started = grid.orders(node).start();

        TaskCounts counts = grid.ask(new Question.ListJobs(ANNA, new Selector.All()), Reply.Jobs.class)
                .jobs()
                .get(0)
                .tasks();
        assertThat(counts.running()).isEqualTo(started.size());
        assertThat(counts.started()).isEqualTo(2);
        assertThat(JobFacts.summary(grid.roster().jobs().open(job).stored()).tasks())
                .isEqualTo(counts);
        assertThat(grid.roster().jobs().totals().counts()).isEqualTo(counts);

        grid.commit(node, done(started.get(0).attempt()), done(started.get(1).attempt()));
        assertThat(grid.roster().jobs().totals().counts().queued()).isEqualTo(counts.queued() - 2);
        grid.change(Verb.CANCEL, job.toString());
        assertThat(grid.roster().jobs().totals().counts().queued()).isZero();
    }

    @Test
    void why_tells_tasks_that_wait_in_lanes_apart_from_those_that_run() {
        Introduced node = grid.introduce("lab", GridFixture.TWO_SLOTS);
        JobId job = givenInLanes(node);
        List<Start> started = grid.orders(node).start();
        Start first = started.get(0);
        Start behind = started.stream()
                .filter(one -> one.lane() == first.lane())
                .skip(1)
                .findFirst()
                .orElseThrow();
        List<String> lab = List.of("lab");
        Cause running = new Cause.Running(lab, null, 0, 0, 0, "off", 0);
        Cause queued = new Cause.Queued(lab, 0, 0);

        assertThat(whatWasGiven(job.toString()))
                .containsExactly(new Reason(job, running, 2), new Reason(job, queued, started.size() - 2));
        assertThat(whatWasGiven(job + "." + behind.attempt().ordinal())).containsExactly(new Reason(job, queued, 1));

        grid.orders(node, heldWith(started, first, Held.State.SUSPENDED));
        assertThat(whatWasGiven(job.toString()))
                .extracting(Reason::kind, Reason::tasks)
                .containsExactly(
                        tuple(Kind.SUSPENDED, 1), tuple(Kind.RUNNING, 1), tuple(Kind.RUNNING, started.size() - 2));

        grid.commit(node, done(first.attempt()));
        assertThat(whatWasGiven(job.toString()))
                .containsExactly(new Reason(job, running, 2), new Reason(job, queued, started.size() - 3));
    }

    /** One is in this state, and all others are received and not started. */
    private static Held[] heldWith(List<Start> started, Start one, Held.State state) {
        return started.stream()
                .map(start -> Held.of(start.attempt(), start.equals(one) ? state : Held.State.QUEUED))
                .toArray(Held[]::new);
    }

    private List<Reason> whatWasGiven(String selector) {
        return grid.ask(new Question.AskWhy(ANNA, Selector.parse(selector)), Reply.Explained.class).reasons().stream()
                .filter(one -> one.kind() == Kind.RUNNING || one.kind() == Kind.SUSPENDED)
                .toList();
    }

    private TypeTally tally(TypeKey type) {
        return Objects.requireNonNull(grid.roster().groups().known(type));
    }
}
