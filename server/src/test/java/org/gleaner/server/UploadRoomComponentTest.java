package org.gleaner.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.gleaner.core.id.BlobHash;
import org.gleaner.protocol.http.BlobCalls;
import org.gleaner.protocol.http.CallTimeouts;
import org.gleaner.protocol.http.Endpoint;
import org.gleaner.protocol.http.ServerConnection;
import org.gleaner.protocol.json.AdminJson;
import org.gleaner.protocol.json.MatchJson;
import org.gleaner.protocol.json.StorageJson;
import org.gleaner.protocol.message.Content;
import org.gleaner.protocol.message.StorageReport;
import org.gleaner.server.TestServer.Answer;
import org.gleaner.server.TestServer.JoinedNode;
import org.gleaner.server.store.TinyDisk;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Uploads that do not fit: refused before they come, whether a job names them or not. */
final class UploadRoomComponentTest {
    @TempDir
    private Path data;

    @Test
    void what_exceeds_a_quota_is_refused_before_it_is_sent() throws Exception {
        try (TestServer server = TestServer.start(data)) {
            server.set("quota-owner", "1M");
            String ann = server.user("ann");

            server.call("PUT", path(content(1, 2_000_000)), ann, content(1, 2_000_000))
                    .isProblem(422, "quota-exceeded");
            server.call("GET", path(content(1, 9)) + "/upload?size=2000000", ann, null)
                    .isProblem(422, "quota-exceeded");
            assertThat(kept()).isZero();

            assertThat(put(server, ann, content(2, 600_000)).status()).isEqualTo(201);
            put(server, ann, content(3, 600_000)).isProblem(422, "quota-exceeded");
            assertThat(put(server, server.user("bob"), content(3, 600_000)).status())
                    .as("of somebody else")
                    .isEqualTo(201);
            assertThat(put(server, node(server), content(4, 2_000_000)).status())
                    .as("results always come in")
                    .isEqualTo(201);
        }
    }

    @Test
    void what_no_job_names_counts_until_it_is_named_or_swept_and_never_twice() throws Exception {
        try (TestServer server = TestServer.start(data)) {
            server.set("quota-owner", "1M");
            String ann = server.user("ann");
            assertThat(put(server, ann, content(2, 600_000)).status()).isEqualTo(201);
            assertThat(submit(server, ann, content(2, 600_000)).status()).isEqualTo(201);

            assertThat(put(server, ann, content(3, 300_000)).status())
                    .as("the first file counts for its job and no longer for its upload")
                    .isEqualTo(201);
            put(server, ann, content(4, 300_000)).isProblem(422, "quota-exceeded");
            assertThat(server.call(
                                    "POST",
                                    "/api/v1/storage/sweep",
                                    server.admin(),
                                    "{\"grace\":\"0s\"}".getBytes(UTF_8))
                            .status())
                    .isEqualTo(200);

            Awaitility.await()
                    .atMost(Duration.ofMinutes(5))
                    .untilAsserted(() -> assertThat(
                                    put(server, ann, content(4, 300_000)).status())
                            .isEqualTo(201));
        }
    }

    @Test
    void an_upload_that_breaks_counts_with_what_came_of_it_and_one_without_a_length_is_cut_off() throws Exception {
        try (TestServer server = TestServer.start(data)) {
            server.set("quota-owner", "1M");
            String ann = server.user("ann");
            byte[] broken = content(5, 900_000);
            sendHalf(server, ann, broken);

            put(server, ann, content(6, 600_000)).isProblem(422, "quota-exceeded");

            assertThat(server.call(server.request("PUT", path(content(6, 600_000)), ann, null)
                                    .PUT(BodyPublishers.ofInputStream(() -> InputStream.nullInputStream()))
                                    .build())
                            .status())
                    .isEqualTo(422);
            server.call(server.request("PUT", path(content(7, 5)), ann, null)
                            .PUT(BodyPublishers.ofInputStream(
                                    () -> new java.io.ByteArrayInputStream(content(7, 700_000))))
                            .build())
                    .isProblem(413, "payload-too-large");
        }
    }

    @Test
    void the_quota_of_all_together_counts_uploads_of_everybody() throws Exception {
        try (TestServer server = TestServer.start(data)) {
            server.set("quota-total", "1M");

            assertThat(put(server, server.user("ann"), content(1, 600_000)).status())
                    .isEqualTo(201);

            put(server, server.user("bob"), content(2, 600_000)).isProblem(422, "quota-exceeded");
        }
    }

