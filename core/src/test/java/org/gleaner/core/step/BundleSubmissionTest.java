package org.gleaner.core.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gleaner.core.step.GridFixture.ANNA;
import static org.gleaner.core.step.GridFixture.array;
import static org.gleaner.core.step.GridFixture.blob;

import java.util.ArrayList;
import java.util.List;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.OpenLimits;
import org.gleaner.core.grid.QuotaUse;
import org.gleaner.core.grid.Rejection;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.SubmissionKey;
import org.gleaner.core.grid.Verb;
import org.gleaner.core.grid.Violation;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.Bundle;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.Predecessor;
import org.gleaner.core.job.Predecessor.When;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.job.Turn;
import org.gleaner.core.message.Introduced;
import org.gleaner.core.message.Start;
import org.gleaner.core.node.Capacity;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Jobs that come together are all taken or all refused. */
final class BundleSubmissionTest {
    private static final Ordinals ALL = new Ordinals(List.of());
    private static final SubmissionKey KEY = new SubmissionKey(ANNA.owner(), "key", 7);

    private final GridFixture grid = new GridFixture();

    private static Predecessor after(long number) {
        return new Predecessor(new JobId(number), ALL, false);
    }

    private static Bundle.Member member(JobSpec spec, Predecessor... others) {
        return new Bundle.Member(spec, List.of(), List.of(others));
    }

    private static Command.SubmitAll submission(@Nullable SubmissionKey key, Bundle.Member... members) {
        return new Command.SubmitAll(ANNA, new Bundle(List.of(members)), key, List.of(), List.of(), QuotaUse.NONE);
    }

    private List<JobId> submit(Bundle.Member... members) {
        return grid.ask(submission(null, members), Reply.SubmittedAll.class).jobs();
    }

    private Rejection refused(Bundle.Member... members) {
        return grid.ask(submission(null, members), Reply.Refused.class).why();
    }

    private void finishAll(Introduced node) {
        List<Start> started = grid.orders(node).start();
        grid.commit(
                node,
                started.stream().map(one -> GridFixture.done(one.attempt())).toArray(AttemptReport[]::new));
    }

    @Test
    void those_that_wait_for_others_start_when_these_are_done() {
        Introduced node = grid.introduce("lab", new Capacity(8, MemorySize.parse("8G")));

        List<JobId> jobs = submit(member(array(1), after(2), after(3)), member(array(2), after(3)), member(array(2)));

        assertThat(grid.task(jobs.get(0), 1)).isEqualTo(TaskState.WAITING);
        assertThat(grid.task(jobs.get(1), 1)).isEqualTo(TaskState.WAITING);
        assertThat(grid.task(jobs.get(2), 1)).isEqualTo(TaskState.READY);
        finishAll(node);
        assertThat(grid.task(jobs.get(0), 1)).isEqualTo(TaskState.WAITING);
        assertThat(grid.task(jobs.get(1), 1)).isEqualTo(TaskState.READY);
        finishAll(node);
        assertThat(grid.task(jobs.get(0), 1)).isEqualTo(TaskState.READY);
    }

    @Test
    void every_job_is_younger_than_what_it_waits_for_and_told_where_it_was_described() {
        List<JobId> jobs = submit(member(array(1), after(2)), member(array(1), after(3)), member(array(1)));

        assertThat(jobs).containsExactly(new JobId(3), new JobId(2), new JobId(1));
    }

    @Test
    void task_by_task_only_those_wait_whose_own_is_not_done() {
        List<JobId> jobs =
                submit(member(array(3)), member(array(3), new Predecessor(new JobId(1), Ordinals.range(2, 3), true)));

        assertThat(grid.task(jobs.get(1), 1)).isEqualTo(TaskState.READY);
        assertThat(grid.task(jobs.get(1), 2)).isEqualTo(TaskState.WAITING);
    }

    @Test
    void what_waits_for_the_end_or_a_failure_of_another_waits() {
        List<JobId> jobs = submit(
                member(array(1)),
                member(array(1), new Predecessor(new JobId(1), ALL, false, When.ANY)),
                member(array(1), new Predecessor(new JobId(1), ALL, false, When.FAILED)));

        assertThat(grid.task(jobs.get(1), 1)).isEqualTo(TaskState.WAITING);
        assertThat(grid.task(jobs.get(2), 1)).isEqualTo(TaskState.WAITING);
    }

    @Test
    void they_may_also_wait_for_jobs_that_are_there() {
        JobId earlier = grid.submit(array(1));
        JobSpec spec = array(1).withTurn(Turn.USUAL.after(List.of(after(earlier.value()))));

        List<JobId> jobs = submit(member(array(1)), member(spec, after(1)));

        assertThat(grid.roster().jobs().open(jobs.get(1)).spec().turn().after())
                .containsExactly(after(earlier.value()), after(jobs.get(0).value()));
    }

