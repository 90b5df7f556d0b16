package org.gleaner.core.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gleaner.core.step.GridFixture.ADMIN;
import static org.gleaner.core.step.GridFixture.ANNA;
import static org.gleaner.core.step.GridFixture.array;
import static org.gleaner.core.step.GridFixture.done;
import static org.gleaner.core.step.GridFixture.failed;
import static org.gleaner.core.step.GridFixture.limits;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.OpenLimits;
import org.gleaner.core.grid.Rejection;
import org.gleaner.core.grid.Rejection.Obstacle;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.SubmissionKey;
import org.gleaner.core.grid.Verb;
import org.gleaner.core.grid.Violation;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.Entry;
import org.gleaner.core.job.EntryPage;
import org.gleaner.core.job.FileLayout;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.Predecessor;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.job.Turn;
import org.gleaner.core.message.Introduced;
import org.gleaner.core.message.Start;
import org.gleaner.core.node.Capacity;
import org.junit.jupiter.api.Test;

/** Tasks come to a job while it is open, until somebody says that no more come. */
final class GrowingTest {
    private final GridFixture grid = new GridFixture();
    private final Introduced node = grid.introduce("lab-1", new Capacity(4, MemorySize.parse("8G")));

    private static JobSpec growing(int tasks) {
        return array(1).like(new ArrayShape.Listed(tasks, List.of(), true), array(1).limits(), Turn.USUAL);
    }

