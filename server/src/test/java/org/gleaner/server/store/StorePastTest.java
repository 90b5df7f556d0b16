package org.gleaner.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.gleaner.core.store.StoreSamples.ADA;
import static org.gleaner.core.store.StoreSamples.N1;
import static org.gleaner.core.store.StoreSamples.N2;
import static org.gleaner.core.store.StoreSamples.assigned;
import static org.gleaner.core.store.StoreSamples.at;
import static org.gleaner.core.store.StoreSamples.ended;
import static org.gleaner.core.store.StoreSamples.failure;
import static org.gleaner.core.store.StoreSamples.node;
import static org.gleaner.core.store.StoreSamples.nodeBelief;
import static org.gleaner.core.store.StoreSamples.spec;
import static org.gleaner.core.store.StoreSamples.submitted;
import static org.gleaner.core.store.StoreSamples.success;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.gleaner.core.attempt.TaskRecord;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.store.PastStay;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StorePastTest {
    @TempDir
    private Path directory;

    @Test
    void the_past_can_be_read_beside_a_running_server_and_when_it_is_stopped() throws Exception {
        StorePast beside;
        try (SqlStore store = SqlStore.open(directory)) {
            store.write(List.of(
                    node(N1, 1),
                    new GridEvent.StayEnded(N1, at(0), at(50)),
                    new GridEvent.NodeObserved(N1, nodeBelief(2))));
            beside = StorePast.read(directory, null, at(0));
        }

        assertThat(beside.stays()).containsExactly(new PastStay(N1, at(0), at(50)));
        assertThat(beside.nodes()).hasSize(1);
        assertThat(beside.beliefs().nodes()).containsKey(N1);
        assertThat(StorePast.read(directory, null, at(0))).isEqualTo(beside);
        assertThat(StorePast.read(directory, null, at(51)).stays()).isEmpty();
    }

    @Test
    void finished_tasks_are_told_once_each_with_the_attempt_that_did_them_first() throws Exception {
        AttemptId first = AttemptId.of(1, 2, 1);
        AttemptId copy = AttemptId.of(1, 2, 2);
        AttemptId failed = AttemptId.of(1, 1, 1);
        try (SqlStore store = SqlStore.open(directory)) {
            store.write(List.of(
                    submitted(1, spec(3)),
                    assigned(failed, N1),
                    assigned(first, N2),
                    assigned(copy, N1),
                    ended(failure(failed, 3), N1, at(50), TaskState.READY, TaskRecord.UNTRIED),
                    ended(success(first), N2, at(60), TaskState.DONE, TaskRecord.UNTRIED),
                    ended(success(copy), N1, at(70), TaskState.DONE, TaskRecord.UNTRIED)));
        }

        assertThat(StorePast.read(directory, null, at(0)).finished())
                .containsExactly(new FinishedTask(ADA, "awk", at(1), N2, Duration.ofNanos(1_500_000_001), at(60)));
        assertThat(StorePast.read(directory, null, at(61)).finished()).isEmpty();
    }

    @Test
    void where_no_server_was_it_says_so_and_makes_nothing() {
        assertThatThrownBy(() -> StorePast.read(directory, null, at(0)))
                .isInstanceOf(StoreUnusable.class)
                .hasMessageContaining("can't be read");
        assertThat(directory).isEmptyDirectory();
    }
}