    @Test
    void what_is_cancelled_takes_those_with_it_that_wait_for_it() {
        List<JobId> jobs = submit(member(array(1), after(2)), member(array(1)), member(array(1)));

        Reply.Changed changed = grid.change(Verb.CANCEL, jobs.get(1).toString());

        assertThat(changed.jobs()).extracting(Reply.JobChange::job).containsExactly(jobs.get(1), jobs.get(0));
        assertThat(grid.roster().jobs().all()).containsOnlyKeys(jobs.get(2));
    }

    @Test
    void a_circle_is_refused() {
        assertThat(refused(member(array(1)), member(array(1), after(3)), member(array(1), after(2))))
                .isEqualTo(new Rejection.InvalidSpec(List.of(new Violation.Circle(List.of(2, 3)))));
        assertThat(grid.roster().jobs().all()).isEmpty();
    }

    @Test
    void one_that_is_wrong_keeps_all_out_and_is_named() {
        Violation.Before first = new Violation.Before(new JobId(1), array(3).name());
        assertThat(refused(member(array(3)), member(array(2), new Predecessor(new JobId(1), ALL, true))))
                .isEqualTo(new Rejection.InMember(
                        2, new Rejection.InvalidSpec(List.of(new Violation.Uneven(first, 3, 2)))));
        assertThat(refused(member(array(1)), member(array(20_000_000))))
                .isInstanceOfSatisfying(
                        Rejection.InMember.class,
                        one -> assertThat(one.member()).isEqualTo(2));
        assertThat(grid.roster().jobs().all()).isEmpty();
    }

    @Test
    void nobody_names_another_by_the_number_that_it_will_have() {
        JobSpec spec = array(1).withTurn(Turn.USUAL.after(List.of(after(1))));

        assertThat(refused(member(array(1)), member(spec)))
                .isEqualTo(new Rejection.InMember(2, new Rejection.UnknownPredecessor(new JobId(1))));
    }

    @Test
    void the_same_key_gives_the_same_jobs_also_after_a_restart() {
        Command again = submission(KEY, member(array(1), after(2)), member(array(1)), member(array(1)));
        List<JobId> jobs = grid.ask(again, Reply.SubmittedAll.class).jobs();
        grid.submit(array(1));

        assertThat(grid.ask(again, Reply.SubmittedAll.class)).isEqualTo(new Reply.SubmittedAll(jobs, true));
        grid.restart();
        assertThat(grid.ask(again, Reply.SubmittedAll.class)).isEqualTo(new Reply.SubmittedAll(jobs, true));
        assertThat(grid.roster().jobs().all()).hasSize(4);
    }

    @Test
    void a_key_that_was_used_for_other_jobs_is_refused() {
        grid.ask(submission(KEY, member(array(1))), Reply.SubmittedAll.class);
        SubmissionKey other = new SubmissionKey(ANNA.owner(), "key", 8);

        assertThat(grid.ask(submission(other, member(array(2))), Reply.Refused.class)
                        .why())
                .isEqualTo(new Rejection.KeyReused("key"));
    }

    @Test
    void what_may_be_open_is_counted_for_all_of_them() {
        grid.limit(new OpenLimits(2, Long.MAX_VALUE, Long.MAX_VALUE));

        assertThat(refused(member(array(1)), member(array(1)), member(array(1))))
                .isInstanceOf(Rejection.TooManyOpen.class);
        assertThat(submit(member(array(1)), member(array(1)))).hasSize(2);
    }

    @Test
    void files_that_are_missing_are_asked_for_before_anything_is_taken() {
        List<BlobHash> missing = List.of(blob(1));

        Reply.Refused refused = grid.ask(
                new Command.SubmitAll(
                        ANNA, new Bundle(List.of(member(array(1)))), null, missing, List.of(), QuotaUse.NONE),
                Reply.Refused.class);

        assertThat(refused.why()).isEqualTo(new Rejection.MissingBlobs(missing));
    }

    @Test
    void ten_thousand_in_a_row_and_one_that_waits_for_all_are_taken_and_done() {
        grid.trust();
        Introduced node = grid.introduce("lab", new Capacity(64, MemorySize.parse("64G")));
        List<Bundle.Member> members = new ArrayList<>();
        Predecessor[] all = new Predecessor[Bundle.MOST - 1];
        for (int i = 1; i < Bundle.MOST; i++) {
            members.add(member(array(1)));
            all[i - 1] = after(i);
        }
        members.add(member(array(1), all));

        List<JobId> jobs = submit(members.toArray(Bundle.Member[]::new));
        while (!grid.roster().jobs().all().isEmpty()) {
            finishAll(node);
        }

        assertThat(jobs).hasSize(Bundle.MOST).doesNotHaveDuplicates();
    }
}