    @Test
    void a_dry_run_objects_exactly_where_the_upload_or_the_submit_would_be_refused() throws Exception {
        try (TestServer server = TestServer.start(data)) {
            server.set("quota-total", "1M");
            String ann = server.user("ann");
            String bob = server.user("bob");
            assertThat(put(server, ann, content(1, 600_000)).status()).isEqualTo(201);

            assertThat(objection(server, bob, content(2, 600_000)))
                    .as("uploads that no job names count as well")
                    .contains("all owners together may keep 1 MB");
            assertThat(objection(server, bob, content(2, 300_000))).isEmpty();
            assertThat(objection(server, ann, content(1, 600_000)))
                    .as("what was sent for this job counts once")
                    .isEmpty();
            assertThat(submit(server, ann, content(1, 600_000)).status()).isEqualTo(201);
            awaitUploads(server, ann, "ann 0");
            assertThat(objection(server, bob, content(2, 300_000)))
                    .as("named, it counts for its job alone")
                    .isEmpty();
            server.set("quota-total", "off");
            server.set("quota-owner", "1M");
            assertThat(objection(server, bob, content(1, 600_000))).isEmpty();
            assertThat(put(server, bob, content(3, 600_000)).status()).isEqualTo(201);
            assertThat(objection(server, bob, content(1, 600_000))).contains("bob may keep 1 MB, has 586 KB");
        }
    }

    @Test
    void who_holds_space_with_uploads_is_told_until_a_job_names_them_or_they_are_swept() throws Exception {
        try (TestServer server = TestServer.start(data)) {
            String ann = server.user("ann");
            String bob = server.user("bob");
            assertThat(put(server, ann, content(1, 600_000)).status()).isEqualTo(201);
            sendHalf(server, bob, content(5, 900_000));

            assertThat(uploads(server, server.admin())).isEqualTo("ann 600000, bob 500000, all 1100000");
            assertThat(uploads(server, ann)).isEqualTo("ann 600000");
            assertThat(uploads(server, bob)).isEqualTo("bob 500000");

            assertThat(submit(server, ann, content(1, 600_000)).status()).isEqualTo(201);
            awaitUploads(server, ann, "ann 0");
            assertThat(put(server, ann, content(2, 9)).status()).isEqualTo(201);
            assertThat(uploads(server, ann)).isEqualTo("ann 9");
            server.call("POST", "/api/v1/storage/sweep", server.admin(), "{\"grace\":\"0s\"}".getBytes(UTF_8));
            awaitUploads(server, ann, "ann 0");
        }
    }

    /** Else whoever sends what somebody may have would see at once whether a job has it. */
    @Test
    void no_job_of_somebody_else_changes_what_an_upload_counts_before_its_grace_is_over() throws Exception {
        try (TestServer server = TestServer.start(data)) {
            String ann = server.user("ann");
            String bob = server.user("bob");
            put(server, ann, content(1, 600_000));
            submit(server, ann, content(1, 600_000));
            awaitUploads(server, ann, "ann 0");

            put(server, bob, content(1, 600_000));
            put(server, bob, content(2, 9));

            server.call("POST", "/api/v1/storage/sweep", server.admin(), "{\"grace\":\"0s\"}".getBytes(UTF_8));
            awaitUploads(server, bob, "bob 600000");
            server.set("blob-grace", "0s");
            awaitUploads(server, bob, "");
        }
    }

    private static void awaitUploads(TestServer server, String token, String uploads) {
        Awaitility.await()
                .atMost(Duration.ofMinutes(5))
                .untilAsserted(() -> assertThat(uploads(server, token)).isEqualTo(uploads));
    }

    /** What the report says of uploads. */
    private static String uploads(TestServer server, String token) throws Exception {
        StorageReport report =
                server.call("GET", "/api/v1/storage", token, null).read(StorageJson::readReport);
        StorageReport.Whole whole = report.whole();
        return Stream.concat(
                        report.owners().stream().map(share -> share.use().owner() + " " + share.uploadBytes()),
                        Stream.ofNullable(whole).map(all -> "all " + all.blobs().uploadBytes()))
                .collect(Collectors.joining(", "));
    }

    private static String objection(TestServer server, String token, byte[] file) throws Exception {
        return server.call("POST", "/api/v1/jobs/match", token, job("true", file))
                .read(MatchJson::readMatched)
                .objection();
    }

