package org.gleaner.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** When a disk that was full counts as having room again at once. */
final class SqliteRoomTest {
    private static final long MEGABYTE = 1L << 20;
    private static final long LARGE_DISK = 1L << 40;

    @Test
    void a_large_disk_has_room_again_when_its_reserve_is_free() {
        assertThat(SqliteFile.isRoomy(64 * MEGABYTE, LARGE_DISK)).isTrue();
        assertThat(SqliteFile.isRoomy(63 * MEGABYTE, LARGE_DISK)).isFalse();
    }

    @Test
    void a_small_disk_has_room_again_when_a_quarter_of_it_is_free() {
        assertThat(SqliteFile.isRoomy(30 * MEGABYTE, 100 * MEGABYTE)).isTrue();
        assertThat(SqliteFile.isRoomy(24 * MEGABYTE, 100 * MEGABYTE)).isFalse();
        assertThat(SqliteFile.isRoomy(15 * MEGABYTE, 40 * MEGABYTE)).isFalse();
    }
}
