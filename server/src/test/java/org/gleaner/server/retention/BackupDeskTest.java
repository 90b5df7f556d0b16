package org.gleaner.server.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import org.gleaner.core.grid.StoreException;
import org.gleaner.server.blob.BlobLimits;
import org.gleaner.server.blob.BlobStore;
import org.gleaner.server.store.Snapshots;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class BackupDeskTest {
    @TempDir
    private Path data;

    private final Instant now = Instant.parse("2026-11-15T12:00:00Z");
    private long nanos = 42;
    private final SmallDatabase database = new SmallDatabase();
    private BlobStore blobs;
    private BackupDesk desk;
    private LastBackup last;
    private long later;

    @BeforeEach
    void open() throws IOException {
        blobs = BlobStore.open(data, BlobLimits.DEFAULT, () -> now, () -> nanos);
        last = new LastBackup(data, () -> now.plusSeconds(later));
        desk = new BackupDesk(data, database, blobs, new Random(1), last);
    }

    @Test
    void only_a_backup_of_which_all_files_were_told_counts_as_made_also_after_a_restart() throws Exception {
        desk.begin();
        desk.giveBack();
        assertThat(last.age()).isNaN();

        desk.begin();
        desk.listed();
        desk.giveBack();
        later = 60;

        assertThat(last.age()).isEqualTo(60);
        assertThat(new LastBackup(data, () -> now.plusSeconds(90)).age()).isEqualTo(90);
    }

    /** Refuses a file that is there, as databases do. */
    private static final class SmallDatabase implements Snapshots {
        private boolean full;

        @Override
        public String kind() {
            return "small";
        }

        @Override
        public long bytes() {
            return 3;
        }

        @Override
        public long spare() {
            return 0;
        }

        @Override
        public long free() {
            return Long.MAX_VALUE;
        }

        @Override
        public void copyTo(Path file) throws StoreException {
            try {
                Files.writeString(file, "all");
                if (full) {
                    throw new StoreException("the disk is full");
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @Test
    void what_a_killed_server_left_is_in_nobodys_way() throws Exception {
        Path folder = Files.createDirectory(data.resolve("backup-under-way"));
        Files.createFile(folder.resolve("gleaner.db"));
        Files.createFile(folder.resolve("gleaner.db-journal"));

        String id = desk.begin().id();

        assertThat(desk.find(id)).hasValueSatisfying(file -> assertThat(file).hasContent("all"));
        assertThat(folder).isDirectoryNotContaining("glob:**-journal");
        desk.end();
        assertThat(folder).doesNotExist();
    }

    @Test
    void a_copy_that_does_not_fit_leaves_nothing_and_lets_others_make_room() throws Exception {
        database.full = true;

        assertThatThrownBy(desk::begin).isInstanceOf(StoreException.class);

        assertThat(data.resolve("backup-under-way")).doesNotExist();
        assertThat(blobs.pins().isHeld()).isFalse();
    }

    /** Content that it names may be swept from then on, so who goes on with it would get a part and take it for all. */
    @Test
    void a_copy_that_nobody_asks_for_is_over_and_goes_from_the_disk() throws Exception {
        String id = desk.begin().id();
        nanos += Duration.ofMinutes(50).toNanos();
        desk.tidy();
        assertThat(desk.find(id)).isPresent();

        nanos += Duration.ofMinutes(70).toNanos();

        assertThat(desk.find(id)).isEmpty();
        desk.tidy();
        assertThat(data.resolve("backup-under-way")).doesNotExist();
    }
}
