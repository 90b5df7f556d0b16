package org.gleaner.core.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.gleaner.core.step.GridFixture.ADMIN;
import static org.gleaner.core.step.GridFixture.ANNA;
import static org.gleaner.core.step.GridFixture.TWO_SLOTS;
import static org.gleaner.core.step.GridFixture.array;
import static org.gleaner.core.step.GridFixture.done;
import static org.gleaner.core.step.GridFixture.job;
import static org.gleaner.core.step.GridFixture.report;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.ClassUse;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.NodeRecord;
import org.gleaner.core.grid.NodeSummary;
import org.gleaner.core.grid.Question;
import org.gleaner.core.grid.Reason;
import org.gleaner.core.grid.Rejection;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Selector;
import org.gleaner.core.grid.Setting;
import org.gleaner.core.grid.TypeSummary;
import org.gleaner.core.grid.TypeUse;
import org.gleaner.core.grid.Verb;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.id.TypeKey;
import org.gleaner.core.job.JobLimits;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.Requirements;
import org.gleaner.core.message.Introduced;
import org.gleaner.core.message.Introduction;
import org.gleaner.core.message.Start;
import org.gleaner.core.message.SyncReport;
import org.gleaner.core.node.Capacity;
import org.gleaner.core.node.Duty;
import org.gleaner.core.node.Held;
import org.gleaner.core.node.NodeFacts;
import org.gleaner.core.observer.Footprint;
import org.gleaner.core.observer.Measured;
import org.gleaner.core.observer.NodeBelief;
import org.gleaner.core.observer.NodeClass;
import org.gleaner.core.observer.Stay;
import org.gleaner.core.observer.TypeBelief;
import org.gleaner.core.placing.TypeTally;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What the observer makes of what happens; the fixture compares memory and store after every call. */
final class ObserverTest {
    private static final TypeKey TYPE = new TypeKey(ANNA.owner(), "sim.py");
    private static final Duration BENCHMARK = Duration.ofMillis(300);

    private final GridFixture grid = new GridFixture();
    private long sequence = 1_000_000;

    private Introduced introduce(@Nullable NodeId known, Stay stay, Duration benchmark, Held... holds) {
        NodeFacts facts = new NodeFacts("pc", "linux", "x64", 4, benchmark, "0.1.0");
        Introduction introduction = new Introduction(facts, TWO_SLOTS, List.of(holds), stay);
        return grid.ask(new Command.Introduce(known, introduction, null), Reply.Introduced.class)
                .content();
    }

    private Introduced starts(String stay) {
        return introduce(null, new Stay(stay, Duration.ZERO), BENCHMARK);
    }

    private Introduced startsAgain(Introduced node, String stay, Duration ago, Held... holds) {
        return introduce(node.node(), new Stay(stay, ago), BENCHMARK, holds);
    }

    /** Hours go by in which nothing happens. */
    private void later(long hours) {
        grid.freeze(Duration.ofHours(hours));
    }

    private void says(Introduced node, Capacity offer, Held... holds) {
        says(node, offer, false, holds);
    }

    private void takesLeave(Introduced node) {
        says(node, Capacity.NOTHING, true);
    }

    private void says(Introduced node, Capacity offer, boolean farewell, Held... holds) {
        Duration patience = Duration.ofSeconds(20);
        SyncReport report =
                new SyncReport(node.incarnation(), sequence++, List.of(holds), offer, 0, patience, farewell, null);
        grid.send(new Command.Sync(node.node(), report));
    }

    private NodeBelief belief(Introduced node) {
        return grid.roster().nodes().node(node.node()).belief();
    }

    private TypeBelief type() {
        TypeBelief belief = grid.roster().groups().belief(TYPE);
        assertThat(belief).isNotNull();
        return belief;
    }

    private List<AttemptId> started(Introduced node) {
        return grid.orders(node).start().stream().map(Start::attempt).toList();
    }

    private static Held running(AttemptId attempt) {
        return Held.of(attempt, Held.State.RUNNING);
    }

    @Test
    void a_node_that_starts_anew_has_ended_its_stay_when_it_was_last_heard() {
        Introduced node = starts("a");
        later(4);
        startsAgain(node, "b", Duration.ofMinutes(10));

        assertThat(belief(node).usualUptime()).isEqualTo(230);
        assertThat(belief(node).deaths().total()).isEqualTo(1);
        assertThat(grid.roster().nodes().node(node.node()).uptime(grid.now())).isEqualTo(10);
    }

