package org.gleaner.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.BlobUse;
import org.gleaner.protocol.json.MatchJson;
import org.gleaner.protocol.json.StatusJson;
import org.gleaner.protocol.json.StorageJson;
import org.gleaner.protocol.message.StorageReport;
import org.gleaner.protocol.message.SweepResult;
import org.gleaner.server.TestServer.Answer;
import org.gleaner.server.store.TinyDisk;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What goes when it is old, what stays, and what does not fit. */
final class RetentionComponentTest {
    @TempDir
    private Path data;

    private TestServer server;
    private String ada;

    @BeforeEach
    void start() throws Exception {
        server = TestServer.start(data);
        ada = server.user("ada");
    }

    @AfterEach
    void stop() throws Exception {
        server.close();
    }

    private static String hash(String content) throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content.getBytes(UTF_8)));
    }

    private Answer upload(String content) throws Exception {
        return server.call("PUT", "/api/v1/blobs/" + hash(content), ada, content.getBytes(UTF_8));
    }

    private boolean has(String content) throws Exception {
        return server.call("HEAD", "/api/v1/blobs/" + hash(content), server.admin(), null)
                        .status()
                == 200;
    }

    private Answer submit(String content) throws Exception {
        return submit(content, content.length());
    }

    private Answer submit(String content, long size) throws Exception {
        return server.call("POST", "/api/v1/jobs", ada, job(content, size));
    }

    private static byte[] job(String content, long size) throws Exception {
        return String.format(
                        "{\"name\":\"n\",\"type\":\"t\",\"command\":[\"true\"],"
                                + "\"inputs\":[{\"path\":\"f\",\"hash\":\"%s\",\"size\":%d}]}",
                        hash(content), size)
                .getBytes(UTF_8);
    }

    /** What a dry run is told against the job. */
    private String objection(String content) throws Exception {
        return server.call("POST", "/api/v1/jobs/match", ada, job(content, content.length()))
                .read(MatchJson::readMatched)
                .objection();
    }

    private SweepResult sweep() throws Exception {
        return server.call("POST", "/api/v1/storage/sweep", server.admin(), "{\"grace\":\"0s\"}".getBytes(UTF_8))
                .read(StorageJson::readSwept);
    }

    private int jobs() throws Exception {
        return server.call("GET", "/api/v1/jobs", ada, null)
                .read(StatusJson::readJobs)
                .jobs()
                .size();
    }

    @Test
    void a_sweep_without_grace_leaves_only_what_jobs_name() throws Exception {
        upload("named");
        upload("unnamed");
        assertThat(submit("named").status()).isEqualTo(201);

        assertThat(sweep()).isEqualTo(new SweepResult(0, 1, 7, false, false));

        assertThat(has("named")).isTrue();
        assertThat(has("unnamed")).isFalse();
        submit("unnamed").isProblem(422, "missing-blobs");
    }

    @Test
    void while_the_folder_of_all_files_is_away_none_of_them_is_denied() throws Exception {
        upload("named");
        submit("named");
        String named = "/api/v1/blobs/" + hash("named");
        Files.move(data.resolve("blobs"), data.resolve("elsewhere"));

        Answer health = server.call("GET", "/health", null, null);

        health.isProblem(503, "unavailable");
        assertThat(health.text())
                .contains("its folder blobs with the files of all jobs is gone; put it back")
                .doesNotContain(data.toString());
        for (Answer answer : List.of(
                server.call("GET", named, ada, null),
                upload("other"),
                submit("named"),
                server.call("POST", "/api/v1/storage/backups", server.admin(), null))) {
            answer.isProblem(503, "unavailable");
        }
        Files.move(data.resolve("elsewhere"), data.resolve("blobs"));
        assertThat(server.call("GET", "/health", null, null).status()).isEqualTo(200);
        assertThat(server.call("GET", named, ada, null).text()).isEqualTo("named");
    }

    @Test
    void a_file_that_a_job_names_and_the_disk_lacks_is_warned_of_until_it_is_back() throws Exception {
        upload("named");
        submit("named");
        Path file = data.resolve("blobs")
                .resolve(hash("named").substring(0, 2))
                .resolve(hash("named").substring(2));
        sweep();
        assertThat(health()).doesNotContain("files-missing");
        Files.move(file, data.resolve("lost"));

        sweep();

        assertThat(health()).contains("files-missing", "1 file that jobs name is missing");
        assertThat(server.call("GET", "/metrics", server.admin(), null).text())
                .contains("gleaner_warning{kind=\"files-missing\"} 1.0", "gleaner_warning{kind=\"disk-full\"} 0.0");
        Files.move(data.resolve("lost"), file);
        sweep();
        assertThat(health()).doesNotContain("files-missing");
    }

    private String health() throws Exception {
        return server.call("GET", "/health", null, null).text();
    }

    @Test
    void on_a_write_protected_disk_nobody_is_told_to_free_space() throws Exception {
        server.close();
        Path place = data.resolve("small");
        try (TinyDisk disk = TinyDisk.mount(Files.createDirectories(place.resolve("blobs")), 200);
                TestServer small = TestServer.start(place)) {
            String admin = small.admin();
            disk.protect();

            Answer upload = small.call("PUT", "/api/v1/blobs/" + hash("x"), admin, "x".getBytes(UTF_8));
            Answer health = small.call("GET", "/health", null, null);

            upload.isProblem(503, "unavailable");
            assertThat(upload.text()).contains("write-protected");
            health.isProblem(503, "unavailable");
            assertThat(health.text()).contains("write-protected").doesNotContain("full");
        }
    }

    @Test
    void a_disk_that_refuses_files_though_it_has_room_is_warned_of_until_it_takes_one() throws Exception {
        server.close();
        Path place = data.resolve("small");
        try (TinyDisk disk = TinyDisk.mount(Files.createDirectories(place.resolve("blobs")), 200);
                TestServer small = TestServer.start(place)) {
            String admin = small.admin();
            Path files = disk.useUpInodes();

            Answer refused = small.call("PUT", "/api/v1/blobs/" + hash("x"), admin, "x".getBytes(UTF_8));
            Answer health = small.call("GET", "/health", null, null);
            String metrics = small.call("GET", "/metrics", admin, null).text();

            refused.isProblem(503, "unavailable");
            assertThat(health.status()).isEqualTo(200);
            assertThat(health.text())
                    .contains("\"code\":\"files-refused\"", "No space left on device", "inodes (df -i)")
                    .doesNotContain("disk-full");
            assertThat(metrics).contains("gleaner_warning{kind=\"files-refused\"} 1.0");

            Files.delete(files.resolve("0"));
            Files.delete(files.resolve("1"));
            assertThat(small.call("PUT", "/api/v1/blobs/" + hash("x"), admin, "x".getBytes(UTF_8))
                            .status())
                    .isEqualTo(201);

            assertThat(small.call("GET", "/health", null, null).text()).doesNotContain("files-refused");
        }
    }

    @Test
    void a_sweep_as_the_settings_say_leaves_what_was_just_uploaded() throws Exception {
        upload("young");

        assertThat(server.call("POST", "/api/v1/storage/sweep", server.admin(), null)
                        .read(StorageJson::readSwept)
                        .removed())
                .isZero();
        assertThat(has("young")).isTrue();
    }

    @Test
    void a_deleted_job_frees_its_files() throws Exception {
        upload("mine");
        submit("mine");
        server.call("POST", "/api/v1/jobs/1/cancel", ada, null);
        assertThat(sweep().removed()).isZero();

        server.call("DELETE", "/api/v1/jobs/1", ada, null);

        assertThat(sweep().removed()).isEqualTo(1);
    }

    @Test
    void an_old_closed_job_goes_with_its_files_and_an_open_one_stays() throws Exception {
        upload("old");
        upload("open");
        submit("old");
        submit("open");
        server.call("POST", "/api/v1/jobs/1/cancel", ada, null);
        server.set("retention-history", "10s");
        assertThat(sweep().removed()).isZero();
        server.advance(Duration.ofSeconds(11));

        assertThat(sweep().removed()).isEqualTo(1);

        assertThat(jobs()).isEqualTo(1);
        server.call("GET", "/api/v1/jobs/1", ada, null).isProblem(404, "unknown-job");
        assertThat(has("open")).isTrue();
    }

    @Test
    void what_a_clock_jumps_ahead_makes_no_job_old() throws Exception {
        upload("old");
        submit("old");
        server.call("POST", "/api/v1/jobs/1/cancel", ada, null);
        server.set("retention-history", "10h");
        server.leap(Duration.ofHours(9));
        server.advance(Duration.ofMinutes(2));

        sweep();
        assertThat(jobs()).isEqualTo(1);
        server.leap(Duration.ofHours(12));
        sweep();
        assertThat(jobs()).as("no jump alone makes it older").isEqualTo(1);
        server.leap(Duration.ZERO);
        sweep();
        assertThat(jobs()).isZero();
    }

    @Test
    void while_the_clock_is_in_doubt_nothing_goes_because_of_its_age() throws Exception {
        upload("old");
        submit("old");
        server.call("POST", "/api/v1/jobs/1/cancel", ada, null);
        server.set("retention-history", "10s");
        server.advance(Duration.ofSeconds(11));
        server.doubt(true);

        assertThat(sweep()).isEqualTo(new SweepResult(0, 0, 0, false, true));

        assertThat(jobs()).isEqualTo(1);
        assertThat(server.call("GET", "/health", null, null).text())
                .contains("\"code\":\"clock-in-doubt\"", "If it is right, stop the server, delete the file 'clock'");
        server.doubt(false);
        assertThat(sweep()).isEqualTo(new SweepResult(1, 1, 3, false, false));
    }

    @Test
    void what_takes_how_much_is_told_to_owners_and_admins() throws Exception {
        upload("twelve bytes");
        submit("twelve bytes");
        submit("twelve bytes");

        StorageReport all =
                server.call("GET", "/api/v1/storage", server.admin(), null).read(StorageJson::readReport);
        assertThat(all.owners()).containsExactly(new StorageReport.Share(new BlobUse(new Owner("ada"), 2, 12, 0), 0));
        StorageReport.Whole whole = Objects.requireNonNull(all.whole());
        assertThat(whole.blobs()).isEqualTo(new StorageReport.Blobs(1, 12, 0));
        assertThat(whole.database().kind()).isEqualTo("sqlite");
        assertThat(whole.database().bytes()).isPositive();
        assertThat(whole.disk().free()).isPositive();
        assertThat(server.call("GET", "/api/v1/storage", server.user("bob"), null)
                        .read(StorageJson::readReport)
                        .owners())
                .isEmpty();
    }

    @Test
    void no_figure_tells_a_user_whether_somebody_else_has_the_same_content() throws Exception {
        String bob = server.user("bob");
        String storage = server.call("GET", "/api/v1/storage", bob, null).text();
        String metrics = server.call("GET", "/metrics", bob, null).text();

        assertThat(storage).doesNotContain("blobs", "disk", "database");
        assertThat(metrics)
                .contains("gleaner_queue_commands")
                .doesNotContain("gleaner_blobs_bytes", "gleaner_disk_free");
        assertThat(server.call("GET", "/metrics", server.admin(), null).text())
                .contains("gleaner_blobs_bytes", "gleaner_disk_free_bytes");
    }

    @Test
    void what_does_not_fit_into_an_owners_quota_is_refused_with_figures() throws Exception {
        server.set("quota-owner", "10B");
        submit("much too long").isProblem(422, "quota-exceeded");
        assertThat(objection("much too long")).as("a dry run says so too").contains("13 B", "10 B");
        assertThat(objection("seven b")).isEmpty();
        upload("seven b");
        assertThat(submit("seven b").status()).isEqualTo(201);
        assertThat(submit("seven b").status()).as("it adds nothing").isEqualTo(201);

        Answer refused = submit("five.");

        refused.isProblem(422, "quota-exceeded");
        assertThat(refused.text()).contains("\"used\":7", "\"asked\":5", "\"limit\":10", "\"whose\":\"ada\"");
        server.set("quota-owner", "off");
        upload("five.");
        server.set("quota-total", "11B");
        submit("five.").isProblem(422, "quota-exceeded");
        server.set("quota-total", "12B");
        assertThat(submit("five.").status()).isEqualTo(201);
    }

    @Test
    void a_size_that_is_not_that_of_the_content_is_refused_so_that_quotas_and_sums_are_true() throws Exception {
        upload("eleven byte");

        submit("eleven byte", 0).isProblem(400, "bad-message");
        submit("eleven byte", Long.MAX_VALUE).isProblem(400, "bad-message");

        assertThat(jobs()).isZero();
    }
}
