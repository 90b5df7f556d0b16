package org.gleaner.core.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.gleaner.core.step.GridFixture.ANNA;
import static org.gleaner.core.step.GridFixture.TWO_SLOTS;
import static org.gleaner.core.step.GridFixture.array;
import static org.gleaner.core.step.GridFixture.done;
import static org.gleaner.core.step.GridFixture.failed;
import static org.gleaner.core.step.GridFixture.job;
import static org.gleaner.core.step.GridFixture.limits;
import static org.gleaner.core.step.GridFixture.report;
import static org.gleaner.core.step.GridFixture.typed;

import java.time.Duration;
import java.util.List;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.desk.JobFacts;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.Cause;
import org.gleaner.core.grid.Cause.Behind;
import org.gleaner.core.grid.Cause.Blocked;
import org.gleaner.core.grid.Cause.Lifts;
import org.gleaner.core.grid.Cause.Means;
import org.gleaner.core.grid.Cause.Restart;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.NodeSummary;
import org.gleaner.core.grid.PastChoices;
import org.gleaner.core.grid.Question;
import org.gleaner.core.grid.Reason;
import org.gleaner.core.grid.Reason.Kind;
import org.gleaner.core.grid.Rejection;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Selector;
import org.gleaner.core.grid.Verb;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.Amounts;
import org.gleaner.core.job.CommandLine;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.Platform;
import org.gleaner.core.job.Predecessor;
import org.gleaner.core.job.Predecessor.When;
import org.gleaner.core.job.Requirements;
import org.gleaner.core.job.RuntimeVersion;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.job.Turn;
import org.gleaner.core.message.Introduced;
import org.gleaner.core.message.Start;
import org.gleaner.core.message.SyncReport;
import org.gleaner.core.node.Capacity;
import org.gleaner.core.node.Held;
import org.gleaner.core.node.Mismatch;
import org.gleaner.core.scheduling.Rule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** "Why is it not running?" has a typed answer with figures. */
final class WhyTest {
    private static final Restart PLAIN = new Restart(Means.RETRY, Lifts.NOTHING);

    private final GridFixture grid = new GridFixture();

    private List<Reason> why(String selector) {
        return grid.ask(new Question.AskWhy(ANNA, Selector.parse(selector)), Reply.Explained.class)
                .reasons();
    }

    @Test
    void no_node_is_connected() {
        grid.submit(array(3));

        assertThat(why("1")).extracting(Reason::kind, Reason::tasks).containsExactly(tuple(Kind.NO_NODE, 3));
    }

    @Test
    void no_node_is_large_enough_and_the_figures_are_told() {
        grid.introduce("small", TWO_SLOTS);
        grid.submit(job(1, new Requirements(1, MemorySize.parse("64G")), limits(3, 20, 0, 0)));

        Reason reason = why("1").get(0);

        assertThat(reason.kind()).isEqualTo(Kind.FITS_NO_NODE);
        assertThat(reason.cause())
                .isEqualTo(new Cause.FitsNone(new Reply.Change(1, Mismatch.Kind.MEMORY, "64G", "4G")));
        Reply.Misfit misfit = new Reply.Misfit(Mismatch.Kind.MEMORY, 1, List.of("64 GB"), List.of("4 GB"));
        assertThat(why("1").get(1).cause()).isEqualTo(new Cause.Misfit(misfit, null));
    }

    @Test
    void what_a_java_program_cannot_do_without_is_not_advised_to_be_left_out() {
        grid.introduce("small", TWO_SLOTS);
        grid.submit(served("python:3.9"));
        grid.submit(served("java:17"));

        assertThat(why("1").get(0).cause())
                .isEqualTo(new Cause.FitsNone(new Reply.Change(1, Mismatch.Kind.RUNTIME, "python:3.9", ""), true));
        assertThat(why("2").get(0).cause()).isEqualTo(new Cause.FitsNone(null, true));
        assertThat(why("2").get(1).kind()).isEqualTo(Kind.MISFIT);
    }

    /** Of a Java program that needs this. */
    private static JobSpec served(String runtime) {
        Platform platform = new Platform(null, null, List.of(RuntimeVersion.parse(runtime)), List.of(), false);
        return job(1, new Requirements(1, null, null, platform), limits(3, 20, 0, 0))
                .running(new CommandLine.Words(List.of("java"), true));
    }

