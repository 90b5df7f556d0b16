package org.gleaner.server.join;

import java.util.List;
import java.util.Locale;
import org.gleaner.server.tls.TlsIdentity;
import org.jspecify.annotations.Nullable;

/**
 * Under which address others reach the server. What a caller says in its header is taken only if it is one of our
 * names.
 *
 * @param scheme http or https
 * @param names of this host, the first of which is told to those who did not say how they came
 * @param publicUrl where a proxy stands in front of us; then it is always this one
 * @param tls what callers can know us by; null: nothing, or what they trust anyway
 */
public record PoolAddress(
        String scheme,
        List<String> names,
        int port,
        @Nullable String publicUrl,
        @Nullable TlsIdentity tls) {
    public PoolAddress {
        names = List.copyOf(names);
    }

    /** For somebody who has not called yet. */
    public String base() {
        return publicUrl != null ? publicUrl : at(names.get(0));
    }

    /** For a caller, by the name that it used if that is ours. */
    public String base(@Nullable String hostHeader) {
        if (publicUrl == null && hostHeader != null) {
            String host = host(hostHeader.toLowerCase(Locale.ROOT));
            if (names.contains(host)) {
                return at(host);
            }
        }
        return base();
    }

    /** Behind a proxy it is the proxy's certificate that callers see. */
    public @Nullable TlsIdentity shown() {
        return publicUrl == null ? tls : null;
    }

    private String at(String host) {
        return url(scheme, host, port);
    }

    /** Addresses of the sixth version stand in brackets. */
    public static String url(String scheme, String host, int port) {
        return scheme + "://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }

    private static String host(String header) {
        if (header.startsWith("[")) {
            int end = header.indexOf(']');
            return end < 0 ? "" : header.substring(1, end);
        }
        int colon = header.indexOf(':');
        return colon < 0 ? header : header.substring(0, colon);
    }
}