    @Test
    void a_stay_that_nobody_has_seen_is_believed_up_to_a_year() {
        Introduced node = introduce(null, new Stay("a", Duration.ofDays(36_000)), BENCHMARK);

        assertThat(grid.roster().nodes().node(node.node()).uptime(grid.now())).isEqualTo(366 * 24 * 60);
    }

    @Test
    void a_broken_connection_after_which_the_node_returns_with_its_work_ends_nothing() {
        Introduced node = starts("a");
        grid.submit(array(1));
        AttemptId attempt = started(node).get(0);
        later(1);
        Introduced again = startsAgain(node, "a", Duration.ofHours(1), running(attempt));

        assertThat(belief(node).deaths().total()).isZero();
        assertThat(grid.roster().nodes().node(node.node()).uptime(grid.now())).isEqualTo(60);
        grid.commit(again, done(attempt));
        assertThat(belief(node).reliability()).isEqualTo(1);
    }

    @Test
    void an_introduction_that_arrives_late_again_after_the_next_stay_began_ends_nothing() {
        Introduced node = starts("a");
        later(4);
        startsAgain(node, "b", Duration.ZERO);
        NodeBelief before = belief(node);

        startsAgain(node, "a", Duration.ofHours(1));
        assertThat(belief(node)).isEqualTo(before);
        later(1);
        startsAgain(node, "b", Duration.ofHours(1));

        assertThat(belief(node).deaths().total()).isEqualTo(1);
        assertThat(grid.roster().nodes().node(node.node()).uptime(grid.now())).isEqualTo(60);
    }

    @Test
    void an_agent_that_does_not_say_what_its_stay_is_keeps_the_one_it_has() {
        Introduced node = introduce(null, Stay.UNKNOWN, BENCHMARK);
        later(1);
        introduce(node.node(), Stay.UNKNOWN, BENCHMARK);

        assertThat(belief(node).deaths().total()).isZero();
        assertThat(grid.roster().nodes().node(node.node()).uptime(grid.now())).isEqualTo(60);
    }

    @Test
    void an_eviction_ends_the_stay_once_however_many_attempts_it_took() {
        Introduced node = starts("a");
        grid.submit(array(2));
        List<AttemptId> attempts = started(node);
        later(2);
        grid.commit(node, report(attempts.get(0), Outcome.EVICTED, 0), report(attempts.get(1), Outcome.EVICTED, 0));

        assertThat(belief(node).usualUptime()).isEqualTo(120);
        assertThat(belief(node).deaths().total()).isEqualTo(1);
        assertThat(belief(node).reliability()).isEqualTo(-1);
    }

    @Test
    void an_eviction_that_is_told_after_the_node_stood_still_for_its_owner_ends_the_stay_too() {
        Introduced node = starts("a");
        grid.submit(array(1));
        AttemptId attempt = started(node).get(0);
        later(2);
        says(node, Capacity.NOTHING, running(attempt));
        later(1);
        grid.commit(node, report(attempt, Outcome.EVICTED, 0));

        assertThat(belief(node).usualUptime()).isEqualTo(120);
        says(node, TWO_SLOTS);
        later(1);
        assertThat(grid.roster().nodes().node(node.node()).uptime(grid.now())).isEqualTo(60);
    }

    @Test
    void while_its_owner_needs_the_node_no_time_counts() {
        Introduced node = starts("a");
        later(2);
        says(node, Capacity.NOTHING);
        later(5);
        assertThat(grid.roster().nodes().node(node.node()).uptime(grid.now())).isEqualTo(120);

        says(node, TWO_SLOTS);
        later(1);
        startsAgain(node, "b", Duration.ZERO);

        assertThat(belief(node).usualUptime()).isCloseTo(180, within(0.1));
    }

    @Test
    void whoever_starts_anew_while_its_owner_needed_it_would_have_ended_nothing() {
        Introduced node = starts("a");
        later(2);
        says(node, Capacity.NOTHING);
        later(1);
        startsAgain(node, "b", Duration.ZERO);

        assertThat(belief(node).deaths().total()).isZero();
    }

