package org.gleaner.server.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.gleaner.core.grid.StoreException;
import org.gleaner.server.disk.Ballast;
import org.gleaner.server.retention.LastRoom;
import org.gleaner.server.store.Snapshots;
import org.junit.jupiter.api.Test;

final class RowRoomTest {
    private static final long MEGABYTE = 1L << 20;

    private long free = LastRoom.HEADROOM + 10 * MEGABYTE;
    private long spare;

    private final RowRoom rows = new RowRoom(new LastRoom(new FakeDatabase(), new Ballast(Path.of("none"), 0)));

    @Test
    void what_was_let_in_counts_until_it_is_written() throws Exception {
        Runnable over;
        try (RowRoom.Claim first = rows.claim(4 * MEGABYTE)) {
            assertThat(first.fits()).isTrue();
            over = first.until(() -> {});
        }

        assertThat(fits(4 * MEGABYTE)).isFalse();
        assertThat(rows.claimAmple(4 * MEGABYTE).fits()).isFalse();
        over.run();
        over.run();
        assertThat(fits(4 * MEGABYTE)).isTrue();
        assertThat(fits(6 * MEGABYTE)).isFalse();
    }

    @Test
    void what_comes_to_nothing_leaves_its_room_to_others() throws Exception {
        for (int tries = 0; tries < 10; tries++) {
            assertThat(fits(4 * MEGABYTE)).isTrue();
        }
    }

    @Test
    void rows_find_room_in_what_was_deleted_if_the_log_of_their_change_fits() throws Exception {
        free = 8 * MEGABYTE;
        spare = 40 * MEGABYTE;

        assertThat(fits(2 * MEGABYTE)).isTrue();
        assertThat(fits(3 * MEGABYTE)).isFalse();
    }

    private boolean fits(long bytes) throws StoreException {
        try (RowRoom.Claim claim = rows.claim(bytes)) {
            return claim.fits();
        }
    }

    private final class FakeDatabase implements Snapshots {
        @Override
        public String kind() {
            return "fake";
        }

        @Override
        public long bytes() {
            return 0;
        }

        @Override
        public long spare() {
            return spare;
        }

        @Override
        public long free() {
            return free;
        }

        @Override
        public void copyTo(Path file) {
            throw new UnsupportedOperationException("nothing is copied here");
        }
    }
}
