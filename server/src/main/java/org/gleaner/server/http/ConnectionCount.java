package org.gleaner.server.http;

import java.nio.channels.SelectableChannel;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.io.SelectorManager;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Request;
import org.gleaner.protocol.thread.LogPace;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts open connections, of which Jetty lets in only so many. When hardly any are left, each answer ends its own, so
 * that none is kept by somebody who rests between two calls. When none is left, whoever keeps an eye on the server is
 * told, as those who wait outside are told nothing. Thread-safe.
 */
final class ConnectionCount implements SelectorManager.AcceptListener, HttpConfiguration.Customizer {
    private static final Logger LOG = LoggerFactory.getLogger(ConnectionCount.class);
    /** At the limit one ends and another is let in all the time. */
    private static final Duration TOLD_FOR = Duration.ofMinutes(1);

    private final HttpLimits limits;
    private final LongSupplier nanos;
    private final LogPace pace;
    private int open;
    private long lastFull;

    ConnectionCount(HttpLimits limits, LongSupplier nanos) {
        this.limits = limits;
        this.nanos = nanos;
        pace = new LogPace(nanos);
        lastFull = nanos.getAsLong() - TOLD_FOR.toNanos();
    }

    @Override
    public Request customize(Request request, HttpFields.Mutable answer) {
        if (open() > limits.calls()) {
            answer.put(HttpHeader.CONNECTION, HttpHeaderValue.CLOSE);
        }
        return request;
    }

    private synchronized int open() {
        return open;
    }

    @Override
    public void onAccepted(SelectableChannel channel) {
        if (add() && pace.happens(words())) {
            LOG.warn("{}", words());
        }
    }

    /** Returns whether it was the last that there may be. */
    private synchronized boolean add() {
        open++;
        return look();
    }

    @Override
    public synchronized void onClosed(SelectableChannel channel) {
        boolean unused = look();
        open--;
    }

    private boolean look() {
        boolean full = open >= limits.connections();
        if (full) {
            lastFull = nanos.getAsLong();
        }
        return full;
    }

    /** What is wrong if somebody may have had to wait outside within the last minute, or if few can come in at all. */
    synchronized Optional<String> told() {
        return look() || nanos.getAsLong() - lastFull < TOLD_FOR.toNanos() ? Optional.of(words()) : limits.few();
    }

    private String words() {
        return "it has " + limits.connections() + " connections open, as many as it may: new ones wait until some end";
    }
}
