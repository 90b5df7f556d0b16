package org.gleaner.server.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.gleaner.core.store.StoreSamples.spec;
import static org.gleaner.core.store.StoreSamples.submitted;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.gleaner.core.grid.StoredGrid;
import org.gleaner.core.id.BlobHash;
import org.gleaner.protocol.message.Content;
import org.gleaner.server.blob.BlobStore;
import org.gleaner.server.store.BackupArchive.Restored;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What comes back from a backup, and what a file must not do that only looks like one. */
final class BackupArchiveTest {
    private static final String HASH_OF_TEST = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

    @TempDir
    private Path directory;

    private Path archive() {
        return directory.resolve("backup.zip");
    }

    private Path data() {
        return directory.resolve("restored");
    }

    private void zip(String... namesAndContents) throws IOException {
        try (OutputStream out = Files.newOutputStream(archive());
                ZipOutputStream zip = new ZipOutputStream(out)) {
            for (int i = 0; i < namesAndContents.length; i += 2) {
                zip.putNextEntry(new ZipEntry(namesAndContents[i]));
                zip.write(namesAndContents[i + 1].getBytes(UTF_8));
                zip.closeEntry();
            }
        }
    }

    private void archiveOf(SqlStore store) throws Exception {
        Path copy = directory.resolve("copy.db");
        store.copyTo(copy);
        try (BackupArchive.Writer writer = new BackupArchive.Writer(Files.newOutputStream(archive()))) {
            writer.<IOException>database(out -> Files.copy(copy, out));
        }
    }

    private void refused(String why) {
        assertThatThrownBy(() -> BackupArchive.restore(archive(), data(), null))
                .isInstanceOf(StoreUnusable.class)
                .hasMessageContaining(why)
                .satisfies(thrown ->
                        assertThat(String.valueOf(thrown.getMessage()).lines()).hasSize(3));
        assertThat(data()).doesNotExist();
        assertThat(directory.resolve("restored.restoring")).doesNotExist();
    }

    @Test
    void too_little_room_is_told_before_anything_is_written_with_what_it_needs() throws Exception {
        zip("gleaner.db", "123", "blobs/" + HASH_OF_TEST, "test");

        BackupArchive.checkRoom(archive(), 27, 20);
        assertThatThrownBy(() -> BackupArchive.checkRoom(archive(), 26, 20))
                .isInstanceOf(IOException.class)
                .hasMessage("the backup needs 27 B of disk space, including 20 B reserved for the database");
        zip("gleaner.db", "123");
        BackupArchive.checkRoom(archive(), 3, 20);
    }

    @Test
    void all_rows_come_back() throws Exception {
        StoredGrid before;
        try (SqlStore store = SqlStore.open(directory.resolve("data"))) {
            store.write(List.of(submitted(1, spec(3)), submitted(2, spec(2))));
            before = store.load();
            archiveOf(store);
        }

        Restored restored = BackupArchive.restore(archive(), data(), null);

        assertThat(restored.missing()).as("the samples' files were never here").isPositive();
        try (SqlStore store = SqlStore.open(data())) {
            assertThat(store.load()).isEqualTo(before);
        }
    }

    @Test
    void rows_come_back_into_postgresql_and_out_of_it() throws Exception {
        RealPostgres postgres = RealPostgres.shared();
        StoredGrid before;
        try (SqlStore store = SqlStore.open(directory.resolve("data"), postgres.database())) {
            store.write(List.of(submitted(1, spec(3)), submitted(2, spec(2))));
            before = store.load();
            archiveOf(store);
        }

        BackupArchive.restore(archive(), data(), null);
        try (SqlStore store = SqlStore.open(data())) {
            assertThat(store.load()).isEqualTo(before);
        }
        PostgresLogin other = postgres.database();
        Path elsewhere = directory.resolve("elsewhere");
        BackupArchive.restore(archive(), elsewhere, other);
        try (SqlStore store = SqlStore.open(elsewhere, other)) {
            assertThat(store.load()).isEqualTo(before);
            store.write(List.of(submitted(3, spec(2))));
        }
        assertThat(elsewhere.resolve("gleaner.db")).doesNotExist();
        assertThatThrownBy(() -> BackupArchive.restore(archive(), directory.resolve("third"), other))
                .isInstanceOf(StoreUnusable.class)
                .hasMessageContaining("is not empty");
    }

    @Test
    void a_directory_that_holds_anything_is_left_alone() throws Exception {
        zip("gleaner.db", "anything");
        Files.createDirectories(data());
        Files.writeString(data().resolve("mine"), "mine");

        assertThatThrownBy(() -> BackupArchive.restore(archive(), data(), null))
                .isInstanceOf(StoreUnusable.class)
                .hasMessageContaining("is not empty");
        assertThat(data().resolve("mine")).hasContent("mine");
    }

    @Test
    void an_entry_that_leaves_the_directory_is_refused() throws Exception {
        zip("../evil", "x");
        refused("unexpected entry");
        zip("blobs/../../evil", "x");
        refused("unexpected entry");
        zip("/etc/evil", "x");
        refused("unexpected entry");
        zip("admin.token", "x");
        refused("unexpected entry");
        assertThat(directory.resolve("evil")).doesNotExist();
    }

    @Test
    void content_that_does_not_match_its_hash_is_left_out_and_the_rest_is_restored() throws Exception {
        try (SqlStore store = SqlStore.open(directory.resolve("data"))) {
            store.write(List.of(submitted(1, spec(3))));
            archiveOf(store);
        }
        byte[] database;
        try (ZipFile zip = new ZipFile(archive().toFile())) {
            database = zip.getInputStream(zip.getEntry("gleaner.db")).readAllBytes();
        }
        BlobHash whole = Content.hash("whole".getBytes(UTF_8));
        try (BackupArchive.Writer writer = new BackupArchive.Writer(Files.newOutputStream(archive()))) {
            writer.<IOException>database(out -> out.write(database));
            writer.<IOException>blob(new BlobHash(HASH_OF_TEST), out -> out.write("tampered".getBytes(UTF_8)));
            writer.<IOException>blob(whole, out -> out.write("whole".getBytes(UTF_8)));
        }

        Restored restored = BackupArchive.restore(archive(), data(), null);

        assertThat(restored.blobs()).isEqualTo(1);
        BlobStore blobs = BlobStore.open(data());
        assertThat(blobs.has(whole)).isTrue();
        assertThat(blobs.has(new BlobHash(HASH_OF_TEST))).isFalse();
    }

    @Test
    void a_file_that_is_no_backup_is_refused() throws Exception {
        Files.writeString(archive(), "not a zip at all");
        refused("has no database");
        zip("gleaner.db", "not a database, but long enough to look like something that might be one. ".repeat(20));
        refused("can't be opened");
        zip("gleaner.db", "a", "gleaner.db2", "b");
        refused("unexpected entry");
    }
}
