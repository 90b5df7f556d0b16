package org.gleaner.core.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.gleaner.core.step.GridFixture.ADMIN;
import static org.gleaner.core.step.GridFixture.ANNA;
import static org.gleaner.core.step.GridFixture.array;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.Cause;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Question;
import org.gleaner.core.grid.QuotaUse;
import org.gleaner.core.grid.Reason;
import org.gleaner.core.grid.Rejection;
import org.gleaner.core.grid.Rejection.Obstacle;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Selector;
import org.gleaner.core.grid.Setting;
import org.gleaner.core.grid.Verb;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.Entry;
import org.gleaner.core.job.Hosting;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.JobLimits;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.Predecessor;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.job.Turn;
import org.gleaner.core.message.CommitReply;
import org.gleaner.core.message.Introduced;
import org.gleaner.core.message.Start;
import org.gleaner.core.node.Capacity;
import org.junit.jupiter.api.Test;

/** The tasks of a job are units of a problem, and come with its checkpoints. */
final class HostedTest {
    private static final Capacity ONE_SLOT = new Capacity(1, MemorySize.parse("1G"));

    private final GridFixture grid = new GridFixture();

    private static InputFile state(int number) {
        return new InputFile(
                "state", new BlobHash(Integer.toHexString(number % 16).repeat(64)), number, false);
    }

    private JobId growing() {
        JobSpec spec = array(1).like(new ArrayShape.Listed(0, List.of(), true), array(1).limits(), Turn.USUAL);
        return grid.ask(new Command.Submit(ANNA, spec, List.of(), null, List.of()), Reply.Submitted.class)
                .job();
    }

    private JobId hosted() {
        JobId id = growing();
        save(id, Hosting.begin(state(0)), 0);
        return id;
    }

    private static Command command(JobId job, Hosting hosting, int units) {
        List<Entry> entries = new ArrayList<>();
        for (int i = 1; i <= units; i++) {
            entries.add(new Entry("u" + i, List.of()));
        }
        return new Command.SaveHost(ANNA, job, hosting, entries, List.of());
    }

    private void save(JobId job, Hosting hosting, int units) {
        grid.ask(command(job, hosting, units), Reply.Acknowledged.class);
    }

    /** A problem that has given out so many units. */
    private JobId hosted(int units) {
        JobId id = hosted();
        save(id, hosting(id).next(state(1), 0, null), units);
        return id;
    }

    private Rejection refused(Command command) {
        return grid.ask(command, Reply.Refused.class).why();
    }

    private static Rejection not(JobId job, String verb, Obstacle why) {
        return new Rejection.IllegalTransition(job, verb, why);
    }

    private Hosting hosting(JobId job) {
        return Objects.requireNonNull(grid.roster().jobs().open(job).spec().hosting());
    }

    @Test
    void a_checkpoint_and_its_units_come_together_and_are_there_after_a_restart() {
        JobId id = hosted();
        Hosting first = hosting(id).next(state(1), 0, null);

        save(id, first, 3);
        grid.restart();

        assertThat(hosting(id)).isEqualTo(first);
        assertThat(grid.roster().jobs().open(id).spec().tasks()).isEqualTo(3);
        assertThat(grid.task(id, 3)).isEqualTo(TaskState.READY);
    }

    @Test
    void a_problem_that_is_submitted_as_one_is_one_from_the_first_moment_on() {
        Hosting begin = Hosting.begin(state(3));
        JobSpec spec = array(1).like(new ArrayShape.Listed(0, List.of(), true, begin), array(1).limits(), Turn.USUAL);

        JobId id = grid.ask(new Command.Submit(ANNA, spec, List.of(), null, List.of()), Reply.Submitted.class)
                .job();
        grid.restart();

        assertThat(hosting(id)).isEqualTo(begin);
        assertThat(refused(new Command.Seal(ANNA, id))).isEqualTo(not(id, "seal", Obstacle.Plain.HOSTED));
    }

    @Test
    void a_checkpoint_is_taken_once_and_only_behind_the_one_before() {
        JobId id = hosted();
        Hosting begin = hosting(id);
        Hosting first = begin.next(state(1), 0, null);
        save(id, first, 2);

        assertThat(refused(command(id, first, 2))).isEqualTo(not(id, "host", Obstacle.Plain.OTHER_CHECKPOINT));
        Hosting third = first.next(state(2), 1, null).next(state(3), 2, null);
        assertThat(refused(command(id, third, 1))).isEqualTo(not(id, "host", Obstacle.Plain.OTHER_CHECKPOINT));
        assertThat(grid.roster().jobs().open(id).spec().tasks()).isEqualTo(2);
    }

