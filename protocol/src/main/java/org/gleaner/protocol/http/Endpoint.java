package org.gleaner.protocol.http;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;

/**
 * Where the server is and as whom we speak.
 *
 * @param base such as {@code http://127.0.0.1:8080}, without a slash at the end
 */
public record Endpoint(URI base, String token) {
    public Endpoint {
        String scheme = base.getScheme() == null ? "" : base.getScheme().toLowerCase(Locale.ROOT);
        boolean plain = base.getRawQuery() == null && base.getRawFragment() == null && base.getRawUserInfo() == null;
        if (!(scheme.equals("http") || scheme.equals("https")) || base.getHost() == null || !plain) {
            throw new IllegalArgumentException(
                    "not the address of a server: '" + base + "'; write for example http://127.0.0.1:8080");
        }
        if (token.isEmpty() || !isPlain(token)) {
            throw new IllegalArgumentException("a token is one word of plain characters");
        }
    }

    /** A loop, not a stream: every command of the command line passes here, and a stream costs it milliseconds. */
    private static boolean isPlain(String token) {
        for (int i = 0; i < token.length(); i++) {
            if (token.charAt(i) <= ' ' || token.charAt(i) >= 0x7f) {
                return false;
            }
        }
        return true;
    }

    /** Reads an address as people write it. */
    public static Endpoint of(String address, String token) {
        String trimmed = address.strip();
        while (trimmed.endsWith("/")) {
            trimmed = trimmed.substring(0, trimmed.length() - 1);
        }
        try {
            return new Endpoint(new URI(trimmed), token.strip());
        } catch (URISyntaxException malformed) {
            throw new IllegalArgumentException(
                    "not the address of a server: '" + address + "'; write for example http://127.0.0.1:8080",
                    malformed);
        }
    }

    public Endpoint withToken(String other) {
        return new Endpoint(base, other);
    }

    /** Whether calls stay on this machine. */
    public boolean isLocal() {
        String host = base.getHost();
        return host.equals("localhost") || host.startsWith("127.") || host.equals("[::1]");
    }

    /** Without the token, so that it can be logged. */
    @Override
    public String toString() {
        return base.toString();
    }
}