    @Test
    void what_machines_have_is_told_from_the_smallest_to_the_largest() {
        for (String size : List.of("4G", "4G", "21G", "200M")) {
            grid.introduce("of-" + size, new Capacity(2, MemorySize.parse(size)));
        }
        grid.submit(job(1, new Requirements(1, MemorySize.parse("64G")), limits(3, 20, 0, 0)));

        assertThat(why("1").get(1).cause())
                .isInstanceOfSatisfying(
                        Cause.Misfit.class,
                        cause -> assertThat(cause.misfit().has()).containsExactly("200 MB", "4 GB", "21 GB"));
    }

    @Test
    void all_nodes_that_could_take_it_are_busy() {
        Introduced node = grid.introduce("small", TWO_SLOTS);
        grid.submit(array(5));
        grid.orders(node);

        assertThat(why("1")).extracting(Reason::kind).containsExactly(Kind.NONE_FREE, Kind.RUNNING);
    }

    @Test
    void a_node_without_room_on_its_disk_is_told_apart_from_one_that_somebody_needs() {
        Introduced full = grid.introduce("full", TWO_SLOTS);
        Introduced used = grid.introduce("used", TWO_SLOTS);
        grid.submit(array(5));
        offers(full, TWO_SLOTS.withoutDisk());
        offers(used, Capacity.NOTHING);

        List<Reason> reasons = why("1");

        assertThat(reasons)
                .extracting(Reason::kind, Reason::nodes)
                .containsExactly(tuple(Kind.NODES_DISK_FULL, 1), tuple(Kind.NODES_IN_USE, 1));
        assertThat(reasons.get(1).cause()).isEqualTo(new Cause.NodesInUse(List.of("used")));
        assertThat(grid.ask(new Question.ListNodes(ANNA), Reply.Nodes.class).nodes())
                .extracting(NodeSummary::state)
                .containsExactly("disk-full", "connected");
    }

    private void offers(Introduced node, Capacity offer) {
        SyncReport report = new SyncReport(node.incarnation(), 1, List.of(), offer, 0, Duration.ofSeconds(20));
        grid.send(new Command.Sync(node.node(), report));
    }

    @Test
    void it_waits_for_a_job_that_is_stuck() {
        grid.submit(array(2));
        grid.submit(array(1).withTurn(
                        Turn.USUAL.after(List.of(new Predecessor(new JobId(1), new Ordinals(List.of()), false)))));
        grid.change(Verb.BLOCK, "1.1");

        Reason reason = why("2").get(0);

        TaskCounts counts = grid.roster().jobs().open(new JobId(1)).states().counts();
        assertThat(counts.blocked()).isEqualTo(1);
        assertThat(reason.cause())
                .isEqualTo(
                        new Cause.After(new Predecessor(new JobId(1), new Ordinals(List.of()), false), counts, false));
    }

    @Test
    void of_a_predecessor_only_the_tasks_that_count_are_counted() {
        grid.submit(array(6));
        grid.change(Verb.PAUSE, "1");
        Predecessor some = new Predecessor(new JobId(1), Ordinals.range(2, 3), false);
        grid.submit(array(1).withTurn(Turn.USUAL.after(List.of(some))));

        assertThat(why("2"))
                .extracting(Reason::cause)
                .containsExactly(new Cause.After(some, new TaskCounts(0, 0, 0, 0, 2, 0, 0), true));
    }

    @Test
    void what_waits_for_a_chain_that_stands_still_is_told_to_be_stuck() {
        grid.submit(array(2));
        after(1, When.DONE, false);
        after(2, When.DONE, false);
        after(1, When.FAILED, false);
        grid.change(Verb.BLOCK, "1.1");

        assertThat(stuck(3)).as("1.2 may run").isFalse();
        grid.change(Verb.PAUSE, "1.2");
        assertThat(stuck(2)).isTrue();
        assertThat(stuck(3)).isTrue();
        assertThat(stuck(4)).isTrue();
        grid.change(Verb.RESUME, "1.2");
        assertThat(stuck(3)).isFalse();
        assertThat(stuck(4)).isFalse();
    }