    @Test
    void to_begin_twice_changes_nothing() {
        JobId id = hosted();
        Hosting first = hosting(id).next(state(1), 0, null);
        save(id, first, 2);

        save(id, Hosting.begin(state(7)), 0);

        assertThat(hosting(id)).isEqualTo(first);
    }

    private Command demanding(JobId job, Hosting hosting, QuotaUse demand) {
        return new Command.SaveHost(ANNA, job, hosting, List.of(new Entry("u", List.of())), List.of(), demand);
    }

    private List<Cause> causes(JobId job) {
        return grid.ask(new Question.AskWhy(ANNA, new Selector.OneJob(job)), Reply.Explained.class).reasons().stream()
                .map(Reason::cause)
                .toList();
    }

    @Test
    void a_checkpoint_beyond_the_quota_is_not_taken_and_the_next_one_that_fits_is() {
        JobId id = hosted();
        Hosting begin = hosting(id);
        Hosting first = begin.next(state(1), 0, null);
        grid.send(new Command.ChangeSetting(ADMIN, Setting.QUOTA_OWNER.word(), "1K"));
        Rejection.QuotaExceeded cramped = new Rejection.QuotaExceeded(ANNA.owner(), 1000, 100, 1024);

        assertThat(refused(demanding(id, first, new QuotaUse(1000, 1000, 100)))).isEqualTo(cramped);

        assertThat(hosting(id)).isEqualTo(begin);
        assertThat(grid.roster().jobs().open(id).spec().tasks()).isZero();
        assertThat(causes(id)).containsExactly(new Cause.HostCramped(cramped));

        grid.ask(demanding(id, first, new QuotaUse(900, 900, 100)), Reply.Acknowledged.class);

        assertThat(hosting(id)).isEqualTo(first);
        assertThat(causes(id)).noneMatch(Cause.HostCramped.class::isInstance);
    }

    @Test
    void what_all_keep_bounds_a_problem_too_and_one_that_is_cramped_can_be_stopped() {
        JobId id = hosted();
        Hosting first = hosting(id).next(state(1), 0, null);
        grid.send(new Command.ChangeSetting(ADMIN, Setting.QUOTA_TOTAL.word(), "1K"));

        assertThat(refused(demanding(id, first, new QuotaUse(0, 1000, 100))))
                .isEqualTo(new Rejection.QuotaExceeded(null, 1000, 100, 1024));
        save(id, hosting(id).stop("it threw"), 0);

        assertThat(hosting(id).stopped()).isEqualTo("it threw");
        assertThat(causes(id)).noneMatch(Cause.HostCramped.class::isInstance);
    }

    @Test
    void whatever_a_host_says_when_it_fails_its_problem_is_stopped_and_for_a_reason() {
        JobId odd = hosted();

        save(odd, hosting(odd).stop("x".repeat(3_999) + "\ud83d\ude00"), 0);

        assertThatThrownBy(() -> hosting(odd).stop(" ")).hasMessageContaining("without a reason");
        assertThat(hosting(odd).stopped()).as("no half of a character").isEqualTo("x".repeat(3_999));
    }

    @Test
    void only_a_growing_job_without_tasks_of_ones_own_becomes_a_problem() {
        JobId plain = grid.submit(array(1));
        JobId growing = growing();
        Hosting begin = Hosting.begin(state(0));
        Caller bob = new Caller(new Owner("bob"), false);

        assertThat(refused(command(plain, begin, 0))).isEqualTo(not(plain, "host", Obstacle.Plain.NOT_TO_BE_HOSTED));
        assertThat(refused(new Command.SaveHost(bob, growing, begin, List.of(), List.of())))
                .isEqualTo(new Rejection.UnknownJob(growing));
        assertThat(refused(new Command.SaveHost(ANNA, growing, begin, List.of(), List.of(state(0).hash()))))
                .isEqualTo(new Rejection.MissingBlobs(List.of(state(0).hash())));
    }

