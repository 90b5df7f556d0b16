package org.gleaner.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
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
    private static final Duration CHECKED_EVERY = Duration.ofHours(1);

    private final Path directory;
    private final InetAddress listen;
    private final Exposure exposure;
    private volatile List<String> names;
    private volatile @Nullable TlsIdentity identity;
    private @Nullable Vigil watch;

    NetworkPlace(Path data, InetAddress listen, Exposure exposure) throws IOException {
        this.directory = data.resolve("tls");
        this.listen = listen;
        this.exposure = exposure;
        names = HostNames.of(listen, exposure.names());
        Instant now = Instant.now();
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
        // The old one is good for weeks; the next check tries again.
        watch = new Vigil(
                        Vigil.daemon("certificate"),
                        () -> check(renewal),
                        (failures, why) -> LOG.error("could not renew the server's certificate", why))
                .start();
    }

    private void check(Renewal renewal) throws InterruptedException {
        Thread.sleep(CHECKED_EVERY.toMillis());
        try {
            names = HostNames.of(listen, exposure.names());
            TlsIdentity before = identity;
            TlsIdentity now = TlsIdentity.open(directory, names, Instant.now());
            if (before == null || now.differsFrom(before)) {
                renewal.renew(now);
                identity = now;
                LOG.atInfo().addKeyValue("until", now.validUntil()).log("renewed the server's certificate");
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
