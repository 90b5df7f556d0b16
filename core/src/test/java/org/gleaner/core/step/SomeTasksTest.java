package org.gleaner.core.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gleaner.core.step.GridFixture.ANNA;
import static org.gleaner.core.step.GridFixture.TWO_SLOTS;
import static org.gleaner.core.step.GridFixture.array;
import static org.gleaner.core.step.GridFixture.done;

import java.util.List;
import java.util.Optional;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.QuotaUse;
import org.gleaner.core.grid.Rejection;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Selector;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.StoredJob;
import org.gleaner.core.grid.Verb;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.job.Terms;
import org.gleaner.core.message.Introduced;
import org.gleaner.core.message.Start;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Who names some tasks of a job, open or closed, never meets the rest of it. */
final class SomeTasksTest {
    private final GridFixture grid = new GridFixture();
    private final Introduced node = grid.introduce("desk", TWO_SLOTS);

    /** Of three tasks two are done and the last is cancelled. */
    private JobId closedJob() throws StoreException {
        JobId job = grid.submit(array(3));
        List<Start> starts = grid.orders(node).start();
        grid.commit(node, done(starts.get(0).attempt()), done(starts.get(1).attempt()));
        grid.change(Verb.CANCEL, job + ".3");
        assertThat(grid.roster().jobs().get(job)).isNull();
        return job;
    }

    private Reply ask(Verb verb, String selector, Command.@Nullable FreshFiles fresh) throws StoreException {
        Selector parsed = Selector.parse(selector);
        JobId id = parsed instanceof Selector.SomeTasks some ? some.job() : new JobId(1);
        Optional<StoredJob> closed = grid.roster().jobs().get(id) == null ? grid.store.job(id) : Optional.empty();
        return grid.ask(
                new Command.ChangeJobs(ANNA, verb, parsed, closed.stream().toList(), fresh), Reply.class);
    }

    private void refused(Verb verb, String selector, Class<? extends Rejection> why) throws StoreException {
        Reply reply = ask(verb, selector, null);

        assertThat(reply).as(verb + " " + selector).isInstanceOf(Reply.Refused.class);
        assertThat(((Reply.Refused) reply).why()).isInstanceOf(why);
    }

    @Test
    void single_tasks_of_a_closed_job_are_not_deleted_and_neither_is_the_job() throws StoreException {
        JobId job = closedJob();

        refused(Verb.DELETE, job + ".1-2", Rejection.IllegalTransition.class);
        refused(Verb.DELETE, job + ".1-3", Rejection.IllegalTransition.class);
        refused(Verb.DELETE, job + ".9", Rejection.UnknownTask.class);

        assertThat(grid.store.job(job)).isPresent();
    }

    @Test
    void single_tasks_of_an_open_job_are_not_deleted_either() throws StoreException {
        JobId job = grid.submit(array(3));

        refused(Verb.DELETE, job + ".1-3", Rejection.IllegalTransition.class);
        refused(Verb.DELETE, "state:ready", Rejection.IllegalTransition.class);

        assertThat(grid.roster().jobs().get(job)).isNotNull();
    }

    @Test
    void a_job_whose_tasks_are_all_in_a_state_is_deleted_by_that_state() throws StoreException {
        JobId job = grid.submit(array(3));
        grid.change(Verb.PAUSE, job + ".1-2");

        refused(Verb.DELETE, "state:paused", Rejection.IllegalTransition.class);
        grid.change(Verb.PAUSE, job + ".3");
        grid.change(Verb.DELETE, "state:paused");

        assertThat(grid.roster().jobs().get(job)).isNull();
    }

    @Test
    void a_closed_job_is_opened_again_only_for_a_task_that_can_run_again() throws StoreException {
        JobId job = closedJob();

        assertThat(ask(Verb.RETRY, job + ".1-2", null))
                .isEqualTo(new Reply.Changed(Verb.RETRY, List.of(new Reply.JobChange(job, 0, 2))));
        refused(Verb.RETRY, job + ".9", Rejection.UnknownTask.class);
        assertThat(grid.roster().jobs().get(job)).isNull();

        ask(Verb.RETRY, job + ".2-3", null);
        assertThat(grid.task(job, 2)).isEqualTo(TaskState.DONE);
        assertThat(grid.task(job, 3)).isEqualTo(TaskState.READY);
    }

