package org.gleaner.server.store;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Which PostgreSQL database, as a person writes it: {@code postgresql://USER@HOST:PORT/DATABASE?sslmode=verify-full}.
 * It holds no password, because everybody on the machine can read the arguments of a program.
 *
 * @param options of the driver; only those that can do no harm
 */
public record PostgresAddress(String host, int port, String database, String user, SortedMap<String, String> options) {
    private static final int DEFAULT_PORT = 5432;
    private static final int HIGHEST_PORT = 65_535;
    private static final Set<String> ALLOWED =
            Set.of("sslmode", "sslrootcert", "sslcert", "sslkey", "currentSchema", "gssEncMode", "channelBinding");

    public PostgresAddress {
        if (host.isBlank() || database.isBlank() || user.isBlank()) {
            throw new IllegalArgumentException("it must name a host, a database and a user");
        }
        if (port < 1 || port > HIGHEST_PORT) {
            throw new IllegalArgumentException("its port must be a number from 1 to " + HIGHEST_PORT);
        }
        options = new TreeMap<>(options);
    }

    /** An exception's message is the end of a sentence that starts with the address' name, and repeats no secret. */
    public static PostgresAddress parse(String text) {
        URI uri;
        try {
            uri = new URI(text.startsWith("jdbc:") ? text.substring("jdbc:".length()) : text);
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("it is not a valid address (" + e.getReason() + ")", e);
        }
        String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
        if (!scheme.equals("postgresql") && !scheme.equals("postgres")) {
            throw new IllegalArgumentException("it must start with postgresql://");
        }
        String user = uri.getUserInfo();
        if (user == null || uri.getHost() == null || uri.getPath() == null) {
            throw new IllegalArgumentException("it must look like postgresql://USER@HOST:5432/DATABASE");
        }
        if (user.contains(":")) {
            throw new IllegalArgumentException("it must not hold the password, which others could read there");
        }
        String path = uri.getPath().startsWith("/") ? uri.getPath().substring(1) : uri.getPath();
        return new PostgresAddress(
                uri.getHost(), uri.getPort() < 0 ? DEFAULT_PORT : uri.getPort(), path, user, options(uri));
    }

    private static SortedMap<String, String> options(URI uri) {
        SortedMap<String, String> options = new TreeMap<>();
        String query = uri.getRawQuery();
        if (query == null || query.isEmpty()) {
            return options;
        }
        for (String pair : query.split("&", -1)) {
            int equals = pair.indexOf('=');
            String name = equals < 0 ? pair : pair.substring(0, equals);
            if (!ALLOWED.contains(name)) {
                throw new IllegalArgumentException(
                        "its option '" + name + "' is not one of " + String.join(", ", new TreeSet<>(ALLOWED)));
            }
            options.put(name, URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8));
        }
        return options;
    }

    /** All of it, as {@link #parse} reads it. */
    public String written() {
        StringBuilder text = new StringBuilder(plain());
        String before = "?";
        for (Map.Entry<String, String> option : options.entrySet()) {
            text.append(before).append(option.getKey()).append('=');
            text.append(URLEncoder.encode(option.getValue(), StandardCharsets.UTF_8));
            before = "&";
        }
        return text.toString();
    }

    private String plain() {
        try {
            return new URI("postgresql", user, host, port, "/" + database, null, null).toASCIIString();
        } catch (URISyntaxException impossible) {
            throw new IllegalStateException("it was parsed before", impossible);
        }
    }

    /** Without options, which name files that are nobody's business. */
    @Override
    public String toString() {
        return "postgresql://" + user + "@" + host + ":" + port + "/" + database;
    }
}
