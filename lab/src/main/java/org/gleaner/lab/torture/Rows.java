package org.gleaner.lab.torture;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.gleaner.lab.child.PrivatePostgres;
import org.gleaner.server.store.PostgresAddress;
import org.gleaner.server.store.PostgresLogin;
import org.jspecify.annotations.Nullable;

/**
 * Where the server keeps its rows, and how we look at them past the server.
 *
 * @param serverWords what the server is started with
 * @param environment what it finds there, a password among it
 */
record Rows(List<String> serverWords, Map<String, String> environment, String jdbc, Map<String, String> login) {
    Rows {
        serverWords = List.copyOf(serverWords);
        environment = Map.copyOf(environment);
        login = Map.copyOf(login);
    }

    /**
     * What the person asked for.
     *
     * @param isPrivate a PostgreSQL of our own
     * @param login somebody's PostgreSQL; null: SQLite or our own
     */
    record Wish(boolean isPrivate, @Nullable PostgresLogin login) {}

    static Rows sqlite(Path data) {
        return new Rows(List.of(), Map.of(), "jdbc:sqlite:" + data.resolve("gleaner.db"), Map.of());
    }

    static Rows privatePostgres(PrivatePostgres postgres, Relay relay) {
        String url = PrivatePostgres.address(relay.host(), relay.port());
        return new Rows(List.of("--db", url), Map.of(), postgres.jdbc(), Map.of());
    }

    static Rows of(PostgresLogin login) {
        PostgresAddress address = login.address();
        String path = address.host() + ":" + address.port() + "/" + address.database();
        String options = address.options().isEmpty()
                ? ""
                : address.options().entrySet().stream().map(Object::toString).collect(Collectors.joining("&", "?", ""));
        Map<String, String> properties = new TreeMap<>();
        properties.put("user", address.user());
        Map<String, String> environment = new TreeMap<>();
        String password = login.password();
        if (password != null) {
            properties.put("password", password);
            environment.put("PGPASSWORD", password);
        }
        String url = "postgresql://" + address.user() + "@" + path + options;
        return new Rows(List.of("--db", url), environment, "jdbc:postgresql://" + path + options, properties);
    }

    Connection open() throws SQLException {
        Properties properties = new Properties();
        login.forEach(properties::setProperty);
        return DriverManager.getConnection(jdbc, properties);
    }

    /** Without the login: this may be shown. */
    @Override
    public String toString() {
        return jdbc;
    }
}