    @Test
    void an_agent_that_takes_its_leave_ends_its_stay_unless_it_comes_back_in_the_same() {
        Introduced node = starts("a");
        later(1);
        takesLeave(node);
        Introduced updated = startsAgain(node, "a", Duration.ofHours(1));
        assertThat(belief(node).deaths().total()).isZero();

        later(1);
        takesLeave(updated);
        grid.pass(Duration.ofMinutes(3));
        startsAgain(node, "b", Duration.ZERO);

        assertThat(belief(node).deaths().total()).isEqualTo(1);
        assertThat(belief(node).usualUptime()).isCloseTo(120, within(0.1));
    }

    @Test
    void a_silent_node_is_not_taken_to_be_up() {
        Introduced node = starts("a");
        later(1);
        grid.pass(Duration.ofSeconds(90));

        assertThat(grid.roster().nodes().node(node.node()).connected()).isFalse();
        assertThat(grid.roster().nodes().node(node.node()).uptime(grid.now())).isCloseTo(60, within(0.1));
    }

    @Test
    void two_endings_in_one_commit_follow_each_other() {
        Introduced node = starts("a");
        grid.submit(array(2));
        List<AttemptId> attempts = started(node);
        grid.pass(Duration.ofSeconds(30));
        grid.commit(node, done(attempts.get(0)), report(attempts.get(1), Outcome.EXITED, 1));

        assertThat(belief(node).reliability()).isEqualTo(0.5);
        assertThat(type().done()).isEqualTo(1);
        assertThat(type().meanRuntime()).isEqualTo(0.5);
        assertThat(type().spent()).isEqualTo(1);
    }

    @Test
    void run_times_are_normalised_by_the_speed_of_the_node_among_all() {
        Introduced fast = introduce(null, new Stay("a", Duration.ZERO), Duration.ofMillis(200));
        introduce(null, new Stay("b", Duration.ZERO), Duration.ofMillis(600));
        grid.pass(Duration.ofMinutes(2));
        introduce(fast.node(), new Stay("a", Duration.ZERO), Duration.ofMillis(200));
        Introduced again = introduce(fast.node(), new Stay("a", Duration.ZERO), Duration.ofMillis(200));
        grid.submit(array(1));
        grid.commitAfterRun(again, done(started(again).get(0)));

        // (200 + 600) / (2 * 200)
        assertThat(type().meanRuntime()).isEqualTo(0.5);
        assertThat(type().meanWork()).isEqualTo(1);
    }

    @Test
    void what_is_lost_with_its_node_had_run_at_least_until_the_node_was_last_heard() {
        Introduced node = starts("a");
        grid.submit(array(1));
        AttemptId attempt = started(node).get(0);
        later(1);
        says(node, TWO_SLOTS, running(attempt));
        grid.pass(Duration.ofSeconds(90));

        assertThat(belief(node).reliability()).isEqualTo(-1);
        assertThat(grid.roster().jobs().open(attempt.job()).past().of(attempt.ordinal()))
                .isEqualTo(60);
        assertThat(belief(node).deaths().total()).isZero();
    }

    @Test
    void a_restart_of_the_server_forgets_nothing() {
        Introduced node = starts("a");
        grid.submit(array(2));
        List<AttemptId> attempts = started(node);
        later(3);
        grid.commit(node, done(attempts.get(0)), report(attempts.get(1), Outcome.EVICTED, 0));
        says(node, TWO_SLOTS);
        NodeBelief ofNode = belief(node);
        TypeBelief ofType = type();
        grid.restart();

        assertThat(belief(node)).isEqualTo(ofNode);
        assertThat(type()).isEqualTo(ofType);
    }

    @Test
    void what_done_tasks_used_is_learnt_for_the_class_of_their_node() {
        Introduced node = starts("a");
        grid.submit(array(4));
        List<AttemptId> attempts = started(node);
        later(1);
        grid.commit(node, done(attempts.get(0)), report(attempts.get(1), Outcome.EXITED, 1));
        grid.commit(node, report(started(node).get(0), Outcome.OUT_OF_MEMORY, 0));

        Footprint seen = type().footprints().ofClasses().get(new NodeClass("linux", "x64", 0));

        assertThat(type().footprints().ofClasses()).hasSize(1);
        assertThat(seen).isNotNull();
        assertThat(seen.run()).isEqualTo(Measured.NOTHING.with(0.5));
        assertThat(seen.cpu()).isEqualTo(Measured.NOTHING.with(29 / 60.0));
        assertThat(seen.share().mean()).isEqualTo(29 / 30.0);
        assertThat(seen.memory().count()).isEqualTo(2);
        assertThat(seen.memory().mean()).isEqualTo(20 << 20);
        grid.restart();
        assertThat(type().footprints().ofClasses()).containsValue(seen);
    }

