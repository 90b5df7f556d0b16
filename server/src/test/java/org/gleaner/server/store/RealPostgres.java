package org.gleaner.server.store;

import static org.junit.jupiter.api.Assumptions.abort;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Comparator;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A real PostgreSQL server on this machine, which can be stopped and started again on the same data. */
public final class RealPostgres implements AutoCloseable {
    private static final String USER = "postgres";
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final AtomicInteger DATABASES = new AtomicInteger();
    private static @Nullable RealPostgres shared;

    private final Path data;
    private EmbeddedPostgres server;
    private @Nullable String template;

    private RealPostgres(Path data, EmbeddedPostgres server) {
        this.data = data;
        this.server = server;
    }

    /** One for all tests of this process; started when the first needs it. */
    public static synchronized RealPostgres shared() throws IOException {
        RealPostgres known = shared;
        if (known == null) {
            known = start(Files.createTempDirectory("gleaner-postgres"));
            RealPostgres closing = known;
            Runtime.getRuntime().addShutdownHook(new Thread(closing::close));
            shared = known;
        }
        return known;
    }

    /** Starts one in this directory. */
    public static RealPostgres start(Path data) throws IOException {
        return new RealPostgres(data, begin(data, 0));
    }

    private static EmbeddedPostgres begin(Path data, int port) throws IOException {
        try {
            return EmbeddedPostgres.builder()
                    .setDataDirectory(data)
                    .setCleanDataDirectory(false)
                    .setPort(port)
                    .setPGStartupWait(PATIENCE)
                    .start();
        } catch (IllegalStateException e) {
            return abort("skipped: no PostgreSQL for this machine: " + e.getMessage());
        }
    }

    /** A new empty database. */
    public PostgresLogin database() throws SQLException {
        return login(create(""));
    }

    /** A new database with our tables, copied from one that was migrated before. */
    public PostgresLogin migratedDatabase() throws SQLException, IOException, StoreUnusable {
        String from = template;
        if (from == null) {
            from = create("");
            Path directory = Files.createTempDirectory("gleaner-template");
            SqlStore.open(directory, login(from)).close();
            forgetDirectory(from);
            deleteTree(directory);
            template = from;
        }
        return login(create(" TEMPLATE " + from));
    }

    /** Each copy is to belong to the directory of its own test. */
    private void forgetDirectory(String database) throws SQLException {
        try (Connection connection = server.getDatabase(USER, database).getConnection();
                Statement sql = connection.createStatement()) {
            sql.execute("DELETE FROM directory");
        }
    }

    private String create(String more) throws SQLException {
        String name = "gleaner_" + DATABASES.incrementAndGet();
        execute("CREATE DATABASE " + name + more);
        return name;
    }

    private PostgresLogin login(String database) {
        return new PostgresLogin(
                new PostgresAddress("localhost", server.getPort(), database, USER, new TreeMap<>()), null);
    }

    /** Runs a statement as the administrator. */
    public void execute(String sql) throws SQLException {
        try (Connection connection = server.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static void deleteTree(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    /** Stops it at once, as a service does at a restart; open connections are cut. */
    public void stop() throws IOException {
        server.close();
    }

    /** Starts it again on the same port. */
    public void restart() throws IOException {
        server = begin(data, server.getPort());
    }

    @Override
    public void close() {
        try {
            server.close();
            deleteTree(data);
        } catch (IOException e) {
            // The directory is temporary.
            return;
        }
    }
}
