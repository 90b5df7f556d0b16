package org.gleaner.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.Store;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.StoredGrid;
import org.gleaner.protocol.json.AnswerJson;
import org.gleaner.protocol.json.StatusJson;
import org.gleaner.server.TestServer.Answer;
import org.gleaner.server.loop.ServerLoop;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What callers see while the store is slow, away, or has a server that is just starting. */
final class StoreAwayComponentTest {
    private static final byte[] JOB = "{\"name\":\"n\",\"type\":\"t\",\"command\":[\"true\"]}".getBytes(UTF_8);

    /** Stands between the loop and the store. */
    private static final class Door implements Store {
        private final Store store;
        private volatile CountDownLatch gate = new CountDownLatch(0);
        private volatile CountDownLatch writes = new CountDownLatch(0);
        private volatile boolean away;
        private volatile boolean lying;
        private volatile boolean full;

        Door(Store store) {
            this.store = store;
        }

        @Override
        public void write(List<GridEvent.Hard> events) throws StoreException {
            if (!events.isEmpty()) {
                await(writes);
            }
            pass();
            if (full) {
                throw new StoreException("no room", new java.io.IOException("planted"), true);
            }
            store.write(events);
            if (lying) {
                throw new StoreException("the power failed before the answer");
            }
        }

        @Override
        public void tryWrite() throws StoreException {
            if (full) {
                throw new StoreException("no room", new java.io.IOException("planted"), true);
            }
            store.tryWrite();
        }

        @Override
        public StoredGrid load() throws StoreException {
            pass();
            return store.load();
        }

        private void pass() throws StoreException {
            await(gate);
            if (away) {
                throw new StoreException("the disk is full");
            }
        }

        private static void await(CountDownLatch latch) throws StoreException {
            try {
                assertThat(latch.await(300, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                throw new StoreException("interrupted", e);
            }
        }
    }

    @TempDir
    private Path data;

    private final List<Door> doors = new ArrayList<>();

    private TestServer create(ServerLoop.Bounds bounds) throws Exception {
        return TestServer.create(
                data,
                store -> {
                    doors.add(new Door(store));
                    return doors.get(0);
                },
                bounds);
    }

    @Test
    void while_the_store_is_away_callers_are_told_to_come_again_and_then_it_goes_on() throws Exception {
        try (TestServer server = create(ServerLoop.Bounds.DEFAULT)) {
            server.assembly().start();
            doors.get(0).away = true;

            Answer refused = server.call("POST", "/api/v1/jobs", server.admin(), JOB);

            refused.isProblem(503, "unavailable");
            assertThat(refused.header("Retry-After")).hasValue("1");
            server.call("GET", "/health", null, null).isProblem(503, "unavailable");
            doors.get(0).away = false;
            // The loop looks again when its own clock says so, and here the test moves it.
            Awaitility.await().atMost(Duration.ofMinutes(5)).until(() -> {
                server.advance(Duration.ofSeconds(1));
                return server.call("GET", "/health", null, null).status() == 200;
            });
            assertThat(server.call("POST", "/api/v1/jobs", server.admin(), JOB).status())
                    .isEqualTo(201);
        }
    }

    @Test
    void a_store_that_can_be_read_but_not_written_is_told_until_it_can() throws Exception {
        try (TestServer server = create(ServerLoop.Bounds.DEFAULT)) {
            server.assembly().start();
            doors.get(0).full = true;
            server.call("POST", "/api/v1/jobs", server.admin(), JOB).isProblem(507, "disk-full");

            // It reads all of it again, and goes on with what needs no disk.
            Awaitility.await().atMost(Duration.ofMinutes(5)).until(() -> {
                server.advance(Duration.ofSeconds(1));
                return server.call("GET", "/api/v1/nodes", server.admin(), null).status() == 200;
            });

            server.advance(Duration.ofSeconds(2));
            Answer health = server.call("GET", "/health", null, null);
            health.isProblem(503, "unavailable");
            assertThat(health.text()).contains("disk is full");
            assertThat(server.call("GET", "/metrics", server.admin(), null).text())
                    .contains("gleaner_store_away 1");
            doors.get(0).full = false;
            Awaitility.await().atMost(Duration.ofMinutes(5)).until(() -> {
                server.advance(Duration.ofSeconds(1));
                return server.call("GET", "/health", null, null).status() == 200;
            });
            assertThat(server.call("GET", "/metrics", server.admin(), null).text())
                    .contains("gleaner_store_away 0");
        }
    }

    @Test
    void a_quiet_server_notices_that_its_database_was_moved_away_and_goes_on_when_it_is_back() throws Exception {
        try (TestServer server = TestServer.start(data)) {
            String admin = server.admin();
            Files.move(data.resolve("gleaner.db"), data.resolve("moved"));

            Answer health = healthAfter(server, 503);

            assertThat(health.text())
                    .contains("gleaner.db was moved, deleted or replaced", "put back")
                    .doesNotContain(data.toString());
            server.call("POST", "/api/v1/jobs", admin, JOB).isProblem(503, "unavailable");
            server.call("POST", "/api/v1/storage/backups", admin, null).isProblem(503, "unavailable");
            Files.move(data.resolve("moved"), data.resolve("gleaner.db"));
            healthAfter(server, 200);
            assertThat(server.call("POST", "/api/v1/jobs", admin, JOB).status()).isEqualTo(201);
        }
    }

    /** When the server's time has gone on until it answers so. */
    private static Answer healthAfter(TestServer server, int status) throws Exception {
        for (int second = 0; second < 60; second++) {
            Answer health = server.call("GET", "/health", null, null);
            if (health.status() == status) {
                return health;
            }
            server.advance(Duration.ofSeconds(1));
        }
        throw new AssertionError("it never answered " + status);
    }

    @Test
    void metrics_do_not_wait_for_a_database_that_hangs() throws Exception {
        try (TestServer server = create(ServerLoop.Bounds.DEFAULT)) {
            server.assembly().start();
            doors.get(0).writes = new CountDownLatch(1);
            CompletableFuture<Answer> submit = server.later("POST", "/api/v1/jobs", server.admin(), JOB);

            Awaitility.await()
                    .atMost(Duration.ofMinutes(5))
                    .until(() -> server.assembly().loop().isStoreAway());
            Answer metrics = server.call("GET", "/metrics", server.admin(), null);

            assertThat(metrics.status()).isEqualTo(200);
            assertThat(metrics.text()).contains("gleaner_store_away 1");
            doors.get(0).writes.countDown();
            assertThat(submit.get(300, TimeUnit.SECONDS).status()).isEqualTo(201);
        }
    }

    @Test
    void a_submission_whose_commit_was_unheard_is_found_again_by_its_key() throws Exception {
        try (TestServer server = create(ServerLoop.Bounds.DEFAULT)) {
            server.assembly().start();
            doors.get(0).lying = true;

            submit(server).isProblem(503, "unavailable");
            doors.get(0).lying = false;
            Awaitility.await().atMost(Duration.ofMinutes(5)).until(() -> {
                server.advance(Duration.ofSeconds(1));
                return server.call("GET", "/health", null, null).status() == 200;
            });
            Answer again = submit(server);

            assertThat(again.status()).isEqualTo(200);
            assertThat(again.read(AnswerJson::readSubmitted).job().value()).isEqualTo(1);
            assertThat(server.call("GET", "/api/v1/jobs", server.admin(), null)
                            .read(StatusJson::readJobs)
                            .jobs())
                    .hasSize(1);
        }
    }

    @Test
    void more_than_the_queue_holds_is_refused_at_once_with_a_time_to_come_again() throws Exception {
        try (TestServer server = create(new ServerLoop.Bounds(2, 1, 100))) {
            server.assembly().start();
            doors.get(0).gate = new CountDownLatch(1);
            List<CompletableFuture<Answer>> calls = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                calls.add(server.later("POST", "/api/v1/jobs", server.admin(), JOB));
            }

            Awaitility.await()
                    .atMost(Duration.ofMinutes(5))
                    .until(() ->
                            calls.stream().filter(CompletableFuture::isDone).count() >= 17);
            doors.get(0).gate.countDown();

            int accepted = 0;
            for (CompletableFuture<Answer> call : calls) {
                Answer answer = call.get();
                if (answer.status() == 201) {
                    accepted++;
                } else {
                    answer.isProblem(503, "unavailable");
                    assertThat(answer.header("Retry-After")).hasValue("1");
                }
            }
            assertThat(accepted).isBetween(1, 3);
        }
    }