    private static List<Entry> entries(int count) {
        List<Entry> entries = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            entries.add(new Entry("e" + i, List.of()));
        }
        return entries;
    }

    private JobId submit(JobSpec spec) {
        Command submit = new Command.Submit(ANNA, spec, EntryPage.of(entries(spec.tasks())), null, List.of());
        return grid.ask(submit, Reply.Submitted.class).job();
    }

    private static SubmissionKey key(String name, long fingerprint) {
        return new SubmissionKey(ANNA.owner(), name, fingerprint);
    }

    private Reply.Added add(JobId job, int count) {
        return grid.ask(new Command.AddTasks(ANNA, job, 0, entries(count), null), Reply.Added.class);
    }

    private Rejection refused(Command command) {
        return grid.ask(command, Reply.Refused.class).why();
    }

    private void seal(JobId job) {
        grid.ask(new Command.Seal(ANNA, job), Reply.Sealed.class);
    }

    private boolean isOpen(JobId job) {
        return grid.roster().jobs().get(job) != null;
    }

    private List<String> started() {
        return grid.orders(node).start().stream()
                .map(Start::attempt)
                .map(AttemptId::toString)
                .toList();
    }

    @Test
    void a_job_without_tasks_takes_some_and_closes_when_it_is_sealed_and_they_are_done() {
        JobId id = submit(growing(0));

        assertThat(isOpen(id)).isTrue();
        assertThat(add(id, 2)).isEqualTo(new Reply.Added(id, 1, 2, false));
        assertThat(started()).containsExactly("1.1#1", "1.2#1");
        grid.commit(node, done(AttemptId.of(1, 1, 1)), done(AttemptId.of(1, 2, 1)));

        assertThat(isOpen(id)).isTrue();
        grid.restart();
        assertThat(isOpen(id)).isTrue();
        assertThat(add(id, 1)).isEqualTo(new Reply.Added(id, 3, 1, false));
        seal(id);
        assertThat(started()).containsExactly("1.3#1");
        grid.commit(node, done(AttemptId.of(1, 3, 1)));

        assertThat(isOpen(id)).isFalse();
    }

    @Test
    void an_empty_job_closes_when_it_is_sealed() {
        JobId id = submit(growing(0));

        seal(id);

        assertThat(isOpen(id)).isFalse();
    }

    @Test
    void the_same_tasks_come_once_however_often_they_are_sent_also_after_the_job_is_over() {
        JobId id = submit(growing(1));
        Command add = new Command.AddTasks(ANNA, id, 0, entries(2), key("k", 5));

        assertThat(grid.ask(add, Reply.Added.class)).isEqualTo(new Reply.Added(id, 2, 2, false));
        grid.restart();
        assertThat(grid.ask(add, Reply.Added.class)).isEqualTo(new Reply.Added(id, 2, 2, true));
        grid.change(Verb.CANCEL, id.toString());

        assertThat(isOpen(id)).isFalse();
        assertThat(grid.ask(add, Reply.Added.class)).isEqualTo(new Reply.Added(id, 2, 2, true));
        assertThat(refused(new Command.AddTasks(ANNA, id, 0, entries(3), key("k", 6))))
                .isEqualTo(new Rejection.KeyReused("k"));
    }

    @Test
    void a_key_of_a_submission_is_no_key_of_tasks() {
        JobSpec spec = growing(1);
        Command submit = new Command.Submit(ANNA, spec, EntryPage.of(entries(1)), key("k", 5), List.of());
        JobId id = grid.ask(submit, Reply.Submitted.class).job();

        assertThat(refused(new Command.AddTasks(ANNA, id, 0, entries(1), key("k", 5))))
                .isEqualTo(new Rejection.KeyReused("k"));
    }

    @Test
    void who_says_what_the_first_is_called_is_refused_if_others_came_before() {
        JobId id = submit(growing(3));

        assertThat(grid.ask(new Command.AddTasks(ANNA, id, 4, entries(1), null), Reply.Added.class)
                        .first())
                .isEqualTo(4);
        assertThat(refused(new Command.AddTasks(ANNA, id, 4, entries(1), null)))
                .isEqualTo(new Rejection.IllegalTransition(id, "add", new Obstacle.OtherTasks(4)));
    }

    @Test
    void a_sealed_job_one_that_never_grew_and_one_of_somebody_else_take_no_tasks() {
        JobId sealed = submit(growing(1));
        seal(sealed);
        seal(sealed);
        JobId never = grid.submit(array(1));

        for (JobId id : List.of(sealed, never)) {
            assertThat(refused(new Command.AddTasks(ANNA, id, 0, entries(1), null)))
                    .isEqualTo(new Rejection.IllegalTransition(id, "add", Obstacle.Plain.SEALED));
        }
        assertThat(refused(new Command.AddTasks(ANNA, new JobId(99), 0, entries(1), null)))
                .isEqualTo(new Rejection.UnknownJob(new JobId(99)));
        assertThat(refused(new Command.Seal(ANNA, never)))
                .isEqualTo(new Rejection.IllegalTransition(never, "seal", Obstacle.Plain.NEVER_GREW));
        assertThat(refused(new Command.Seal(ANNA, new JobId(99)))).isEqualTo(new Rejection.UnknownJob(new JobId(99)));
    }

    @Test
    void tasks_that_come_to_a_paused_job_are_paused_and_resumed_with_it() {
        JobId id = submit(growing(1));
        grid.change(Verb.PAUSE, id.toString());

        add(id, 1);
        assertThat(grid.task(id, 2)).isEqualTo(TaskState.PAUSED);
        grid.change(Verb.RESUME, id.toString());

        assertThat(grid.task(id, 2)).isEqualTo(TaskState.READY);
        add(id, 1);
        assertThat(grid.task(id, 3)).isEqualTo(TaskState.READY);
    }

    @Test
    void what_comes_after_a_first_task_that_failed_for_good_is_paused_until_somebody_retries() {
        ArrayShape one = new ArrayShape.Listed(1, List.of(), true);
        JobId id = submit(array(1).like(one, limits(1, 20, 0, 0).withCanary(true), Turn.USUAL));
        assertThat(started()).containsExactly("1.1#1");
        grid.commit(node, failed(AttemptId.of(1, 1, 1)));

        add(id, 2);
        assertThat(started()).isEmpty();
        assertThat(grid.task(id, 2)).isEqualTo(TaskState.PAUSED);
        grid.change(Verb.RETRY, id.toString());

        assertThat(started()).containsExactly("1.1#2");
    }

    @Test
    void an_empty_job_on_hold_is_let_go_by_resume() {
        JobSpec spec = growing(0);
        JobId id = submit(spec.withTurn(new Turn(0, 1, List.of(), null, true)));

        add(id, 1);
        assertThat(grid.task(id, 1)).isEqualTo(TaskState.PAUSED);
        grid.change(Verb.RESUME, id.toString());
        add(id, 1);

        assertThat(grid.task(id, 1)).isEqualTo(TaskState.READY);
        assertThat(grid.task(id, 2)).isEqualTo(TaskState.READY);
    }

    @Test
    void tasks_that_come_before_the_job_begins_wait_for_that() {
        JobSpec spec = growing(0);
        JobId id = submit(spec.withTurn(new Turn(0, 1, List.of(), grid.now().plusSeconds(30), false)));

        add(id, 2);
        assertThat(grid.task(id, 2)).isEqualTo(TaskState.WAITING);
        grid.pass(Duration.ofSeconds(35));

        assertThat(grid.task(id, 2)).isEqualTo(TaskState.READY);
    }

    @Test
    void who_waits_for_the_whole_job_starts_when_it_is_sealed_and_not_before() {
        JobId first = submit(growing(1));
        JobId second = grid.submit(
                array(1).withTurn(Turn.USUAL.after(List.of(new Predecessor(first, new Ordinals(List.of()), false)))));

        started();
        grid.commit(node, done(AttemptId.of(1, 1, 1)));
        assertThat(grid.task(second, 1)).isEqualTo(TaskState.WAITING);
        grid.restart();
        assertThat(grid.task(second, 1)).isEqualTo(TaskState.WAITING);
        seal(first);

        assertThat(grid.task(second, 1)).isEqualTo(TaskState.READY);
        assertThat(isOpen(first)).isFalse();
    }

    @Test
    void a_growing_job_waits_for_no_other_and_no_other_task_by_task_for_it() {
        JobId first = submit(growing(1));
        Predecessor each = new Predecessor(first, new Ordinals(List.of()), true);
        Predecessor whole = new Predecessor(first, new Ordinals(List.of()), false);
        JobSpec waiting = growing(0).withTurn(Turn.USUAL.after(List.of(whole)));
        JobSpec even = array(1).withTurn(Turn.USUAL.after(List.of(each)));
        Rejection inOrder = new Rejection.InvalidSpec(List.of(Violation.Plain.GROWING_IN_ORDER));

        assertThat(refused(new Command.Submit(ANNA, even, List.of(), null, List.of())))
                .isEqualTo(inOrder);
        assertThat(refused(new Command.Submit(ANNA, waiting, List.of(), null, List.of())))
                .isEqualTo(inOrder);
    }

    @Test
    void to_cancel_the_whole_job_seals_it_and_to_cancel_a_task_does_not() {
        JobId id = submit(growing(2));

        grid.change(Verb.CANCEL, id + ".1-2");
        assertThat(isOpen(id)).isTrue();
        add(id, 1);
        grid.change(Verb.CANCEL, id.toString());

        assertThat(isOpen(id)).isFalse();
    }

    @Test
    void a_job_is_sealed_when_nobody_was_heard_for_long() {
        grid.ask(new Command.ChangeSetting(ADMIN, "seal-after", "60s"), Reply.Acknowledged.class);
        JobId id = submit(growing(0));

        grid.pass(Duration.ofSeconds(50));
        assertThat(add(id, 0)).isEqualTo(new Reply.Added(id, 0, 0, false));
        grid.pass(Duration.ofSeconds(50));
        assertThat(isOpen(id)).isTrue();
        grid.freeze(Duration.ofHours(2));
        assertThat(isOpen(id)).isTrue();
        grid.restart();
        grid.pass(Duration.ofSeconds(50));
        assertThat(isOpen(id)).isTrue();
        grid.pass(Duration.ofSeconds(30));

        assertThat(isOpen(id)).isFalse();
    }

    @Test
    void limits_hold_for_all_tasks_together() {
        grid.ask(new Command.ChangeSetting(ADMIN, "array-limit", "5"), Reply.Acknowledged.class);
        JobId id = submit(growing(3));

        assertThat(refused(new Command.AddTasks(ANNA, id, 0, entries(3), null)))
                .isEqualTo(new Rejection.InvalidSpec(List.of(new Violation.TooMuch(Violation.Part.TASKS, 6, 5))));
        assertThat(grid.roster().jobs().open(id).states().size()).isEqualTo(3);
    }

    @Test
    void what_comes_counts_as_open() {
        grid.limit(new OpenLimits(10, 3000, 3000));
        JobId id = submit(growing(0));

        assertThat(refused(new Command.AddTasks(ANNA, id, 0, entries(2500), null)))
                .isInstanceOf(Rejection.TooMuchOpen.class);
        add(id, 500);
        assertThat(refused(new Command.AddTasks(ANNA, id, 0, entries(2000), null)))
                .isInstanceOf(Rejection.TooMuchOpen.class);
    }

    @Test
    void very_many_tasks_that_come_a_few_at_a_time_are_all_there_and_in_order() {
        JobId id = submit(growing(1000));
        for (int i = 0; i < 40; i++) {
            add(id, 100);
        }

        assertThat(grid.roster().jobs().open(id).states().counts().ready()).isEqualTo(5000);
        assertThat(grid.stored().jobs().get(0).spec().tasks()).isEqualTo(5000);
    }

    @Test
    void a_result_of_a_task_that_came_late_is_kept_like_any_other() {
        JobId id = submit(growing(0));
        for (int task = 1; task <= 8; task++) {
            add(id, 1);
            started();
            grid.commit(node, done(AttemptId.of(1, task, 1)));
        }

        grid.restart();

        assertThat(grid.roster().jobs().open(id).accepted().rows()).hasSize(8);
        assertThat(grid.roster().jobs().open(id).states().counts().jobState(true))
                .isEqualTo(TaskState.WAITING);
    }

    @Test
    void files_of_new_tasks_must_fit_beside_those_of_the_job() {
        InputFile common = new InputFile("common", new BlobHash("ab".repeat(32)), 1, false);
        InputFile below = new InputFile("common/x", new BlobHash("cd".repeat(32)), 1, false);
        JobId id = submit(growing(0).withInputs(List.of(common)));

        assertThat(refused(new Command.AddTasks(
                        ANNA, id, 0, List.of(new Entry("1", List.of()), new Entry("2", List.of(below))), null)))
                .isEqualTo(new Rejection.InvalidSpec(List.of(new Violation.UnusableFile(
                        Violation.Files.ENTRIES,
                        2,
                        new FileLayout.Fault(FileLayout.Flaw.FILE_AND_DIRECTORY, "common", "common/x")))));
        assertThat(add(id, 1)).isEqualTo(new Reply.Added(id, 1, 1, false));
    }
}