    @Test
    void people_are_told_how_long_a_node_usually_stays_and_how_likely_it_stays_longer() {
        Introduced node = starts("a");
        later(6);
        Introduced again = startsAgain(node, "b", Duration.ZERO);
        NodeRecord told = told(again);

        assertThat(told.usualStay()).isCloseTo(Duration.ofHours(6), Duration.ofMinutes(1));
        assertThat(told.stays()).isEqualTo(1);
        assertThat(told.speed()).isEqualTo(1);
        assertThat(told.rated()).isZero();
        assertThat(told.chances()).extracting(NodeRecord.Chance::chance).isSortedAccordingTo(Comparator.reverseOrder());
        assertThat(told.chances()).extracting(NodeRecord.Chance::more).contains(Duration.ofHours(2));

        says(again, Capacity.NOTHING);
        assertThat(told(again).chances()).isEmpty();
    }

    @Test
    void who_uses_a_node_is_told_as_long_as_it_says_so() {
        Introduced node = starts("a");
        grid.submit(array(2));
        List<AttemptId> attempts = started(node);
        Held[] holds = {running(attempts.get(0)), Held.of(attempts.get(1), Held.State.SUSPENDED)};
        NodeSummary.Burden before = summary().burden();
        grid.send(new Command.Sync(
                node.node(),
                new SyncReport(
                        node.incarnation(), sequence++, List.of(holds), TWO_SLOTS, 0.3, Duration.ZERO, false, 0.24)));
        NodeSummary.Burden told = summary().burden();
        says(node, Capacity.NOTHING, holds);

        assertThat(before.tasksLoad()).isNull();
        assertThat(told).isEqualTo(new NodeSummary.Burden(0.3, true, 1, 0.25, 2));
        assertThat(summary().burden().tasksLoad()).isNull();
        assertThat(summary().burden().programs()).isNull();
    }

    @Test
    void the_list_of_nodes_tells_in_short_how_long_each_stays() {
        Introduced node = starts("a");
        assertThat(summary().staying().usual()).isNull();
        later(6);
        Introduced again = startsAgain(node, "b", Duration.ZERO);

        assertThat(summary().staying().usual()).isEqualTo(told(again).usualStay());
        assertThat(summary().staying().chance())
                .isEqualTo(told(again).chances().get(2).chance());
        says(again, Capacity.NOTHING);
        assertThat(summary().staying().chance()).isNull();
    }

    private NodeSummary summary() {
        return grid.ask(new Question.ListNodes(ANNA), Reply.Nodes.class).nodes().get(0);
    }

    @Test
    void a_node_that_is_silent_for_longer_than_usual_is_suspect_before_it_is_away() {
        Introduced node = starts("a");
        says(node, TWO_SLOTS);
        assertThat(summary().state()).isEqualTo("connected");

        grid.pass(grid.roster().settings().duration(Setting.SUSPECT_AFTER));
        assertThat(summary().state()).isEqualTo("suspect");
        assertThat(summary().connected()).as("its tasks still count on it").isTrue();

        says(node, TWO_SLOTS);
        assertThat(summary().state()).isEqualTo("connected");
        grid.pass(grid.roster().settings().duration(Setting.LOST_AFTER).plusSeconds(1));
        assertThat(summary().state()).isEqualTo("away");
    }

    @Test
    void a_node_that_takes_its_leave_is_stopped_at_once_and_back_with_its_next_word() {
        Introduced node = starts("a");
        says(node, TWO_SLOTS);

        takesLeave(node);
        assertThat(summary().state()).isEqualTo("stopped");
        assertThat(grid.roster().nodes().fleet().nodes()).isZero();
        grid.submit(array(1));
        assertThat(grid.ask(new Question.AskWhy(ANNA, Selector.parse("1")), Reply.Explained.class)
                        .reasons())
                .extracting(Reason::kind)
                .containsExactly(Reason.Kind.NO_NODE);

        says(node, TWO_SLOTS);
        assertThat(summary().state()).isEqualTo("connected");
        assertThat(summary().attempts()).isEqualTo(1);
    }

