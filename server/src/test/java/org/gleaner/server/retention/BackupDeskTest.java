package org.gleaner.server.retention;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.gleaner.server.blob.BlobStore;
import org.gleaner.server.store.Snapshots;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class BackupDeskTest {
    @TempDir
    private Path data;

    private BackupDesk desk;

    @BeforeEach
    void open() throws IOException {
        desk = new BackupDesk(data, new SmallDatabase(), BlobStore.open(data), new Random(1));
    }

    /** Refuses a file that is there, as databases do. */
    private static final class SmallDatabase implements Snapshots {
        @Override
        public String kind() {
            return "small";
        }

        @Override
        public long bytes() {
            return 3;
        }

        @Override
        public void copyTo(Path file) {
            try {
                Files.writeString(Files.createFile(file), "all");
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
}