    @Test
    void a_full_disk_is_told_at_once_to_uploads_submits_and_commits() throws Exception {
        try (TinyDisk disk = TinyDisk.mount(data, 80);
                TestServer server = TestServer.start(data)) {
            String ann = server.user("ann");
            Path large = Files.createTempFile("gleaner", ".large");
            try (RandomAccessFile file = new RandomAccessFile(large.toFile(), "rw")) {
                file.setLength(300L << 20);
            }
            BlobCalls calls = new BlobCalls(new ServerConnection(
                    new Endpoint(URI.create(server.assembly().url()), null, ann), CallTimeouts.DEFAULT));

            var answer = calls.upload(new BlobHash("ab".repeat(32)), large);
            Files.delete(large);

            assertThat(answer)
                    .isInstanceOfSatisfying(
                            org.gleaner.protocol.http.Answer.Refused.class,
                            refused -> assertThat(refused.problem().title()).contains("disk is full"));
            assertThat(server.call("GET", "/health", null, null).text())
                    .as("the disk is not full because somebody has a file that would never fit")
                    .doesNotContain("disk-full");
            server.call("PUT", path(content(1, 9)), ann, content(1, 30_000_000)).isProblem(507, "disk-full");
            Path filler = disk.fill();
            Answer full = submit(server, ann);
            for (int tries = 0; tries < 200 && full.status() == 201; tries++) {
                full = submit(server, ann);
            }
            full.isProblem(507, "disk-full");
            assertThat(server.call("GET", "/health", null, null).text()).contains("\"code\":\"disk-full\"");
            Files.delete(filler);
            Awaitility.await()
                    .atMost(Duration.ofMinutes(5))
                    .untilAsserted(
                            () -> assertThat(submit(server, ann).status()).isEqualTo(201));
        }
    }

    @Test
    void a_server_that_has_only_its_reserve_left_says_so() throws Exception {
        try (TinyDisk disk = TinyDisk.mount(data, 60);
                TestServer server = TestServer.start(data)) {
            put(server, server.user("ann"), content(1, 9)).isProblem(507, "disk-full");

            Answer health = server.call("GET", "/health", null, null);

            assertThat(health.status()).isEqualTo(200);
            assertThat(health.text()).contains("\"code\":\"disk-full\"");
            assertThat(disk).isNotNull();
        }
    }

    /** A SQLite file does not shrink; what is empty in it is room for the rows to come. */
    @Test
    void files_are_taken_again_after_the_jobs_that_made_the_database_large_were_deleted() throws Exception {
        try (TinyDisk disk = TinyDisk.mount(data, 90);
                TestServer server = TestServer.start(data)) {
            String ann = server.user("ann");
            int jobs = 0;
            while (disk.free() > 64L << 20) {
                assertThat(submit(server, ann).status()).isEqualTo(201);
                jobs++;
            }
            put(server, ann, content(1, 9)).isProblem(507, "disk-full");

            for (int job = 1; job <= jobs; job++) {
                server.call("POST", "/api/v1/jobs/" + job + "/cancel", ann, null);
                server.call("DELETE", "/api/v1/jobs/" + job, ann, null);
            }
            server.call("POST", "/api/v1/storage/sweep", server.admin(), null);

            assertThat(put(server, ann, content(1, 9)).status()).isEqualTo(201);
        }
    }

    private static String node(TestServer server) throws Exception {
        JoinedNode node = server.node(1);
        return node.token();
    }

    /** A job with this file as input, or one with a long command that takes room in the database. */
    private static Answer submit(TestServer server, String token, byte[]... files) throws Exception {
        String word = files.length == 0 ? "x".repeat(50_000) : "true";
        return server.call("POST", "/api/v1/jobs", token, job(word, files));
    }

    private static byte[] job(String word, byte[]... files) {
        String inputs = Stream.of(files)
                .map(file ->
                        "{\"path\":\"f\",\"hash\":\"" + Content.hash(file).hex() + "\",\"size\":" + file.length + "}")
                .collect(Collectors.joining(","));
        return ("{\"name\":\"n\",\"type\":\"t\",\"command\":[\"" + word + "\"],\"inputs\":[" + inputs + "]}")
                .getBytes(UTF_8);
    }

    /** Announces all of it, sends a half and hangs up. */
    private static void sendHalf(TestServer server, String token, byte[] content) throws Exception {
        URI address = URI.create(server.assembly().url());
        try (Socket socket = new Socket(InetAddress.getByName(address.getHost()), address.getPort())) {
            String head = "PUT " + path(content) + " HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + token
                    + "\r\nContent-Length: " + content.length + "\r\n\r\n";
            socket.getOutputStream().write(head.getBytes(UTF_8));
            socket.getOutputStream().write(Arrays.copyOf(content, 500_000));
            socket.getOutputStream().flush();
            Awaitility.await()
                    .atMost(Duration.ofMinutes(5))
                    .until(() -> server.call("GET", path(content) + "/upload", token, null)
                                    .read(AdminJson::readReceived)
                            == 500_000);
        }
    }

    private static Answer put(TestServer server, String token, byte[] content) throws Exception {
        return server.call("PUT", path(content), token, content);
    }

    private static String path(byte[] content) {
        return "/api/v1/blobs/" + Content.hash(content).hex();
    }

    private static byte[] content(int seed, int size) {
        byte[] content = new byte[size];
        new java.util.Random(seed).nextBytes(content);
        return content;
    }

    /** Bytes of blobs that are here, whole or not. */
    private long kept() throws IOException {
        try (Stream<Path> files = Files.walk(data.resolve("blobs"))) {
            return files.filter(Files::isRegularFile)
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        }
    }
}
