package org.gleaner.core.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.gleaner.core.store.StoreSamples.FIRST;
import static org.gleaner.core.store.StoreSamples.N1;
import static org.gleaner.core.store.StoreSamples.N2;
import static org.gleaner.core.store.StoreSamples.assigned;
import static org.gleaner.core.store.StoreSamples.at;
import static org.gleaner.core.store.StoreSamples.ended;
import static org.gleaner.core.store.StoreSamples.failure;
import static org.gleaner.core.store.StoreSamples.job;
import static org.gleaner.core.store.StoreSamples.spec;
import static org.gleaner.core.store.StoreSamples.submitted;
import static org.gleaner.core.store.StoreSamples.success;

import java.util.List;
import java.util.Map;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.EndedAttempt;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.attempt.TaskRecord;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.GridEvent.AttemptRevived;
import org.gleaner.core.grid.GridEvent.CountersReset;
import org.gleaner.core.grid.GridEvent.TasksMoved;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.StoredJob;
import org.gleaner.core.grid.StoredJob.AcceptedRow;
import org.gleaner.core.grid.StoredJob.LiveRow;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.TaskState;
import org.junit.jupiter.api.Test;

/** Attempts and what they did to their tasks come back as they were written. */
public interface StoredAttemptsContract extends StoreContract {
    @Test
    default void an_assigned_attempt_is_live_and_its_task_is_tried() throws Exception {
        write(submitted(1, spec(3)), assigned(FIRST, N1));

        StoredJob job = only();

        assertThat(job.live()).containsExactly(new LiveRow(FIRST, N1, 1, at(1001)));
        assertThat(job.records()).containsExactly(Map.entry(1, TaskRecord.UNTRIED.assigned(1)));
        assertThat(job.states()).isEmpty();
    }

    @Test
    default void a_failed_attempt_is_remembered_with_its_charges() throws Exception {
        write(submitted(1, spec(3)), assigned(FIRST, N1));
        TaskRecord before = new TaskRecord(1, 1, 0, List.of());
        write(ended(failure(FIRST, 7), N1, at(5000), TaskState.READY, before));

        StoredJob job = only();

        EndedAttempt ending =
                new EndedAttempt(1, N1, Outcome.EXITED, failure(FIRST, 7).digest(), at(1001), at(5000));
        assertThat(job.records()).containsExactly(Map.entry(1, new TaskRecord(1, 1, 0, List.of(ending))));
        assertThat(job.live()).isEmpty();
        assertThat(job.states()).isEmpty();
    }

    @Test
    default void a_done_task_keeps_its_accepted_result_and_no_record() throws Exception {
        write(submitted(1, spec(3)), assigned(FIRST, N1), assigned(AttemptId.of(1, 1, 2), N2));
        write(ended(success(FIRST), N1, at(5000), TaskState.DONE, TaskRecord.UNTRIED));

        StoredJob job = only();

        assertThat(job.states()).containsExactly(Map.entry(TaskState.DONE, Ordinals.one(1)));
        assertThat(job.accepted())
                .containsExactly(new AcceptedRow(1, 1, success(FIRST).digest()));
        assertThat(job.records()).isEmpty();
        assertThat(job.live()).extracting(LiveRow::attempt).containsExactly(AttemptId.of(1, 1, 2));
    }

    @Test
    default void a_cancelled_task_keeps_the_attempt_that_is_being_stopped_and_its_record() throws Exception {
        write(
                submitted(1, spec(3)),
                assigned(FIRST, N1),
                new TasksMoved(job(1), Ordinals.range(1, 3), TaskState.CANCELLED));

        assertThat(only().live()).hasSize(1);
        assertThat(only().records()).containsOnlyKeys(1);
    }

    @Test
    default void a_task_that_shall_pause_stays_paused_when_its_attempt_ends() throws Exception {
        write(
                submitted(1, spec(3)),
                assigned(FIRST, N1),
                new TasksMoved(job(1), Ordinals.one(1), TaskState.PAUSED),
                ended(AttemptReport.bare(FIRST, Outcome.EVICTED, ""), N1, at(9), TaskState.PAUSED, TaskRecord.UNTRIED));

        assertThat(only().states()).containsExactly(Map.entry(TaskState.PAUSED, Ordinals.one(1)));
    }

    @Test
    default void a_lost_attempt_that_came_back_is_live_on_its_new_lane() throws Exception {
        TaskRecord lost = new TaskRecord(1, 0, 1, List.of());
        write(
                submitted(1, spec(3)),
                assigned(FIRST, N1),
                ended(AttemptReport.bare(FIRST, Outcome.LOST, "silent"), N1, at(7), TaskState.READY, lost));
        write(new AttemptRevived(FIRST, N1, 9, at(8), TaskRecord.UNTRIED.assigned(1)));

        assertThat(only().live()).containsExactly(new LiveRow(FIRST, N1, 9, at(8), at(1001)));
        assertThat(only().records()).containsExactly(Map.entry(1, TaskRecord.UNTRIED.assigned(1)));
    }

    @Test
    default void the_late_word_of_a_lost_attempt_replaces_the_earlier_one() throws Exception {
        write(
                submitted(1, spec(3)),
                assigned(FIRST, N1),
                ended(
                        AttemptReport.bare(FIRST, Outcome.LOST, "silent"),
                        N1,
                        at(7),
                        TaskState.BLOCKED,
                        TaskRecord.UNTRIED));
        write(ended(success(FIRST), N1, at(70), TaskState.DONE, TaskRecord.UNTRIED));

        assertThat(only().states()).containsOnlyKeys(TaskState.DONE);
        assertThat(only().accepted()).hasSize(1);
    }

    @Test
    default void only_the_last_endings_of_a_task_are_loaded() throws Exception {
        write(submitted(1, spec(3)));
        TaskRecord record = TaskRecord.UNTRIED;
        for (int number = 1; number <= TaskRecord.REMEMBERED + 3; number++) {
            AttemptId attempt = AttemptId.of(1, 2, number);
            GridEvent.AttemptEnded ended =
                    ended(AttemptReport.bare(attempt, Outcome.EVICTED, ""), N2, at(number), TaskState.READY, record);
            record = ended.record();
            write(assigned(attempt, N2), ended);
        }

        assertThat(record.ended()).hasSize(TaskRecord.REMEMBERED);
        assertThat(only().records()).containsExactly(Map.entry(2, record));
    }

    @Test
    default void reset_counters_are_zero_and_the_attempts_stay() throws Exception {
        TaskRecord charged = new TaskRecord(1, 3, 2, List.of());
        write(
                submitted(1, spec(3)),
                assigned(FIRST, N1),
                ended(failure(FIRST, 1), N1, at(7), TaskState.BLOCKED, charged));
        write(new CountersReset(job(1), Ordinals.range(1, 3)));

        TaskRecord record = only().records().get(1);
        assertThat(only().records()).containsOnlyKeys(1);
        assertThat(record).isNotNull();
        assertThat(record.failures() + record.lost()).isZero();
        assertThat(record.ended()).hasSize(1);
    }

    @Test
    default void an_attempt_is_never_stored_twice() throws Exception {
        write(submitted(1, spec(3)), assigned(FIRST, N1));

        assertThatThrownBy(() -> write(assigned(FIRST, N2))).isInstanceOf(StoreException.class);
        assertThat(only().live()).containsExactly(new LiveRow(FIRST, N1, 1, at(1001)));
    }
}