    @Test
    void while_the_state_is_being_loaded_nobody_is_a_stranger() throws Exception {
        String admin;
        try (TestServer first = create(ServerLoop.Bounds.DEFAULT)) {
            first.assembly().start();
            admin = first.admin();
        }
        doors.clear();
        try (TestServer server = create(ServerLoop.Bounds.DEFAULT)) {
            doors.get(0).gate = new CountDownLatch(1);
            CompletableFuture<Void> started = CompletableFuture.runAsync(() -> start(server));
            Awaitility.await()
                    .atMost(Duration.ofMinutes(5))
                    .ignoreExceptions()
                    .until(() -> server.call("GET", "/health", null, null).status() == 503);

            server.call("GET", "/api/v1/jobs", admin, null).isProblem(503, "unavailable");
            doors.get(0).gate.countDown();
            started.get(300, TimeUnit.SECONDS);

            assertThat(server.call("GET", "/api/v1/jobs", admin, null).status()).isEqualTo(200);
        }
    }

    /** Who starts a server and calls at once reads its token from a file that is written before the token is stored. */
    @Test
    void a_first_token_that_is_not_stored_yet_is_not_a_strangers() throws Exception {
        try (TestServer server = create(ServerLoop.Bounds.DEFAULT)) {
            doors.get(0).writes = new CountDownLatch(1);
            CompletableFuture<Void> started = CompletableFuture.runAsync(() -> start(server));
            Awaitility.await().atMost(Duration.ofMinutes(5)).until(() -> Files.exists(data.resolve("admin.token")));
            String admin = server.admin();

            server.call("GET", "/api/v1/jobs", admin, null).isProblem(503, "unavailable");
            doors.get(0).writes.countDown();
            started.get(300, TimeUnit.SECONDS);

            assertThat(server.call("GET", "/api/v1/jobs", admin, null).status()).isEqualTo(200);
        }
    }

    private static void start(TestServer server) {
        try {
            server.assembly().start();
        } catch (java.io.IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Answer submit(TestServer server) throws Exception {
        return server.call(server.request("POST", "/api/v1/jobs", server.admin(), JOB)
                .header("Idempotency-Key", "once")
                .build());
    }
}