    @Test
    void an_agent_that_introduces_itself_again_has_not_started_again() {
        Introduced node = starts("a");
        later(4);
        startsAgain(node, "a", Duration.ofHours(4));

        Reply.NodeDetail detail = grid.ask(new Question.AskNode(ANNA, node.node()), Reply.NodeDetail.class);

        assertThat(detail.up()).isEqualTo(Duration.ofHours(4));
    }

    @Test
    void what_a_node_did_not_hand_back_before_it_took_its_leave_is_lost_no_earlier_than_that_of_a_silent_one() {
        Introduced node = starts("a");
        grid.submit(array(1));
        says(node, TWO_SLOTS);
        Held runs = Held.of(AttemptId.of(1, 1, 1), Held.State.RUNNING);
        Duration lost = grid.roster().settings().duration(Setting.LOST_AFTER);

        says(node, TWO_SLOTS, true, runs);
        assertThat(summary().state()).isEqualTo("stopped");
        grid.submit(array(1));
        assertThat(summary().attempts())
                .as("it is given nothing, whatever it offers")
                .isEqualTo(1);
        Command forget = new Command.SetDuty(ADMIN, node.node(), Duty.FORGOTTEN);
        assertThat(grid.ask(forget, Reply.Refused.class).why())
                .as("its task still counts on it")
                .isEqualTo(new Rejection.NodeConnected(node.node()));

        grid.pass(lost.minusSeconds(1));
        assertThat(summary().attempts()).isEqualTo(1);
        grid.pass(Duration.ofSeconds(2));
        assertThat(summary().attempts()).isZero();
    }

    @Test
    void after_a_restart_a_node_that_is_off_does_not_look_as_if_it_had_just_been_heard() {
        Introduced node = starts("a");
        later(1);
        says(node, TWO_SLOTS);
        assertThat(summary().silence()).isZero();
        grid.restart();

        assertThat(summary().silence()).isNull();
        assertThat(summary().connected()).isFalse();
        // It was there at least until it introduced itself, and nobody knows more.
        later(10);
        assertThat(grid.roster().nodes().node(node.node()).uptime(grid.now())).isZero();

        says(node, TWO_SLOTS);
        assertThat(summary().silence()).isZero();
        assertThat(grid.roster().nodes().node(node.node()).uptime(grid.now())).isEqualTo(11 * 60);
    }

    private NodeRecord told(Introduced node) {
        return grid.ask(new Question.AskNode(ANNA, node.node()), Reply.NodeDetail.class)
                .observed();
    }

    @Test
    void owners_are_told_of_their_own_types_and_admins_of_all() {
        Introduced node = starts("a");
        grid.submit(array(3));
        List<AttemptId> attempts = started(node);
        grid.pass(Duration.ofSeconds(30));
        grid.commit(node, done(attempts.get(0)));

        Caller other = new Caller(new Owner("bob"), false);
        assertThat(types(other)).isEmpty();
        assertThat(types(ADMIN)).isEqualTo(types(ANNA));
        TypeSummary told = types(ANNA).get(0);
        assertThat(told.type()).isEqualTo(TYPE);
        assertThat(told.done()).isEqualTo(1);
        assertThat(told.ready() + told.running()).isEqualTo(2);
        assertThat(told.spent()).isEqualTo(Duration.ofSeconds(30));
        TypeSummary.RunTimes runtimes = told.runtimes();
        assertThat(runtimes).isNotNull();
        assertThat(runtimes.mean()).isEqualTo(Duration.ofSeconds(30));
        assertThat(runtimes.work()).isBetween(Duration.ofSeconds(29), Duration.ofSeconds(31));
        assertThat(runtimes.tenth()).isBetween(Duration.ofSeconds(24), Duration.ofSeconds(30));
        assertThat(runtimes.nineTenths()).isBetween(Duration.ofSeconds(30), Duration.ofSeconds(35));
        assertThat(told.use().run()).isEqualTo(new TypeUse.Figure(1, 30_000, 0));
        assertThat(told.use().memory().mean()).isEqualTo(20 << 20);
        assertThat(told.ofClasses()).containsExactly(new ClassUse(new NodeClass("linux", "x64", 0), told.use()));
    }