    @Test
    void nobody_else_adds_to_a_problem_or_seals_it() {
        JobId id = hosted();

        assertThat(refused(new Command.AddTasks(ANNA, id, 0, List.of(new Entry("x", List.of())), null)))
                .isEqualTo(not(id, "add", Obstacle.Plain.HOSTED));
        assertThat(refused(new Command.Seal(ANNA, id))).isEqualTo(not(id, "seal", Obstacle.Plain.HOSTED));
    }

    @Test
    void a_list_of_jobs_tells_which_grow_by_themselves() {
        JobId growing = growing();
        JobId id = hosted();

        List<Reply.JobSummary> listed = grid.ask(new Question.ListJobs(ANNA, new Selector.All()), Reply.Jobs.class)
                .jobs();

        assertThat(listed)
                .extracting(Reply.JobSummary::id, Reply.JobSummary::growing, Reply.JobSummary::hosted)
                .containsExactlyInAnyOrder(tuple(growing, true, false), tuple(id, true, true));
    }

    @Test
    void a_problem_is_not_sealed_because_its_units_take_long() {
        JobId id = hosted();
        grid.ask(new Command.ChangeSetting(ADMIN, "seal-after", "60s"), Reply.Acknowledged.class);

        for (int i = 0; i < 4; i++) {
            grid.pass(Duration.ofSeconds(50));
        }

        assertThat(grid.roster().jobs().open(id).isGrowing()).isTrue();
    }

    @Test
    void an_answer_lets_it_be_sealed_and_the_job_closes() {
        JobId id = hosted();
        save(id, hosting(id).next(state(1), 0, state(2)), 0);

        grid.ask(new Command.Seal(ANNA, id), Reply.Sealed.class);

        assertThat(grid.roster().jobs().get(id)).isNull();
    }

    private static Turn after(JobId id, Predecessor.When when) {
        Predecessor before = new Predecessor(id, new Ordinals(List.of()), false, when, List.of());
        return new Turn(0, 1, List.of(before), null, false);
    }

    private static Turn after(JobId id) {
        return after(id, Predecessor.When.DONE);
    }

    /** A problem of four units, the first of which is done and was enough. */
    private JobId solvedEarly(Introduced node) {
        JobId id = hosted(4);
        computed(node, 1);
        save(id, hosting(id).next(state(2), 1, state(3)), 0);
        return id;
    }

    /** The same, and its node has begun with another one. */
    private JobId solvedWhileAnotherRuns() {
        Introduced node = grid.introduce("a", ONE_SLOT);
        JobId id = solvedEarly(node);
        Start under = grid.orders(node).start().get(0);
        grid.orders(node, GridFixture.running(List.of(under)));
        return id;
    }

    @Test
    void units_that_a_solved_problem_needs_no_more_do_not_cancel_what_waits_for_it() {
        Introduced node = grid.introduce("a", ONE_SLOT);
        JobId id = solvedEarly(node);
        JobId next = grid.submit(array(1).withTurn(after(id)));
        JobId inVain = grid.submit(array(1).withTurn(after(id, Predecessor.When.FAILED)));
        grid.pass(Duration.ofSeconds(1));
        assertThat(grid.task(next, 1)).as("the job still grows").isEqualTo(TaskState.WAITING);

        grid.change(Verb.CANCEL, id.toString());

        assertThat(grid.roster().jobs().get(id)).as("it is over").isNull();
        assertThat(grid.task(next, 1)).isEqualTo(TaskState.READY);
        assertThat(grid.roster().jobs().get(inVain)).as("nothing failed").isNull();
    }

    @Test
    void a_job_may_be_submitted_to_wait_for_a_problem_that_was_solved_early() {
        JobId id = solvedWhileAnotherRuns();
        grid.change(Verb.CANCEL, id.toString());

        JobId next = grid.submit(array(1).withTurn(after(id)));

        assertThat(grid.task(next, 1)).isEqualTo(TaskState.READY);
    }

    @Test
    void a_problem_that_is_cancelled_by_hand_cancels_what_waits_for_it() {
        JobId id = hosted(2);
        JobId next = grid.submit(array(1).withTurn(after(id)));

        grid.change(Verb.CANCEL, id.toString());

        assertThat(grid.roster().jobs().get(next)).isNull();
    }