    @Test
    void what_waits_task_by_task_is_stuck_only_with_all_of_them() {
        grid.submit(array(2));
        grid.submit(array(2));
        grid.submit(array(2).withTurn(Turn.USUAL.after(
                List.of(before(1, When.DONE, true), new Predecessor(new JobId(2), Ordinals.range(2, 2), true)))));
        grid.change(Verb.PAUSE, "2");

        assertThat(stuck(3)).as("3.1 waits for 1.1 only").isFalse();
        grid.change(Verb.PAUSE, "1");
        assertThat(stuck(3)).isTrue();
    }

    private static Predecessor before(long job, When when, boolean each) {
        return new Predecessor(new JobId(job), new Ordinals(List.of()), each, when);
    }

    private void after(long job, When when, boolean each) {
        grid.submit(array(1).withTurn(Turn.USUAL.after(List.of(before(job, when, each)))));
    }

    private boolean stuck(long job) {
        return ((Cause.After) why(String.valueOf(job)).get(0).cause()).stuck();
    }

    @Test
    void a_job_of_the_same_owner_goes_first() {
        grid.introduce("small", TWO_SLOTS);
        grid.submit(array(1));
        grid.submit(array(1).withTurn(Turn.USUAL.with(3, 1, null)));

        assertThat(why("1").get(0).cause()).isEqualTo(new Behind.HigherPriority(new JobId(2), 3, 0));
    }

    @Test
    void in_a_busy_pool_it_is_told_which_own_job_goes_first() {
        Introduced node = grid.introduce("small", TWO_SLOTS);
        grid.submit(array(5));
        grid.orders(node);
        grid.submit(array(3));
        grid.submit(array(3).withTurn(Turn.USUAL.with(3, 1, null)));

        assertThat(why("1.3-5")).extracting(Reason::cause).contains(new Behind.HigherPriority(new JobId(3), 3, 0));
        grid.change(Verb.PAUSE, "3");
        assertThat(why("2")).extracting(Reason::cause).contains(new Behind.Older(new JobId(1), 0));
        assertThat(why("1.3-5"))
                .as("nothing is before it")
                .extracting(Reason::kind)
                .containsExactly(Kind.NONE_FREE);
    }

    @Test
    void an_own_job_that_fits_none_of_the_nodes_goes_before_nobody() {
        Introduced node = grid.introduce("small", TWO_SLOTS);
        grid.submit(array(5));
        grid.orders(node);
        grid.submit(job(1, new Requirements(1, MemorySize.parse("64G")), limits(3, 20, 0, 0))
                .withTurn(Turn.USUAL.with(3, 1, null)));

        assertThat(why("1.3-5")).extracting(Reason::kind).containsExactly(Kind.NONE_FREE);
    }

    private void submitAsBert(JobSpec spec) {
        Caller bert = new Caller(new Owner("bert"), false);
        grid.ask(new Command.Submit(bert, spec, List.of(), null, List.of()), Reply.Submitted.class);
    }

    @Test
    void in_a_busy_pool_it_is_told_that_another_owner_goes_first() {
        Introduced node = grid.introduce("small", TWO_SLOTS);
        grid.submit(array(9));
        List<Start> started = grid.orders(node).start();
        grid.pass(Duration.ofSeconds(30));
        grid.commit(node, done(started.get(0).attempt()));
        grid.orders(node, Held.of(started.get(1).attempt(), Held.State.RUNNING));
        submitAsBert(other());

        List<Cause> causes = why("1").stream().map(Reason::cause).toList();

        assertThat(causes).element(1).isInstanceOf(Cause.Turn.OtherOwner.class);
        PastChoices.Share share = ((Cause.Turn.OtherOwner) causes.get(1)).share();
        assertThat(share).isNotNull();
        assertThat(share.own()).isTrue();
        assertThat(((Cause.Busy) causes.get(0)).past().share()).as("told once").isNull();
    }

    @Test
    void in_a_busy_pool_the_limit_for_tasks_of_unknown_length_is_named() {
        Introduced node = grid.introduce("small", TWO_SLOTS);
        grid.submit(array(9));
        grid.orders(node);
        submitAsBert(other());

        assertThat(why("1")).extracting(Reason::cause).contains(new Cause.Turn.UnknownLength("sim.py", 1));
    }

