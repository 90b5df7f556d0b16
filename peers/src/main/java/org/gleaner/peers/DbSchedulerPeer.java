package org.gleaner.peers;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.event.AbstractSchedulerListener;
import com.github.kagkarlsson.scheduler.task.ExecutionComplete;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * db-scheduler on a PostgreSQL of its own that syncs at each commit. One process submits and executes, which spares it
 * what a second one would cost. Many threads, so that the database can sync the ends of many tasks at once.
 */
final class DbSchedulerPeer implements Peer {
    private static final int THREADS = 50;
    /** Fetch again when so many are left, up to so many, as multiples of the threads. */
    private static final double FETCH_BELOW = 1;

    private static final double FETCH_UP_TO = 4;
    private static final int ROWS_PER_INSERT = 1_000;
    private static final Duration POLLING = Duration.ofMillis(200);
    private static final Duration START_PATIENCE = Duration.ofMinutes(1);
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final EmbeddedPostgres database;
    private final HikariDataSource pool;
    private final OneTimeTask<Void> task;
    private final Scheduler scheduler;
    private final Semaphore done = new Semaphore(0);
    private final String name;
    private long tasks;

    DbSchedulerPeer(Path folder) throws PeerAbsent, IOException {
        database = start(folder);
        pool = pool(database);
        String version = createTable();
        name = "db-scheduler " + PeerMain.version("db-scheduler") + " on PostgreSQL " + version;
        task = Tasks.oneTime("empty", Void.class).execute((instance, context) -> {});
        scheduler = Scheduler.create(pool, task)
                .threads(THREADS)
                .pollUsingLockAndFetch(FETCH_BELOW, FETCH_UP_TO)
                .pollingInterval(POLLING)
                .addSchedulerListener(new AbstractSchedulerListener() {
                    @Override
                    public void onExecutionComplete(ExecutionComplete complete) {
                        if (complete.getResult() == ExecutionComplete.Result.OK) {
                            done.release();
                        }
                    }
                })
                .build();
        scheduler.start();
    }

    private static EmbeddedPostgres start(Path folder) throws PeerAbsent, IOException {
        try {
            return EmbeddedPostgres.builder()
                    .setDataDirectory(folder.resolve("database"))
                    .setPGStartupWait(START_PATIENCE)
                    // This build of PostgreSQL is for tests and does not sync unless told to.
                    .setServerConfig("fsync", "on")
                    .setServerConfig("full_page_writes", "on")
                    .setServerConfig("synchronous_commit", "on")
                    .setServerConfig("shared_buffers", "256MB")
                    .setServerConfig("max_wal_size", "4GB")
                    .start();
        } catch (IllegalStateException e) {
            throw new PeerAbsent("there is no PostgreSQL for this machine: " + e.getMessage(), e);
        }
    }

    private static HikariDataSource pool(EmbeddedPostgres database) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(database.getJdbcUrl("postgres", "postgres") + "&reWriteBatchedInserts=true");
        config.setMaximumPoolSize(THREADS);
        return new HikariDataSource(config);
    }

    /** The columns and indexes that db-scheduler's manual asks for; returns the version of the database. */
    private String createTable() throws IOException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("""
                    CREATE TABLE scheduled_tasks (
                      task_name TEXT NOT NULL, task_instance TEXT NOT NULL, task_data BYTEA,
                      execution_time TIMESTAMPTZ NOT NULL, picked BOOLEAN NOT NULL, picked_by TEXT,
                      last_success TIMESTAMPTZ, last_failure TIMESTAMPTZ, consecutive_failures INT,
                      last_heartbeat TIMESTAMPTZ, version BIGINT NOT NULL, priority SMALLINT,
                      PRIMARY KEY (task_name, task_instance))""");
            statement.execute("CREATE INDEX execution_time_idx ON scheduled_tasks (execution_time)");
            statement.execute("CREATE INDEX last_heartbeat_idx ON scheduled_tasks (last_heartbeat)");
            return connection.getMetaData().getDatabaseProductVersion();
        } catch (SQLException e) {
            throw new IOException("the table can't be made", e);
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void work(int count) throws IOException, InterruptedException {
        for (int submitted = 0; submitted < count; submitted += ROWS_PER_INSERT) {
            List<TaskInstance<?>> batch = new ArrayList<>();
            for (int i = submitted; i < Math.min(count, submitted + ROWS_PER_INSERT); i++) {
                tasks++;
                batch.add(task.instance(Long.toString(tasks)));
            }
            scheduler.scheduleBatch(batch, Instant.now());
        }
        scheduler.triggerCheckForDueExecutions();
        if (!done.tryAcquire(count, PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            throw new IOException("db-scheduler did not do " + count + " tasks in " + PATIENCE);
        }
    }

    @Override
    public void close() {
        // The database lives in the folder of the benchmark and goes with it: nothing is worth a tidy end.
        try {
            database.close();
        } catch (IOException e) {
            throw new IllegalStateException("PostgreSQL can't be stopped", e);
        }
    }
}
