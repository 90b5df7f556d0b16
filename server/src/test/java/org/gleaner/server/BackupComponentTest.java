package org.gleaner.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.gleaner.protocol.json.StatusJson;
import org.gleaner.protocol.json.StorageJson;
import org.gleaner.protocol.message.BackupTicket;
import org.gleaner.protocol.message.BlobPage;
import org.gleaner.server.TestServer.Answer;
import org.gleaner.server.store.BackupArchive;
import org.gleaner.server.store.TinyDisk;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A copy of everything, made while the server works. */
final class BackupComponentTest {
    private static final String BACKUPS = "/api/v1/storage/backups";

    @TempDir
    private Path directory;

    private static String hash(String content) throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content.getBytes(UTF_8)));
    }

    private static int submit(TestServer server, String content) throws Exception {
        server.call("PUT", "/api/v1/blobs/" + hash(content), server.admin(), content.getBytes(UTF_8));
        String job = String.format(
                "{\"name\":\"n\",\"type\":\"t\",\"command\":[\"true\"],"
                        + "\"inputs\":[{\"path\":\"f\",\"hash\":\"%s\",\"size\":%d}]}",
                hash(content), content.length());
        return server.call("POST", "/api/v1/jobs", server.admin(), job.getBytes(UTF_8))
                .status();
    }

    private static void submitUntil(TestServer server, AtomicBoolean end, AtomicInteger accepted) {
        try {
            for (int i = 0; !end.get() && i < 10_000; i++) {
                if (submit(server, "content " + i) == 201) {
                    accepted.incrementAndGet();
                }
            }
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void a_server_that_has_lost_all_files_of_its_jobs_gives_no_backup_and_one_that_lacks_some_does() throws Exception {
        try (TestServer server = TestServer.start(directory)) {
            submit(server, "lost");
            Path shelf = directory.resolve("blobs").resolve(hash("lost").substring(0, 2));
            Files.move(shelf, directory.resolve("shelf"));

            TestServer.Answer refused = server.call("POST", BACKUPS, server.admin(), null);

            refused.isProblem(503, "unavailable");
            assertThat(refused.text()).contains("1 file that jobs name is missing", "put back its folder");
            submit(server, "there");
            assertThat(server.call("POST", BACKUPS, server.admin(), null).status())
                    .isEqualTo(201);
            assertThat(server.call("GET", "/health", null, null).text()).contains("files-missing");
        }
    }

    @Test
    void all_that_was_accepted_before_a_backup_is_there_after_a_restore() throws Exception {
        Path archive = directory.resolve("backup.zip");
        int before;
        try (TestServer server = TestServer.start(directory.resolve("data"))) {
            AtomicBoolean end = new AtomicBoolean();
            AtomicInteger accepted = new AtomicInteger();
            CompletableFuture<Void> load = CompletableFuture.runAsync(() -> submitUntil(server, end, accepted));
            Awaitility.await().atMost(Duration.ofMinutes(5)).until(() -> accepted.get() >= 20);
            before = accepted.get();
            BackupTicket ticket =
                    server.call("POST", BACKUPS, server.admin(), null).read(StorageJson::readTicket);
            int then = accepted.get();
            Awaitility.await().atMost(Duration.ofMinutes(5)).until(() -> accepted.get() >= then + 5);
            write(server, ticket, archive);
            end.set(true);
            load.join();
        }

        Path restored = directory.resolve("restored");
        assertThat(BackupArchive.restore(archive, restored, null).missing()).isZero();

        try (TestServer server = TestServer.start(restored)) {
            int jobs = server.call("GET", "/api/v1/jobs?limit=1000", server.admin(), null)
                    .read(StatusJson::readJobs)
                    .jobs()
                    .size();
            assertThat(jobs).isGreaterThanOrEqualTo(before);
            for (int i = 0; i < before; i++) {
                assertThat(server.call("GET", "/api/v1/blobs/" + hash("content " + i), server.admin(), null)
                                .text())
                        .isEqualTo("content " + i);
            }
        }
    }

    @Test
    void whatever_the_umask_is_nobody_else_can_read_what_the_server_keeps() throws Exception {
        Path data = directory.resolve("data");
        try (TestServer server = TestServer.start(data)) {
            submit(server, "a secret");
            server.call("PUT", "/api/v1/blobs/" + hash("half") + "?part=1", server.admin(), "half".getBytes(UTF_8));
            server.call("POST", BACKUPS, server.admin(), null).read(StorageJson::readTicket);

            List<String> open = new ArrayList<>();
            try (Stream<Path> all = Files.walk(data)) {
                for (Path path : all.toList()) {
                    String rights = PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
                    if (!rights.endsWith("------")) {
                        open.add(rights + " " + data.relativize(path));
                    }
                }
            }
            assertThat(data.resolve("gleaner.db-wal")).exists();
            assertThat(open).isEmpty();
        }
    }

    @Test
    void while_it_is_fetched_nothing_is_swept_and_afterwards_it_is_gone() throws Exception {
        try (TestServer server = TestServer.start(directory)) {
            server.call("PUT", "/api/v1/blobs/" + hash("x"), server.admin(), "x".getBytes(UTF_8));
            BackupTicket ticket =
                    server.call("POST", BACKUPS, server.admin(), null).read(StorageJson::readTicket);
            byte[] now = "{\"grace\":\"0s\"}".getBytes(UTF_8);

            assertThat(server.call("POST", "/api/v1/storage/sweep", server.admin(), now)
                            .read(StorageJson::readSwept)
                            .removed())
                    .isZero();
            assertThat(server.call("DELETE", BACKUPS + "/" + ticket.id(), server.admin(), null)
                            .status())
                    .isEqualTo(204);
            assertThat(server.call("POST", "/api/v1/storage/sweep", server.admin(), now)
                            .read(StorageJson::readSwept)
                            .removed())
                    .isEqualTo(1);
            server.call("GET", BACKUPS + "/" + ticket.id() + "/database", server.admin(), null)
                    .isProblem(404, "unknown-backup");
            assertThat(directory.resolve("backup-under-way")).doesNotExist();
        }
    }

    @Test
    void a_disk_without_room_for_the_copy_is_called_full_and_keeps_nothing_of_it() throws Exception {
        try (TinyDisk disk = TinyDisk.mount(directory, 80);
                TestServer server = TestServer.start(directory)) {
            disk.fill();

            Answer answer = server.call("POST", BACKUPS, server.admin(), null);

            answer.isProblem(507, "disk-full");
            assertThat(answer.text()).contains("room for a copy of the database");
            assertThat(directory.resolve("backup-under-way")).doesNotExist();
        }
    }

    private static void write(TestServer server, BackupTicket ticket, Path archive) throws Exception {
        try (OutputStream out = Files.newOutputStream(archive);
                BackupArchive.Writer writer = new BackupArchive.Writer(out)) {
            byte[] database = server.call("GET", BACKUPS + "/" + ticket.id() + "/database", server.admin(), null)
                    .body();
            assertThat(database).hasSize((int) ticket.bytes());
            writer.<IOException>database(to -> to.write(database));
            BlobPage page = server.call("GET", BACKUPS + "/" + ticket.id() + "/blobs", server.admin(), null)
                    .read(StorageJson::readBlobs);
            assertThat(page.next()).isZero();
            for (BlobPage.Row row : page.blobs()) {
                byte[] content = server.call(
                                "GET", "/api/v1/blobs/" + row.hash().hex(), server.admin(), null)
                        .body();
                writer.<IOException>blob(row.hash(), to -> to.write(content));
            }
        }
    }
}