    @Test
    void the_limit_for_tasks_of_unknown_length_is_named_only_where_it_holds() {
        Introduced node = grid.introduce("small", TWO_SLOTS);
        grid.submit(other());
        Start known = grid.orders(node).start().get(0);
        grid.pass(Duration.ofSeconds(30));
        grid.commit(node, done(known.attempt()));
        grid.submit(array(9).withTurn(Turn.USUAL.with(3, 1, null)));
        grid.orders(node);
        grid.submit(other());
        submitAsBert(other());

        assertThat(why("2")).extracting(Reason::cause).hasAtLeastOneElementOfType(Cause.Turn.UnknownLength.class);
        assertThat(why("3"))
                .extracting(Reason::cause)
                .as("of known length; its turn comes when that of its owner comes")
                .noneMatch(
                        cause -> cause instanceof Cause.Turn.UnknownLength || cause instanceof Behind.HigherPriority);
    }

    @Test
    void it_is_told_which_own_job_goes_first_by_weight() {
        Introduced node = grid.introduce("small", TWO_SLOTS);
        grid.submit(array(9));
        grid.orders(node);
        grid.submit(array(9).withTurn(Turn.USUAL.with(0, 5, null)));

        assertThat(why("1")).extracting(Reason::cause).contains(new Behind.LessServed(new JobId(2), null, false));
    }

    @Test
    void of_a_job_that_has_had_nothing_nobody_says_that_it_had_too_much() {
        grid.introduce("small", TWO_SLOTS);
        grid.submit(array(9).withTurn(Turn.USUAL.with(0, 5, null)));
        grid.submit(array(9).withTurn(Turn.USUAL.with(0, 3, null)));

        assertThat(why("2").get(0).cause()).isEqualTo(new Behind.LessServed(new JobId(1), 3, true));
    }

    @Test
    void a_cancelled_task_whose_processes_have_not_ended_is_cancelled_for_everybody_and_still_being_stopped() {
        Introduced lab = grid.introduce("lab", TWO_SLOTS);
        JobId job = grid.submit(array(3));
        grid.orders(lab);
        grid.change(Verb.CANCEL, job.toString());

        assertThat(why(job.toString()))
                .containsExactly(
                        new Reason(job, new Cause.Stopping(List.of("lab")), 2),
                        new Reason(job, new Cause.Cancelled(null), 1));
        assertThat(JobFacts.summary(grid.roster().jobs().open(job).stored()).state())
                .isEqualTo(TaskState.CANCELLED);
    }

    @Test
    void tasks_that_stand_still_for_a_person_are_told_apart_from_running_ones() {
        Introduced desk = grid.introduce("desk", TWO_SLOTS);
        grid.submit(array(2));
        List<Start> started = grid.orders(desk).start();
        Held still = Held.of(started.get(0).attempt(), Held.State.SUSPENDED);
        Held going = Held.of(started.get(1).attempt(), Held.State.RUNNING);
        grid.orders(desk, still, going);

        assertThat(why("1"))
                .extracting(Reason::kind, Reason::tasks)
                .containsExactly(tuple(Kind.SUSPENDED, 1), tuple(Kind.RUNNING, 1));
        Reply.NodeDetail detail = grid.ask(new Question.AskNode(ANNA, desk.node()), Reply.NodeDetail.class);
        assertThat(detail.runs()).extracting(Reply.NodeRun::suspended).containsExactly(true, false);
    }

    @Test
    void what_is_told_of_choices_is_about_the_job_that_is_asked_for_however_much_else_is_chosen() {
        Introduced small = grid.introduce("small", TWO_SLOTS);
        Introduced large = grid.introduce("large", new Capacity(1, MemorySize.parse("64G")));
        grid.submit(job(2, new Requirements(1, MemorySize.parse("32G")), limits(3, 20, 0, 0)));
        grid.orders(large);
        for (int i = 0; i < 30; i++) {
            grid.submit(other());
            grid.commit(small, done(grid.orders(small).start().get(0).attempt()));
        }

        PastChoices.Given last = new PastChoices.Given("sim.py", "large", Duration.ZERO, Rule.FEWEST_RUNNING);
        assertThat(why("1").get(0).cause())
                .isEqualTo(new Cause.Busy(true, 1, false, Amounts.NONE, null, new PastChoices(null, last, null)));
        assertThat(why("1.1").get(0).cause())
                .isEqualTo(new Cause.Running(List.of("large"), Rule.FEWEST_RUNNING, 0, 0, 0, "off", 0));
    }

