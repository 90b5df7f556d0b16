package org.gleaner.checks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import com.fasterxml.jackson.databind.JsonNode;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.gleaner.agent.disk.AgentDirectory;
import org.gleaner.core.id.JobId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * This program on what 0.1.0 left when it was killed: it finds all of it, and brings it to its end. The directories,
 * and what 0.1.0 said of them, are made by {@code checks/fixtures/make}.
 */
final class UpgradeIT {
    private static final List<String> OPEN = List.of("7", "8", "9", "10", "11", "12");
    /** Set by hand there, so that they are stored. The others follow their defaults, which may change. */
    private static final List<String> SETTINGS = List.of(
            "lost-after",
            "retention-history",
            "retention-outputs",
            "retention-stays",
            "strategy",
            "blob-grace",
            "inline-limit");

    @TempDir
    private Path temp;

    private RealGrid grid;
    private OldServer old;

    @BeforeEach
    void unpack() throws IOException {
        old = OldServer.unpack(temp);
        grid = new RealGrid(temp, temp.resolve("server"));
    }

    @AfterEach
    void stop() throws Exception {
        grid.killAll();
    }

    @Test
    void a_directory_of_0_1_is_found_whole_and_its_work_goes_on_to_its_end() throws Exception {
        grid.startServer();

        findsAll();
        // The agent of that time had finished some while nobody heard it: its directory serves the new one as it is.
        Files.createFile(temp.resolve("agent2/go"));
        grid.well("node", "resume", "2");
        goesOn("agent2");
        assertThat(grid.tasks(new JobId(12)).get(0).attempts())
                .as("kept results count")
                .isEqualTo(1);
    }

    @Test
    void a_postgresql_database_of_0_1_is_found_whole_and_its_work_goes_on_to_its_end() throws Exception {
        try (EmbeddedPostgres postgres = postgres()) {
            String jdbc = postgres.getJdbcUrl("postgres", "postgres");
            try (Connection connection = DriverManager.getConnection(jdbc);
                    Statement statement = connection.createStatement()) {
                statement.execute(Files.readString(temp.resolve("postgres.sql"), UTF_8));
            }
            grid = new RealGrid(temp, temp.resolve("postgres"))
                    .on("postgresql://postgres@127.0.0.1:" + postgres.getPort() + "/postgres");
            grid.startServer();

            findsAll();
            AgentDirectory.open(temp.resolve("fresh")).close();
            Files.createFile(temp.resolve("fresh/go"));
            goesOn("fresh");
        } finally {
            stop();
        }
    }

    private EmbeddedPostgres postgres() throws IOException {
        try {
            return EmbeddedPostgres.builder()
                    .setDataDirectory(temp.resolve("cluster"))
                    .setPGStartupWait(Duration.ofMinutes(1))
                    .start();
        } catch (IllegalStateException none) {
            return abort("skipped: no PostgreSQL for this machine: " + none.getMessage());
        }
    }

    private void findsAll() throws Exception {
        for (String user : List.of("ann", "bob")) {
            same("status-" + user, "/jobs?limit=1000", user);
            same("tokens-" + user, "/tokens", user);
        }
        assertThat(old.status(grid.url(), "/jobs", "laptop"))
                .as("her other token")
                .isEqualTo(200);
        assertThat(old.status(grid.url(), "/jobs", "eve")).as("removed").isEqualTo(401);
        for (int job = 1; job <= 12; job++) {
            JsonNode said = old.said("tasks-" + job).at("/jobs/0/taskList");
            assertThat(old.missing(
                            said, asked("/jobs/" + job + "/tasks", "admin").get("tasks")))
                    .isEmpty();
            same("outputs-" + job, "/jobs/" + job + "/outputs", "admin");
        }
        same("partials-9", "/jobs/9/outputs?partial=true", "admin");
        same("nodes", "/nodes", "admin");
        for (int user = 1; user <= 2; user++) {
            // The first is the admin, who gets a new token where none came with the database.
            String at = "/users/" + user;
            assertThat(old.missing(
                            old.said("users").at(at), asked("/users", "admin").at(at)))
                    .isEmpty();
        }
        same("history", "/history?limit=1000", "admin");
        JsonNode mixed = asked("/types", "admin").get("types").get(0);
        assertThat(old.missing(old.said("types").get("types").get(0), mixed)).isEmpty();
        JsonNode settings = asked("/settings", "admin").get("settings");
        for (String name : SETTINGS) {
            assertThat(settings.get(name))
                    .isEqualTo(old.said("settings").get("settings").get(name));
        }
        // A hash is only a promise: the content is there too.
        assertThat(grid.well("get", "1", "--to", "results", "--json")).contains("\"tasks\":5");
    }

    private void same(String name, String path, String user) throws Exception {
        assertThat(old.missing(old.said(name), asked(path, user)))
                .as("what 0.1 said in %s.json and this program does not", name)
                .isEmpty();
    }

    private JsonNode asked(String path, String user) throws Exception {
        String token = user.equals("admin") ? Files.readString(grid.data().resolve("admin.token")) : old.token(user);
        return OldServer.ask(grid.url(), path, token.strip());
    }

    private void goesOn(String agent) throws Exception {
        // What its other machines had is given up soon; they had an hour to come back.
        grid.set("long-call", "1s", "suspect-after", "2s", "lost-after", "10s");
        grid.startAgent(agent, 3, List.of("--sandbox", "off", "--tag", "gpu", "--tag", "big"));
        grid.well("resume", "7");
        for (String job : OPEN) {
            grid.untilDone(new JobId(Long.parseLong(job)));
        }
        assertThat(grid.counts(new JobId(3)).blocked()).isEqualTo(1);
    }
}
