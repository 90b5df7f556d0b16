package org.gleaner.server.http;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Request;
import org.gleaner.protocol.thread.LogPace;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets in only so many connections. When hardly any are left, each answer ends its own, so that none is kept by somebody
 * who rests between two calls. Whoever keeps an eye on the server is told, as those who wait outside are told nothing.
 * Thread-safe.
 */
final class ConnectionLimit extends NetworkConnectionLimit implements HttpConfiguration.Customizer {
    private static final Logger LOG = LoggerFactory.getLogger(ConnectionLimit.class);
    /** It comes and goes with every connection that ends and the next one that is let in. */
    private static final Duration TOLD_FOR = Duration.ofMinutes(1);

    private final HttpLimits limits;
    private final LongSupplier nanos;
    private final LogPace pace;
    private boolean full;
    private long lastFull;

    ConnectionLimit(HttpLimits limits, LongSupplier nanos, Connector connector) {
        super(limits.connections(), connector);
        this.limits = limits;
        this.nanos = nanos;
        pace = new LogPace(nanos);
        lastFull = nanos.getAsLong() - TOLD_FOR.toNanos();
    }

    @Override
    public Request customize(Request request, HttpFields.Mutable answer) {
        if (getNetworkConnectionCount() > limits.calls()) {
            answer.put(HttpHeader.CONNECTION, HttpHeaderValue.CLOSE);
        }
        return request;
    }

    @Override
    protected void limit() {
        super.limit();
        reached(true);
        if (pace.happens(words())) {
            LOG.warn("{}", words());
        }
    }

    @Override
    protected void unlimit() {
        reached(false);
        super.unlimit();
    }

    private synchronized void reached(boolean now) {
        full = now;
        lastFull = nanos.getAsLong();
    }

    /** What is wrong if somebody may have had to wait outside within the last minute, or if few can come in at all. */
    synchronized Optional<String> told() {
        return full || nanos.getAsLong() - lastFull < TOLD_FOR.toNanos() ? Optional.of(words()) : limits.few();
    }

    private String words() {
        return "it has " + limits.connections() + " connections open, as many as it may: new ones wait until some end";
    }
}
