package org.gleaner.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.abort;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.gleaner.core.id.JobId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From a backup to a server that has everything again, by typing what the programs say. */
class RestoreIT {
    private static final int REFUSED = 3;

    @TempDir
    Path temp;

    private RealGrid restored = new RealGrid(Path.of("unset"));

    @AfterEach
    void kill_everything() throws Exception {
        restored.killAll();
    }

    @Test
    void the_line_that_restore_prints_starts_a_server_that_has_everything() throws Exception {
        Path backup = backupOfAServer();
        Path data = temp.resolve("new place");

        String line = restored(backup, data);

        assertThat(line).startsWith("gleaner server --data '" + data + "'");
        hasEverything(line, data);
    }

    @Test
    void on_postgresql_the_line_names_the_database_and_a_server_without_it_touches_nothing() throws Exception {
        try (EmbeddedPostgres postgres = postgresql()) {
            Path backup = backupOfAServer();
            Path data = temp.resolve("data");
            String address = "postgresql://postgres@localhost:" + postgres.getPort() + "/postgres";

            String line = restored(backup, data, "--db", address);
            long files = blobs(data);
            Shell.Result wrong = new RealGrid(temp).gleaner("server", "--data", data, "--port", "0");

            assertThat(files).isEqualTo(2);
            assertThat(wrong.exit()).isEqualTo(REFUSED);
            assertThat(wrong.err()).hasLineCount(3).contains("does not belong to the database", "--db " + address);
            assertThat(data.resolve("gleaner.db")).doesNotExist();
            assertThat(line).isEqualTo("gleaner server --data " + data + " --db " + address);
            hasEverything(line, data);
            simulatesItsPast();
        }
    }

    /** The simulator is a process of its own, which gets the database's address and password from the server. */
    private void simulatesItsPast() throws Exception {
        String wish = "{\"historyDays\":7,\"strategies\":[\"fifo\"],\"repeats\":1}";
        assertThat(simulations(BodyPublishers.ofString(wish), "POST")).contains("\"historyDays\":7");

        await().atMost(Duration.ofMinutes(10))
                .until(() -> !simulations(BodyPublishers.noBody(), "GET").matches("(?s).*\"(waiting|running)\".*"));

        assertThat(simulations(BodyPublishers.noBody(), "GET")).contains("\"state\":\"done\"");
    }

    private String simulations(BodyPublisher body, String method) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(restored.url() + "/api/v1/simulations"))
                .header("Authorization", "Bearer " + restored.adminToken())
                .method(method, body)
                .build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .body();
    }

    /** A job with an input and an output that are too large to lie in the database. */
    private Path backupOfAServer() throws Exception {
        Path place = Files.createDirectory(temp.resolve("first"));
        RealGrid first = new RealGrid(place);
        try {
            first.startServer().startAgent("agent", 1);
            first.file("in.txt", "x".repeat(100_000));
            JobId job = first.submit("--in", "in.txt", "--out", "out.txt", "--shell", "cat in.txt in.txt > out.txt");
            first.untilDone(job);
            Path backup = temp.resolve("backup.zip");
            first.well("backup", backup);
            return backup;
        } finally {
            first.killAll();
        }
    }

    /** What is to be typed next. */
    private String restored(Path backup, Path data, Object... more) throws Exception {
        Object[] words = Stream.concat(Stream.of("restore", backup, "--data", data), Stream.of(more))
                .toArray();
        List<String> said = new RealGrid(temp).well(words).lines().toList();
        return said.get(said.size() - 1).strip();
    }

    private void hasEverything(String line, Path data) throws Exception {
        long before = blobs(data);
        restored = new RealGrid(Files.createDirectory(temp.resolve("second")), data).startServer(line);

        restored.well("sweep", "--grace", "0s");
        restored.well("get", "1", "--to", "results");

        assertThat(blobs(data)).isEqualTo(before);
        assertThat(temp.resolve("second/results/out.txt")).hasContent("x".repeat(200_000));
    }

    private static long blobs(Path data) throws IOException {
        try (Stream<Path> all = Files.walk(data.resolve("blobs"))) {
            return all.filter(Files::isRegularFile).count();
        }
    }

    private EmbeddedPostgres postgresql() throws IOException {
        try {
            return EmbeddedPostgres.builder()
                    .setOverrideWorkingDirectory(
                            Files.createDirectory(temp.resolve("postgres")).toFile())
                    .start();
        } catch (IllegalStateException none) {
            return abort("skipped: no PostgreSQL for this machine: " + none.getMessage());
        }
    }
}