    @Test
    void what_only_lacks_memory_is_told_so() {
        Introduced small = grid.introduce("small", TWO_SLOTS);
        grid.submit(job(1, new Requirements(1, MemorySize.parse("3G")), limits(3, 20, 0, 0)));
        grid.orders(small);
        grid.submit(job(1, new Requirements(1, MemorySize.parse("2G")), limits(3, 20, 0, 0)));

        assertThat(((Cause.Busy) why("2").get(0).cause()).memory()).isEqualTo(MemorySize.parse("2G"));
        grid.submit(job(1, new Requirements(1, MemorySize.parse("1G")), limits(3, 20, 0, 0)));
        grid.orders(small);
        assertThat(((Cause.Busy) why("2").get(0).cause()).memory())
                .as("no slot either")
                .isNull();
    }

    @Test
    void what_the_nodes_that_would_fit_got_instead_is_told() {
        Introduced small = grid.introduce("small", TWO_SLOTS);
        grid.submit(other());
        grid.orders(small);
        grid.submit(job(1, new Requirements(2, MemorySize.parse("1G")), limits(3, 20, 0, 0)));

        PastChoices.Instead other = new PastChoices.Instead(1, 1, "other.py", Rule.FEWEST_RUNNING);
        assertThat(why("2").get(0).cause())
                .isEqualTo(new Cause.Busy(true, 2, false, Amounts.NONE, null, new PastChoices(null, null, other)));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_wide_job_goes_before_a_narrow_one_only_where_it_has_room(boolean hasRoom) {
        Introduced node = grid.introduce("small", TWO_SLOTS);
        grid.submit(other());
        if (!hasRoom) {
            grid.orders(node);
        }
        grid.submit(job(1, new Requirements(2, MemorySize.parse("1G")), limits(3, 20, 0, 0))
                .withTurn(Turn.USUAL.with(3, 1, null)));
        grid.submit(array(3));

        assertThat(why("3").get(0).cause())
                .isInstanceOf(hasRoom ? Behind.HigherPriority.class : Cause.Turn.NextToAsk.class);
        assertThat(why("2").get(0).cause()).isInstanceOf(hasRoom ? Cause.Turn.NextToAsk.class : Cause.Busy.class);
    }

    @Test
    void in_a_busy_pool_a_wide_job_goes_before_no_narrow_one() {
        Introduced node = grid.introduce("small", TWO_SLOTS);
        grid.submit(array(9));
        grid.orders(node);
        grid.submit(job(1, new Requirements(2, MemorySize.parse("1G")), limits(3, 20, 0, 0))
                .withTurn(Turn.USUAL.with(3, 1, null)));

        assertThat(why("1")).extracting(Reason::kind).containsExactly(Kind.NONE_FREE, Kind.RUNNING);
    }

    @Test
    void how_an_owner_was_served_is_told_to_her_and_work_of_others_is_not_named() {
        Introduced node = grid.introduce("small", TWO_SLOTS);
        for (int i = 0; i < 3; i++) {
            submitAsBert(other());
        }
        grid.submit(array(2));
        assertThat(past("4").share()).isEqualTo(new PastChoices.Share(0, true));
        grid.change(Verb.PAUSE, "4");
        grid.orders(node);
        grid.change(Verb.RESUME, "4");

        assertThat(past("4"))
                .isEqualTo(new PastChoices(
                        new PastChoices.Share(50, true), null, new PastChoices.Instead(1, 1, null, null)));
    }

    private PastChoices past(String selector) {
        Cause cause = why(selector).get(0).cause();
        return cause instanceof Cause.Busy busy ? busy.past() : ((Cause.Turn.NextToAsk) cause).past();
    }

    private static JobSpec other() {
        return typed("other.py", 1);
    }

    @Test
    void a_running_task_that_is_to_be_blocked_is_told_so() {
        Introduced node = grid.introduce("small", TWO_SLOTS);
        grid.submit(array(2));
        grid.orders(node);
        grid.change(Verb.PAUSE, "1.1");
        grid.change(Verb.BLOCK, "1.2");

        assertThat(why("1").get(0).cause()).isEqualTo(new Cause.Running(List.of("small"), null, 1, 1, 0, "off", 0));
    }

    @Test
    void the_job_is_throttled() {
        Introduced node = grid.introduce("small", TWO_SLOTS);
        grid.submit(job(5, Requirements.ONE_CORE, limits(3, 20, 0, 1)));
        grid.orders(node);

        assertThat(why("1.2-5")).extracting(Reason::kind).containsExactly(Kind.THROTTLED);
    }

    @Test
    void it_was_paused_by_hand() {
        grid.submit(array(5));
        grid.change(Verb.PAUSE, "1");

        assertThat(why("1.1").get(0).cause()).isEqualTo(new Cause.Plain(Kind.PAUSED));
    }

    @Test
    void it_is_blocked_and_the_cause_is_named() {
        Introduced node = grid.introduce("small", TWO_SLOTS);
        grid.submit(job(1, Requirements.ONE_CORE, limits(1, 20, 0, 0)));
        grid.commit(node, failed(grid.orders(node).start().get(0).attempt()));

        Reason reason = why("1").get(0);

        assertThat(reason.cause()).isEqualTo(new Blocked.Failed(1, 1, Outcome.EXITED, "small", PLAIN));
    }

    @Test
    void it_is_blocked_because_it_starts_nowhere() {
        Introduced node = grid.introduce("small", TWO_SLOTS);
        grid.submit(array(1));
        grid.commit(node, report(grid.orders(node).start().get(0).attempt(), Outcome.NOT_STARTABLE, 127));

        assertThat(why("1").get(0).cause()).isEqualTo(new Blocked.StartsNowhere(PLAIN));
    }

    @Test
    void the_advice_for_a_job_with_files_sends_them_again() {
        Introduced node = grid.introduce("small", TWO_SLOTS);
        InputFile script = new InputFile("run.sh", new BlobHash("ab".repeat(32)), 10, true);
        grid.submit(array(1).withInputs(List.of(script)));
        grid.commit(node, report(grid.orders(node).start().get(0).attempt(), Outcome.NOT_STARTABLE, 127));

        assertThat(why("1").get(0).cause())
                .isEqualTo(new Blocked.StartsNowhere(new Restart(Means.RETRY_WITH_FILES, Lifts.NOTHING)));
    }

    @Test
    void nobody_is_advised_to_retry_a_call_whose_program_has_been_told() {
        Introduced node = grid.introduce("small", TWO_SLOTS);
        InputFile code = new InputFile("code.jar", new BlobHash("ab".repeat(32)), 10, true);
        grid.submit(job(1, Requirements.ONE_CORE, limits(1, 20, 0, 0))
                .withInputs(List.of(code))
                .running(new CommandLine.Words(List.of("java"), true)));
        grid.commit(node, failed(grid.orders(node).start().get(0).attempt()));

        Restart restart = new Restart(Means.ITS_PROGRAM, Lifts.NOTHING);
        assertThat(why("1").get(0).cause()).isEqualTo(new Blocked.Failed(1, 1, Outcome.EXITED, "small", restart));
    }

    @Test
    void of_calls_that_were_cancelled_only_their_program_can_make_more() {
        Introduced lab = grid.introduce("lab", TWO_SLOTS);
        JobId job = grid.submit(array(3).running(new CommandLine.Words(List.of("java"), true)));
        grid.orders(lab);
        grid.change(Verb.CANCEL, job.toString());

        assertThat(why(job.toString())).contains(new Reason(job, new Cause.Cancelled(null, true), 1));
    }

    @Test
    void a_task_that_does_not_exist_is_refused_with_the_range_that_does() {
        grid.submit(array(5));

        Reply.Refused refused = grid.ask(new Question.AskWhy(ANNA, Selector.parse("1.6")), Reply.Refused.class);

        assertThat(refused.why()).isEqualTo(new Rejection.UnknownTask(new JobId(1), 5));
    }

    @Test
    void what_was_blocked_by_hand_is_told_apart_and_the_advice_is_to_unblock_it() {
        Introduced node = grid.introduce("small", TWO_SLOTS);
        grid.submit(job(3, Requirements.ONE_CORE, limits(1, 20, 0, 0)));
        grid.commit(node, failed(grid.orders(node).start().get(0).attempt()));
        grid.change(Verb.BLOCK, "1.3");

        List<Reason> reasons = why("1");

        assertThat(reasons)
                .filteredOn(reason -> reason.kind() == Kind.BLOCKED)
                .extracting(Reason::tasks, Reason::cause)
                .containsExactly(
                        tuple(
                                1,
                                new Blocked.Failed(
                                        1,
                                        1,
                                        Outcome.EXITED,
                                        "small",
                                        new Restart(Means.RETRY, Lifts.BLOCKED_BY_HAND))),
                        tuple(1, new Cause.Plain(Kind.BLOCKED)));
    }

    @Test
    void what_no_node_could_start_is_never_called_blocked_by_hand_whatever_nodes_forget() {
        Introduced node = grid.introduce("small", TWO_SLOTS);
        grid.submit(array(3));
        grid.commit(node, report(grid.orders(node).start().get(0).attempt(), Outcome.NOT_STARTABLE, 127));
        grid.submit(array(1));
        grid.commit(node, done(grid.orders(node).start().get(0).attempt()));
        assertThat(grid.stored().refusals()).isEmpty();

        assertThat(why("1.1-3"))
                .filteredOn(reason -> reason.kind() == Kind.BLOCKED)
                .extracting(Reason::cause)
                .containsExactly(new Blocked.StartsNowhere(PLAIN));
        grid.restart();

        assertThat(why("1.1-3"))
                .filteredOn(reason -> reason.kind() == Kind.BLOCKED)
                .extracting(Reason::cause)
                .containsExactly(new Blocked.StartsNowhere(PLAIN));
    }

    @Test
    void what_was_blocked_by_hand_is_told_apart_although_a_node_could_not_start_such_a_task() {
        Introduced bad = grid.introduce("bad", TWO_SLOTS);
        Introduced good = grid.introduce("good", TWO_SLOTS);
        grid.submit(array(5));
        List<Start> starts = grid.orders(bad).start();
        grid.commit(bad, report(starts.get(0).attempt(), Outcome.NOT_STARTABLE, 127));
        grid.orders(good);
        grid.change(Verb.BLOCK, "1.5");
        assertThat(grid.stored().refusals()).isNotEmpty();

        assertThat(why("1"))
                .filteredOn(reason -> reason.kind() == Kind.BLOCKED)
                .extracting(Reason::tasks, Reason::cause)
                .containsExactly(tuple(1, new Cause.Plain(Kind.BLOCKED)));
    }

    @Test
    void who_retries_what_starts_nowhere_is_told_that_it_lifts_what_was_blocked_by_hand() {
        Introduced node = grid.introduce("small", TWO_SLOTS);
        grid.submit(array(3));
        grid.change(Verb.BLOCK, "1.3");
        grid.commit(node, report(grid.orders(node).start().get(0).attempt(), Outcome.NOT_STARTABLE, 127));

        assertThat(why("1"))
                .filteredOn(reason -> reason.kind() == Kind.BLOCKED)
                .extracting(Reason::cause)
                .containsExactly(new Blocked.StartsNowhere(new Restart(Means.RETRY, Lifts.PERHAPS)));
    }

    @Test
    void a_file_that_the_server_lost_is_called_the_servers_fault_and_asked_for_again() {
        Introduced node = grid.introduce("small", TWO_SLOTS);
        grid.submit(array(1));
        grid.commit(node, report(grid.orders(node).start().get(0).attempt(), Outcome.INPUT_LOST, 0));

        Reason reason = why("1").get(0);

        assertThat(reason.cause()).isEqualTo(new Blocked.InputLost(1));
        assertThat(grid.stored().refusals()).isEmpty();
    }
}
