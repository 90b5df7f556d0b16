package org.gleaner.core.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gleaner.core.step.GridFixture.TWO_SLOTS;
import static org.gleaner.core.step.GridFixture.array;

import java.time.Duration;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.AttemptReport.Usage;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.message.Introduced;
import org.gleaner.core.node.Held;
import org.junit.jupiter.api.Test;

/** What is recorded of a commit. */
final class CommitTest {
    private static final Duration CENTURY = Duration.ofDays(36_525);

    private final GridFixture grid = new GridFixture();
    private final Introduced node = grid.introduce("lab", TWO_SLOTS);

    private AttemptId start(JobId job) {
        assertThat(job).isEqualTo(new JobId(1));
        return grid.orders(node).start().get(0).attempt();
    }

    private void ends(AttemptReport report) {
        grid.commit(node, report.with(new Usage(CENTURY, CENTURY, MemorySize.ZERO)));
    }

    private Usage recorded(JobId job) throws StoreException {
        AttemptReport report =
                grid.store.attempts(job, Ordinals.one(1), 10).get(0).report();
        assertThat(report).isNotNull();
        return report.usage();
    }

    @Test
    void a_run_is_recorded_as_no_longer_than_the_time_since_it_was_assigned() throws StoreException {
        JobId job = grid.submit(array(1));
        grid.pass(Duration.ofSeconds(30));
        AttemptId attempt = start(job);
        grid.pass(Duration.ofSeconds(10));

        ends(GridFixture.failed(attempt));

        assertThat(recorded(job).run()).isEqualTo(Duration.ofSeconds(10));
        assertThat(recorded(job).cpu()).as("on four cores").isEqualTo(Duration.ofSeconds(40));
    }

    @Test
    void a_late_run_is_recorded_as_no_longer_than_the_time_since_it_was_assigned() throws StoreException {
        JobId job = grid.submit(array(1));
        grid.pass(Duration.ofSeconds(30));
        AttemptId attempt = start(job);
        grid.orders(node, Held.of(attempt, Held.State.RUNNING));
        grid.pass(Duration.ofSeconds(70));
        assertThat(grid.task(job, 1)).isEqualTo(TaskState.READY);

        ends(GridFixture.done(attempt));

        assertThat(recorded(job).run()).isEqualTo(Duration.ofSeconds(70));
    }

    @Test
    void a_run_that_was_given_up_and_came_back_counts_from_where_it_was_first_assigned() throws StoreException {
        JobId job = grid.submit(array(1));
        grid.pass(Duration.ofSeconds(30));
        AttemptId attempt = start(job);
        grid.orders(node, Held.of(attempt, Held.State.RUNNING));
        grid.pass(Duration.ofSeconds(70));
        grid.orders(node, Held.of(attempt, Held.State.RUNNING));
        assertThat(grid.task(job, 1)).isEqualTo(TaskState.RUNNING);
        grid.pass(Duration.ofSeconds(10));

        ends(GridFixture.done(attempt));

        assertThat(recorded(job).run()).isEqualTo(Duration.ofSeconds(80));
    }

    @Test
    void what_can_be_is_recorded_as_its_node_says() throws StoreException {
        JobId job = grid.submit(array(1));
        AttemptReport report = GridFixture.done(start(job));
        grid.pass(report.usage().run());

        grid.commit(node, report);

        assertThat(recorded(job)).isEqualTo(report.usage());
    }
}
