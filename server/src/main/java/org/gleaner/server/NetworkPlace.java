package org.gleaner.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.gleaner.protocol.thread.Vigil;
import org.gleaner.server.join.PoolAddress;
import org.gleaner.server.tls.HostNames;
import org.gleaner.server.tls.TlsIdentity;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where on the network the server is: its names, its certificate, and what to tell others. Renews the certificate while
 * the server runs, also when the host gets another address. Thread-safe.
 */
final class NetworkPlace {
    /** Takes a renewed certificate into use. */
    interface Renewal {
        void renew(TlsIdentity identity) throws IOException;
    }

    private static final Logger LOG = LoggerFactory.getLogger(NetworkPlace.class);
    private static final Duration LOOKED_EVERY = Duration.ofMinutes(1);
    /** Names and keys are read again each time that so many looks found nothing wrong. */
    private static final int LOOKS = 60;

    private final Path directory;
    private final InetAddress listen;
    private final Exposure exposure;
    private final InstantSource wall;
    private volatile List<String> names;
    private volatile @Nullable TlsIdentity identity;
    private @Nullable Vigil watch;
    private int looks;

    /** @param wall the machine's clock, which others compare with theirs */
    NetworkPlace(Path data, InetAddress listen, Exposure exposure, InstantSource wall) throws IOException {
        this.directory = data.resolve("tls");
        this.listen = listen;
        this.exposure = exposure;
        this.wall = wall;
        names = HostNames.of(listen, exposure.names());
        Instant now = wall.instant();
        TlsIdentity tls =
                exposure.transport() == Exposure.Transport.TLS ? TlsIdentity.open(directory, names, now) : null;
        identity = tls;
        if (tls != null) {
            tls.trouble(now).ifPresent(LOG::error);
        }
    }

    @Nullable
    TlsIdentity identity() {
        return identity;
    }

    /** Where it listens; if on all addresses, by the first of its names. */
    String url(int port) {
        String host = listen.isAnyLocalAddress() ? names.get(0) : listen.getHostAddress();
        return url(host, port);
    }

    /** For programs on this machine: they need no name, but the pin. */
    String fromHere(int port) {
        TlsIdentity tls = identity;
        String url = listen.isAnyLocalAddress() ? url("127.0.0.1", port) : url(port);
        return tls == null ? url : url + tls.pin();
    }

    private String url(String host, int port) {
        return PoolAddress.url(exposure.scheme(), host, port);
    }

    PoolAddress pool(int port) {
        return new PoolAddress(exposure.scheme(), names, port, exposure.publicUrl(), identity);
    }

    synchronized void keepRenewed(Renewal renewal) {
        if (identity == null || watch != null) {
            return;
        }
        // Mostly the old one is good for weeks; a later look tries again.
        watch = new Vigil(
                        Vigil.daemon("certificate"),
                        () -> {
                            Thread.sleep(LOOKED_EVERY.toMillis());
                            look(renewal);
                        },
                        (failures, why) -> LOG.error("could not renew the server's certificate", why))
                .start();
    }

    /** Confined to one caller at a time. */
    void look(Renewal renewal) {
        TlsIdentity before = identity;
        boolean valid = before != null && before.isValid(wall.instant());
        looks = valid ? (looks + 1) % LOOKS : 0;
        if (looks > 0) {
            return;
        }
        try {
            names = HostNames.of(listen, exposure.names());
            TlsIdentity now = TlsIdentity.open(directory, names, wall.instant());
            if (before == null || now.differsFrom(before)) {
                renewal.renew(now);
                identity = now;
                LOG.atInfo()
                        .addKeyValue("until", now.validUntil())
                        .log(
                                valid
                                        ? "renewed the server's certificate"
                                        : "replaced the server's certificate, as it was not valid by this machine's"
                                                + " clock");
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    synchronized void close() {
        if (watch != null) {
            watch.close();
        }
    }
}
