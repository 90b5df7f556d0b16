package org.gleaner.server;

import java.net.InetAddress;
import java.util.List;
import org.gleaner.server.tls.HostNames;
import org.jspecify.annotations.Nullable;

/**
 * How the server meets its network.
 *
 * @param transport what protects the calls
 * @param names under which it is reached, beside those of its host
 * @param publicUrl where others reach it if that is not where it listens, such as a proxy; null: there is none
 * @param proxies whose word about whom they speak for is taken
 */
public record Exposure(
        Transport transport, List<String> names, @Nullable String publicUrl, List<InetAddress> proxies) {

    /** What protects the calls between here and there. */
    public enum Transport {
        /** Plain HTTP that does not leave this machine. */
        LOCAL,
        /** TLS with a certificate of the server's own authority. */
        TLS,
        /** Plain HTTP for all the network to see: somebody has said that this is meant. */
        PLAIN
    }

    public static final Exposure LOCAL = new Exposure(Transport.LOCAL, List.of(), null, List.of());

    public Exposure {
        names = List.copyOf(names);
        proxies = List.copyOf(proxies);
        for (String name : names) {
            if (!HostNames.isValid(name)) {
                throw new IllegalArgumentException("'" + name + "' is not the name or address of a host");
            }
        }
    }

    String scheme() {
        return transport == Transport.TLS ? "https" : "http";
    }
}
