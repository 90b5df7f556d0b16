package org.gleaner.protocol.http;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where the server is, how it is known to be the right one, and as whom we speak.
 *
 * @param base such as {@code http://127.0.0.1:8080}, without a slash at the end
 * @param pin the authority whose certificates are believed; null: those that the JVM believes
 * @param origin where the address was found, as people call it; empty if they gave it themselves
 */
public record Endpoint(URI base, @Nullable CertificatePin pin, String token, String origin) {
    private static final int HIGHEST_PORT = 65_535;

    /** A host with its port. */
    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9.-]+:[0-9]{1,5}");

    public Endpoint {
        String scheme = base.getScheme() == null ? "" : base.getScheme().toLowerCase(Locale.ROOT);
        boolean plain = base.getRawQuery() == null && base.getRawFragment() == null && base.getRawUserInfo() == null;
        if (!(scheme.equals("http") || scheme.equals("https")) || base.getHost() == null || !plain) {
            throw noAddress(base.toString());
        }
        if (!base.getRawPath().isEmpty()) {
            throw new IllegalArgumentException("a server address ends with its host and port, and '" + base
                    + "' goes on; write " + scheme + "://" + base.getRawAuthority());
        }
        if (base.getPort() == 0 || base.getPort() > HIGHEST_PORT) {
            throw new IllegalArgumentException("the port in '" + base + "' must be from 1 to " + HIGHEST_PORT);
        }
        if (pin != null && scheme.equals("http")) {
            throw new IllegalArgumentException("plain HTTP has no certificate to pin; use https:// or remove the pin");
        }
        if (token.isEmpty() || !isPlain(token)) {
            throw new IllegalArgumentException("a token is one word of printable ASCII characters");
        }
    }

    public Endpoint(URI base, @Nullable CertificatePin pin, String token) {
        this(base, pin, token, "");
    }

    /** People leave out how the server speaks, but hardly anything else. */
    private static IllegalArgumentException noAddress(String text) {
        boolean bare = HOST.matcher(text).matches();
        return new IllegalArgumentException("'" + text + "' is not a server address; write "
                + (bare ? "http://" + text + ", or https:// if it uses TLS" : "for example http://127.0.0.1:8080"));
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

    /** Reads an address as people write it: {@code https://pool.example:8443#sha256=…}, the pin if there is one. */
    public static Endpoint of(String address, String token) {
        String trimmed = address.strip();
        int sign = trimmed.indexOf('#');
        CertificatePin pin = sign < 0 ? null : CertificatePin.parse(trimmed.substring(sign + 1));
        trimmed = sign < 0 ? trimmed : trimmed.substring(0, sign);
        while (trimmed.endsWith("/")) {
            trimmed = trimmed.substring(0, trimmed.length() - 1);
        }
        try {
            return new Endpoint(new URI(trimmed), pin, token.strip());
        } catch (URISyntaxException malformed) {
            IllegalArgumentException refused = noAddress(trimmed);
            refused.initCause(malformed);
            throw refused;
        }
    }

    public Endpoint withToken(String other) {
        return new Endpoint(base, pin, other, origin);
    }

    /** The same, with where its address was found, such as a variable or a file. */
    public Endpoint from(String place) {
        return new Endpoint(base, pin, token, place);
    }

    /** Address and pin in one, as {@link #of} reads them. */
    public String address() {
        return pin == null ? base.toString() : base.toString() + pin;
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