    @Test
    void running_tasks_are_told_with_their_time_and_what_is_usually_left() {
        Introduced node = starts("a");
        JobId job = grid.submit(array(3));
        List<AttemptId> attempts = started(node);
        grid.pass(Duration.ofSeconds(30));
        grid.commit(node, done(attempts.get(0)));
        AttemptId third = AttemptId.of(1, 3, 1);
        says(node, TWO_SLOTS, running(attempts.get(1)));
        grid.pass(Duration.ofSeconds(10));

        List<Reply.Run> runs = grid.ask(new Question.AskRunning(ANNA, job), Reply.Running.class)
                .runs();
        Caller other = new Caller(new Owner("bob"), false);

        assertThat(runs).extracting(Reply.Run::attempt).containsExactly(attempts.get(1), third);
        assertThat(runs).extracting(Reply.Run::elapsed).containsExactly(Duration.ofSeconds(40), Duration.ofSeconds(10));
        assertThat(runs.get(0).left()).as("longer than any before").isNull();
        assertThat(runs.get(1).left()).isBetween(Duration.ofSeconds(15), Duration.ofSeconds(25));
        assertThat(grid.ask(new Question.AskRunning(other, job), Reply.Running.class)
                        .runs())
                .isEmpty();
    }

    private static JobSpec expecting(Duration guess) {
        return job(2, Requirements.ONE_CORE, new JobLimits(null, 3, 20, 0, false, 0, 1, guess, null));
    }

    private TypeTally tally() {
        TypeTally tally = grid.roster().groups().known(TYPE);
        assertThat(tally).isNotNull();
        return tally;
    }

    @Test
    void a_guess_counts_as_one_task_until_one_was_done() {
        Introduced node = starts("a");
        grid.submit(expecting(Duration.ofMinutes(20)));
        double guessed = tally().work().quantile(0.5);
        grid.restart();
        double loaded = tally().work().quantile(0.5);
        grid.commit(node, done(started(node).get(0)));

        assertThat(guessed).isBetween(17.0, 24.0);
        assertThat(loaded).isEqualTo(guessed);
        assertThat(tally().expected()).isEmpty();
        assertThat(tally().work().quantile(0.5)).isLessThan(1);
    }

    @Test
    void of_several_guesses_that_for_the_youngest_open_job_counts() {
        starts("a");
        grid.submit(expecting(Duration.ofMinutes(20)));
        JobId second = grid.submit(expecting(Duration.ofHours(5)));
        OptionalDouble both = tally().expected();
        grid.change(Verb.CANCEL, second.toString());

        assertThat(both).hasValue(300);
        assertThat(tally().expected()).hasValue(20);
    }

    private List<TypeSummary> types(Caller caller) {
        return grid.ask(new Question.ListTypes(caller), Reply.Types.class).types();
    }

    @Test
    void of_a_forgotten_node_nothing_is_believed() {
        Introduced node = starts("a");
        later(3);
        Introduced again = startsAgain(node, "b", Duration.ZERO);
        grid.pass(Duration.ofSeconds(90));
        grid.ask(new Command.SetDuty(ADMIN, again.node(), Duty.FORGOTTEN), Reply.Acknowledged.class);

        assertThat(belief(node)).isEqualTo(NodeBelief.NEW);
        assertThat(grid.stored().beliefs().nodes()).isEmpty();
    }

    @Test
    void a_type_that_nobody_used_for_ninety_days_is_forgotten_unless_something_of_it_waits() {
        Introduced node = starts("a");
        grid.submit(array(1));
        grid.commit(node, done(started(node).get(0)));
        grid.freeze(Duration.ofDays(89));
        grid.pass(Duration.ofMinutes(2));
        assertThat(grid.stored().beliefs().types()).containsKey(TYPE);

        grid.submit(array(1));
        grid.freeze(Duration.ofDays(2));
        grid.pass(Duration.ofMinutes(2));
        assertThat(grid.stored().beliefs().types()).containsKey(TYPE);

        grid.change(Verb.CANCEL, "last");
        grid.pass(Duration.ofMinutes(2));
        assertThat(grid.stored().beliefs().types()).isEmpty();
        assertThat(grid.roster().groups().knownTypes()).isZero();
        assertThat(grid.roster().shares().knownTypes()).isZero();
    }

    @Test
    void of_a_type_that_was_never_tried_nothing_is_kept_when_its_jobs_are_gone() {
        grid.submit(array(1));
        assertThat(grid.roster().shares().knownTypes()).isEqualTo(1);

        grid.change(Verb.CANCEL, "last");

        assertThat(grid.roster().groups().knownTypes()).isZero();
        assertThat(grid.roster().shares().knownTypes()).isZero();
    }
}
