package org.gleaner.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.gleaner.protocol.json.StatusJson;
import org.gleaner.server.store.RealPostgres;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A whole server whose PostgreSQL is restarted under it. */
final class PostgresComponentTest {
    private static final byte[] JOB = "{\"name\":\"n\",\"type\":\"t\",\"command\":[\"true\"]}".getBytes(UTF_8);

    @TempDir
    private Path directory;

    @Test
    void a_restart_of_postgresql_is_survived_and_seen() throws Exception {
        try (RealPostgres postgres = RealPostgres.start(directory.resolve("postgres"));
                TestServer server = TestServer.start(directory.resolve("data"), postgres.database())) {
            assertThat(submit(server)).isEqualTo(201);
            postgres.stop();

            assertThat(submit(server)).isEqualTo(503);
            assertThat(server.call("GET", "/health", null, null).text()).contains("its database is unreachable");
            assertThat(metrics(server)).contains("gleaner_store_away 1.0");
            postgres.restart();
            Awaitility.await().atMost(Duration.ofMinutes(5)).until(() -> {
                server.advance(Duration.ofSeconds(1));
                return server.call("GET", "/health", null, null).status() == 200;
            });

            assertThat(metrics(server)).contains("gleaner_store_away 0.0");
            assertThat(submit(server)).isEqualTo(201);
            assertThat(server.call("GET", "/api/v1/jobs", server.admin(), null)
                            .read(StatusJson::readJobs)
                            .jobs())
                    .hasSize(2);
        }
    }

    private static int submit(TestServer server) throws Exception {
        return server.call("POST", "/api/v1/jobs", server.admin(), JOB).status();
    }

    private static String metrics(TestServer server) throws Exception {
        return server.call("GET", "/metrics", server.admin(), null).text();
    }
}
