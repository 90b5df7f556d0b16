package org.gleaner.server.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Request;

/**
 * Who is at the other end of a call. A proxy says for whom it speaks, but everybody can say so: only those that the
 * server's keeper has named are believed, and of their list only what they added themselves.
 *
 * @param proxies that are believed
 */
record ClientAddress(List<InetAddress> proxies) implements HttpConfiguration.Customizer {
    private static final String ATTRIBUTE = "org.gleaner.client";

    private static final String HEADER = "X-Forwarded-For";
    private static final int MOST_PROXIES = 16;
    private static final Pattern ADDRESS = Pattern.compile("[0-9.]{7,15}|[0-9a-fA-F.]*:[0-9a-fA-F:.]{1,45}");

    ClientAddress {
        proxies = List.copyOf(proxies);
    }

    @Override
    public Request customize(Request request, HttpFields.Mutable responseHeaders) {
        request.setAttribute(
                ATTRIBUTE,
                of(Request.getRemoteAddr(request), request.getHeaders().getValuesList(HEADER)));
        return request;
    }

    /** What was found when the call came in. */
    static String of(Request request) {
        return request.getAttribute(ATTRIBUTE) instanceof String known ? known : Request.getRemoteAddr(request);
    }

    /** @param forwarded all entries of the header, the youngest last */
    String of(String peer, List<String> forwarded) {
        String address = peer;
        int next = forwarded.size() - 1;
        for (int hops = 0; hops < MOST_PROXIES && next >= 0 && isProxy(address); hops++) {
            String said = forwarded.get(next--).strip();
            if (!ADDRESS.matcher(said).matches()) {
                break;
            }
            address = said;
        }
        return address;
    }

    private boolean isProxy(String address) {
        return parse(address).filter(proxies::contains).isPresent();
    }

    private static Optional<InetAddress> parse(String address) {
        String bare = address.startsWith("[") ? address.substring(1, address.length() - 1) : address;
        try {
            return ADDRESS.matcher(bare).matches() ? Optional.of(InetAddress.getByName(bare)) : Optional.empty();
        } catch (UnknownHostException malformed) {
            return Optional.empty();
        }
    }
}