    @Test
    void a_problem_that_was_solved_early_is_done() {
        JobId id = solvedWhileAnotherRuns();

        grid.change(Verb.CANCEL, id.toString());

        // An attempt that is being stopped keeps it open.
        Reply.JobSummary job = grid.ask(new Question.ListJobs(ANNA, new Selector.OneJob(id)), Reply.Jobs.class)
                .jobs()
                .get(0);
        assertThat(job.tasks().cancelled()).isEqualTo(3);
        assertThat(job.state()).isEqualTo(TaskState.DONE);
        assertThat(job.tasks().wanted(job.solved())).isEqualTo(new TaskCounts(0, 0, 0, 1, 0, 0, 0));
        assertThat(grid.ask(new Question.AskWhy(ANNA, new Selector.OneJob(id), null), Reply.Explained.class)
                        .reasons())
                .extracting(Reason::cause)
                .contains(new Cause.NotNeeded());
    }

    @Test
    void the_reason_why_it_was_stopped_is_the_note_of_the_job() {
        JobId id = hosted(2);

        save(id, hosting(id).stop("it threw"), 0);

        assertThat(grid.task(id, 3)).as("the rest of it").isEqualTo(TaskState.CANCELLED);
        assertThat(grid.roster().jobs().open(id).brake().note()).isEqualTo("the problem was stopped: it threw");
        assertThat(refused(command(id, hosting(id).next(state(2), 0, null), 1)))
                .isEqualTo(not(id, "host", Obstacle.Plain.OTHER_CHECKPOINT));
    }

    @Test
    void what_is_over_is_not_tried_again_as_nobody_would_merge_it() {
        JobId id = hosted(2);
        save(id, hosting(id).stop("it threw"), 0);

        grid.change(Verb.RETRY, id.toString());
        assertThat(grid.task(id, 3)).isEqualTo(TaskState.CANCELLED);
        grid.change(Verb.CANCEL, id.toString());

        assertThat(grid.roster().jobs().get(id)).isNull();
    }

    @Test
    void who_cancels_it_ends_it() {
        JobId id = hosted(2);

        grid.change(Verb.CANCEL, id.toString());

        assertThat(grid.roster().jobs().get(id)).isNull();
    }

    /** Runs tasks one after the other, half a minute each, until so many are done. */
    private List<Start> computed(Introduced node, int units) {
        List<Start> told = new ArrayList<>();
        for (int i = 0; i < units; i++) {
            Start next = grid.orders(node).start().get(0);
            told.add(next);
            assertThat(grid.orders(node, GridFixture.running(List.of(next))).start())
                    .isEmpty();
            grid.pass(Duration.ofSeconds(30));
            grid.commit(node, GridFixture.done(next.attempt()));
        }
        return told;
    }

    @Test
    void how_long_a_unit_may_stand_still_follows_from_how_long_units_take() {
        Introduced node = grid.introduce("a", ONE_SLOT);
        JobId id = hosted(12);

        List<Start> told = computed(node, 12);

        assertThat(told.subList(0, 10))
                .as("nobody knows yet how long they take")
                .allMatch(start -> start.expiry() == null);
        assertThat(told.get(11).expiry()).isBetween(Duration.ofMinutes(2), Duration.ofMinutes(4));
        grid.submit(array(1));
        assertThat(computed(node, 1).get(0).expiry())
                .as("a task that is no unit may wait for what it likes")
                .isNull();
    }

    @Test
    void a_unit_that_ran_out_of_time_is_left_for_another_node() {
        Introduced stuck = grid.introduce("a", ONE_SLOT);
        JobLimits again = new JobLimits(null, 3, 20, 0, true, 0, 1, null, null);
        Hosting begin = Hosting.begin(state(0));
        JobId id = grid.submit(array(1).like(new ArrayShape.Listed(0, List.of(), true, begin), again, Turn.USUAL));
        save(id, begin.next(state(1), 0, null), 1);
        Start first = grid.orders(stuck).start().get(0);
        Introduced other = grid.introduce("b", ONE_SLOT);

        CommitReply reply = grid.commit(stuck, GridFixture.report(first.attempt(), Outcome.TIMED_OUT, 0));

        assertThat(reply.start()).isEmpty();
        assertThat(grid.orders(stuck).start()).isEmpty();
        assertThat(grid.orders(other).start()).hasSize(1);
    }
}
