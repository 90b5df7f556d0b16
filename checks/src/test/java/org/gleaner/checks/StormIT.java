package org.gleaner.checks;

import static org.assertj.core.api.Assertions.assertThat;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.gleaner.core.id.JobId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * 500 tasks on 8 agents while agents and the server are killed with -9 at random. {@code GLEANER_STORM_SECONDS} makes
 * the storm longer than in the usual check, {@code GLEANER_STORM_SEED} another one.
 */
class StormIT {
    private static final int TASKS = 500;
    private static final int AGENTS = 8;
    private static final Duration STORM = Duration.ofSeconds(number("GLEANER_STORM_SECONDS", 15));
    private static final long SEED = number("GLEANER_STORM_SEED", 1);
    private static final Duration AFTERWARDS = Duration.ofMinutes(4);

    /** Every third result is too large to travel inside a commit, so it becomes a blob. */
    private static final String WORK =
            "seq $1 $(($1 % 3 == 0 ? $1 + 5000 : $1 + 9)) >result.txt; sleep 0.1; echo task $1";

    @TempDir
    Path temp;

    private RealGrid grid = new RealGrid(Path.of("unset"));
    private final List<RealAgent> agents = new ArrayList<>();

    private static long number(String variable, long otherwise) {
        String text = System.getenv(variable);
        return text == null || text.isEmpty() ? otherwise : Long.parseLong(text);
    }

    @AfterEach
    void kill_everything() throws Exception {
        grid.killAll();
    }

    @Test
    void on_sqlite_every_task_has_exactly_one_result_and_nothing_is_left() throws Exception {
        grid = new RealGrid(temp);

        storm("jdbc:sqlite:" + temp.resolve("server/gleaner.db"));
    }

    @Test
    void on_postgresql_every_task_has_exactly_one_result_and_nothing_is_left() throws Exception {
        try (EmbeddedPostgres database = EmbeddedPostgres.builder().start()) {
            String address = "postgresql://postgres@localhost:" + database.getPort() + "/postgres";
            grid = new RealGrid(temp).on(address);

            storm(database.getJdbcUrl("postgres", "postgres"));
            grid.killAll();
        }
    }

    private void storm(String database) throws Exception {
        grid.startServer();
        grid.set("long-call", "1s", "suspect-after", "2s", "lost-after", "4s", "chunk-tasks", "4");
        for (int i = 1; i <= AGENTS; i++) {
            agents.add(grid.startAgent("agent-" + i, 1));
        }
        grid.file("work.sh", WORK);
        JobId job =
                grid.submit("--in", "work.sh", "--out", "result.txt", "--array", "1-" + TASKS, "sh", "work.sh", "{}");
        int kills = rage();

        RealGrid.until(
                "all tasks are done after " + kills + " kills",
                AFTERWARDS,
                () -> grid.counts(job).done() == TASKS);
        grid.well("get", job, "--to", "fetched");
        for (int i = 1; i <= TASKS; i++) {
            assertThat(temp.resolve("fetched/" + i + "/result.txt"))
                    .as("task " + i)
                    .hasContent(expected(i));
            assertThat(temp.resolve("fetched/" + i + "/stdout")).as("task " + i).hasContent("task " + i);
        }
        RealGrid.until(
                "no directory and no kept result is left", () -> leftovers().isEmpty());
        assertThat(grid.taskProcesses()).as("processes that are left").isEmpty();
        grid.well("sweep", "--grace", "0s");
        grid.stopServer();
        assertThat(shelf()).as("content that no job names").isNotEmpty().isSubsetOf(named(database));
        assertThat(accepted(database, job))
                .hasSize(TASKS)
                .allSatisfy(
                        (task, count) -> assertThat(count).as("task " + task).isEqualTo(1));
    }

    /** Kills until the time is over; returns how often. */
    private int rage() throws Exception {
        Random random = new Random(SEED);
        long end = System.nanoTime() + STORM.toNanos();
        int kills = 0;
        while (System.nanoTime() < end) {
            if (random.nextInt(4) == 0) {
                grid.killServer();
                grid.startServer();
            } else {
                RealAgent victim = agents.get(random.nextInt(AGENTS));
                victim.kill();
                victim.start();
            }
            kills++;
            calm(Duration.ofMillis(200 + random.nextInt(1300)));
        }
        return kills;
    }

    /** The time between two kills is part of what is tried, not a wait for something to happen. */
    private static void calm(Duration pause) throws InterruptedException {
        new CountDownLatch(1).await(pause.toMillis(), TimeUnit.MILLISECONDS);
    }

    private static String expected(int task) {
        int last = task % 3 == 0 ? task + 5000 : task + 9;
        StringBuilder lines = new StringBuilder();
        for (int i = task; i <= last; i++) {
            lines.append(i).append('\n');
        }
        return lines.toString();
    }

    private List<Path> leftovers() throws IOException {
        List<Path> left = new ArrayList<>();
        for (RealAgent agent : agents) {
            left.addAll(agent.leftovers());
        }
        return left;
    }

    private Set<String> shelf() throws IOException {
        Path blobs = temp.resolve("server/blobs");
        try (Stream<Path> files = Files.walk(blobs)) {
            // The first letters of the hash are the folder.
            return files.filter(Files::isRegularFile)
                    .map(file -> blobs.relativize(file).toString().replace("/", ""))
                    .collect(Collectors.toSet());
        }
    }

    private static Set<String> named(String database) throws SQLException {
        Set<String> hashes = new TreeSet<>();
        try (Connection connection = DriverManager.getConnection(database);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT DISTINCT hash FROM blob_ref")) {
            while (rows.next()) {
                hashes.add(HexFormat.of().formatHex(rows.getBytes(1)));
            }
        }
        return hashes;
    }

    /** How many attempts of each task the database calls done. */
    private static Map<Integer, Integer> accepted(String database, JobId job) throws SQLException {
        Map<Integer, Integer> counts = new TreeMap<>();
        try (Connection connection = DriverManager.getConnection(database);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT ordinal, count(*) FROM attempt WHERE outcome = 'done'"
                        + " AND job = " + job.value() + " GROUP BY ordinal")) {
            while (rows.next()) {
                counts.put(rows.getInt(1), rows.getInt(2));
            }
        }
        return counts;
    }
}