    @Test
    void all_other_verbs_leave_tasks_of_a_closed_job_alone() throws StoreException {
        JobId job = closedJob();

        for (Verb verb : List.of(Verb.CANCEL, Verb.PAUSE, Verb.RESUME, Verb.BLOCK, Verb.UNBLOCK)) {
            refused(verb, job + ".1-2", Rejection.IllegalTransition.class);
        }
        assertThat(grid.roster().jobs().get(job)).isNull();
    }

    @Test
    void a_name_reaches_open_and_closed_jobs_alike() throws StoreException {
        List<StoredJob> closed = List.of(
                grid.store.job(closedJob()).orElseThrow(),
                grid.store.job(closedJob()).orElseThrow());
        JobId open = grid.submit(array(3));
        grid.change(Verb.BLOCK, open + ".1");
        Selector named = Selector.parse("name:" + closed.get(0).spec().name());

        Reply.Changed retried =
                grid.ask(new Command.ChangeJobs(ANNA, Verb.RETRY, named, closed, null), Reply.Changed.class);

        assertThat(retried.jobs()).extracting(Reply.JobChange::changed).containsExactly(1, 1, 1);
        assertThat(grid.task(closed.get(1).id(), 3)).isEqualTo(TaskState.READY);
    }

    @Test
    void of_open_and_closed_jobs_all_are_deleted_or_none() throws StoreException {
        JobId done = closedJob();
        JobId running = grid.submit(array(1));
        Start start = grid.orders(node).start().get(0);
        StoredJob closed = grid.store.job(done).orElseThrow();
        Selector named = Selector.parse("name:" + closed.spec().name());
        Command delete = new Command.ChangeJobs(ANNA, Verb.DELETE, named, List.of(closed), null);

        assertThat(grid.ask(delete, Reply.class)).isInstanceOf(Reply.Refused.class);
        assertThat(grid.store.job(done)).isPresent();
        grid.change(Verb.CANCEL, running.toString());
        grid.orders(node);
        assertThat(grid.roster().jobs().get(running)).as(start + " was stopped").isNull();
        JobId waiting = grid.submit(array(1));
        grid.change(Verb.PAUSE, waiting.toString());

        Reply.Changed deleted = grid.ask(delete, Reply.Changed.class);
        assertThat(deleted.jobs()).extracting(Reply.JobChange::job).containsExactly(done, waiting);
        assertThat(grid.store.job(done)).isEmpty();
        assertThat(grid.store.job(waiting)).isEmpty();
    }

    @Test
    void new_versions_of_files_go_to_one_whole_job_or_to_none() throws StoreException {
        JobId job = grid.submit(array(3));
        InputFile file = new InputFile("in.txt", GridFixture.blob(1), 4, false);
        Command.FreshFiles fresh = new Command.FreshFiles(List.of(file), List.of(), List.of(), QuotaUse.NONE);

        for (String narrow : List.of(job + ".1", "name:sweep", "all", "state:ready")) {
            Reply reply = ask(Verb.RETRY, narrow, fresh);
            assertThat(reply).as(narrow).isInstanceOf(Reply.Refused.class);
        }

        assertThat(grid.roster().jobs().open(job).spec().inputs()).isEmpty();
    }

    @Test
    void terms_are_not_set_for_single_tasks() {
        JobId job = grid.submit(array(3));
        Terms first = new Terms(5, null, null, null, null, null, null, null, null, null);

        for (String narrow : List.of(job + ".1", job + ".1-3", "state:ready")) {
            Command set = new Command.Adjust(ANNA, Selector.parse(narrow), first);
            assertThat(grid.ask(set, Reply.class)).as(narrow).isInstanceOf(Reply.Refused.class);
        }

        assertThat(grid.roster().jobs().open(job).spec().turn().priority()).isZero();
    }
}
