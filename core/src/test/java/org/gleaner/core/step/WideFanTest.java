package org.gleaner.core.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gleaner.core.step.GridFixture.array;
import static org.gleaner.core.step.GridFixture.done;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.core.grid.Verb;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.TaskId;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.Predecessor;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.job.Turn;
import org.gleaner.core.message.Introduced;
import org.junit.jupiter.api.Test;

/** Very many jobs that wait for one hear of it some at a time, and none is forgotten. */
final class WideFanTest {
    /** More than hear of it within one batch. */
    private static final int MANY = BatchStep.MOST_TOLD + 1_500;

    private static final int BATCHES = 10;
    private static final Duration MOMENT = Duration.ofMillis(1);

    private final GridFixture grid = new GridFixture();
    private final Introduced node = grid.introduce("node", GridFixture.TWO_SLOTS);

    private static JobSpec after(JobId before, int tasks, boolean each) {
        Predecessor link = new Predecessor(before, new Ordinals(List.of()), each, Predecessor.When.DONE);
        return array(tasks).withTurn(Turn.USUAL.after(List.of(link)));
    }

    private List<JobId> fan(JobId before, int tasks, boolean each) {
        grid.trust();
        List<JobId> fan = new ArrayList<>();
        while (fan.size() < MANY) {
            fan.add(grid.submit(after(before, tasks, each)));
        }
        return fan;
    }

    private void passBatches() {
        for (int batch = 0; batch < BATCHES; batch++) {
            grid.pass(MOMENT);
        }
    }

    private static AttemptId first(JobId job, int ordinal) {
        return new AttemptId(new TaskId(job, ordinal), 1);
    }

    @Test
    void those_that_wait_for_one_job_hear_of_its_end_in_several_batches_the_oldest_first() {
        JobId before = grid.submit(array(1));
        List<JobId> fan = fan(before, 1, false);
        grid.orders(node);

        grid.commit(node, done(first(before, 1)));

        assertThat(grid.task(fan.get(0), 1)).isNotEqualTo(TaskState.WAITING);
        assertThat(grid.task(fan.get(MANY - 1), 1)).isEqualTo(TaskState.WAITING);
        assertThat(grid.roster().jobs().get(before)).isNotNull();
        passBatches();
        assertThat(fan).noneMatch(job -> grid.task(job, 1) == TaskState.WAITING);
        assertThat(grid.roster().jobs().get(before)).isNull();
    }

    @Test
    void a_server_that_ends_in_the_middle_tells_all_of_them_when_it_starts_again() {
        JobId before = grid.submit(array(1));
        List<JobId> fan = fan(before, 1, false);
        grid.change(Verb.CANCEL, before.toString());
        assertThat(grid.task(fan.get(MANY - 1), 1)).isEqualTo(TaskState.WAITING);

        grid.restart();
        passBatches();

        assertThat(grid.roster().jobs().all()).isEmpty();
    }

    @Test
    void what_ends_while_some_have_not_heard_of_what_ended_before_reaches_all() {
        JobId before = grid.submit(array(2));
        List<JobId> fan = fan(before, 2, true);
        grid.orders(node);
        grid.commit(node, done(first(before, 1)));
        assertThat(grid.task(fan.get(0), 2)).isEqualTo(TaskState.WAITING);
        assertThat(grid.task(fan.get(MANY - 1), 1)).isEqualTo(TaskState.WAITING);

        grid.commit(node, done(first(before, 2)));
        passBatches();

        assertThat(fan)
                .noneMatch(job -> grid.task(job, 1) == TaskState.WAITING)
                .noneMatch(job -> grid.task(job, 2) == TaskState.WAITING);
    }

    @Test
    void a_job_with_very_many_that_wait_for_it_does_not_keep_others_from_being_told() {
        JobId wide = grid.submit(array(1));
        JobId narrow = grid.submit(array(1));
        fan(wide, 1, false);
        JobId alone = grid.submit(after(narrow, 1, false));
        grid.orders(node);
        grid.commit(node, done(first(wide, 1)), done(first(narrow, 1)));

        assertThat(grid.task(alone, 1)).isNotEqualTo(TaskState.WAITING);
        assertThat(grid.roster().jobs().get(wide)).isNotNull();
    }
}
