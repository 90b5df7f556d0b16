package org.gleaner.server.retention;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.step.BatchStep;
import org.gleaner.server.blob.BlobLimits;
import org.gleaner.server.blob.BlobStore;
import org.gleaner.server.loop.BatchListener;
import org.gleaner.server.store.Snapshots;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FreedRowsTest {
    private static final long EMPTY = 5L << 20;

    @TempDir
    private Path data;

    /** Has some room inside. */
    private record LooseDatabase() implements Snapshots {
        @Override
        public String kind() {
            return "loose";
        }

        @Override
        public long bytes() {
            return 2 * EMPTY;
        }

        @Override
        public long spare() {
            return EMPTY;
        }

        @Override
        public long free() {
            return Long.MAX_VALUE;
        }

        @Override
        public void copyTo(Path file) {
            throw new UnsupportedOperationException();
        }
    }

    @Test
    void the_room_that_a_deleted_job_left_in_the_database_counts_at_once() throws Exception {
        BlobStore blobs = BlobStore.open(data, BlobLimits.DEFAULT, () -> Instant.EPOCH, () -> 0);
        FreedRows rows = new FreedRows(new LooseDatabase(), blobs, Runnable::run);

        rows.done(batch());
        assertThat(blobs.reserve()).isEqualTo(BlobLimits.DEFAULT.reserve());

        rows.done(batch(new GridEvent.JobDeleted(new JobId(7), new Owner("ada"))));
        assertThat(blobs.reserve()).isEqualTo(BlobLimits.DEFAULT.reserve() - EMPTY);
    }

    private static BatchListener.Batch batch(GridEvent.Hard... events) {
        return new BatchListener.Batch(
                new BatchStep.Result(List.of(), List.of(events), false, List.of(), Optional.empty()),
                Optional.empty(),
                Optional.empty(),
                true,
                1,
                Duration.ZERO);
    }
}
