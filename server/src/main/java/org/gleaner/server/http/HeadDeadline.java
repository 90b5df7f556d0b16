package org.gleaner.server.http;

import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * Ends connections on which the head of a call does not come. To Jetty a connection is idle only if nothing at all
 * moves, so somebody who sends a byte now and then could keep all the connections that there may be. Who connects has a
 * grace for the first call, and later as long for each head that has begun; between calls a connection may rest until
 * it is idle. Thread-safe; one thread at a time looks.
 */
final class HeadDeadline extends Handler.Wrapper implements Connection.Listener {
    private static final Duration LOOKS_EVERY = Duration.ofMillis(500);

    /** What is known of one connection; HTTP/1.1 has one call at a time on it. */
    private static final class Line {
        private volatile @Nullable Request current;
        /** How much had come when the last call ended; before the first, which is due whatever has come: -1. */
        private volatile long bytes = -1;

        /** How often a head was found begun and not complete. */
        private int waited;
    }

    private final ConcurrentHashMap<Connection, Line> lines = new ConcurrentHashMap<>();
    private final long most;
    private volatile Scheduler.@Nullable Task next;

    HeadDeadline(Handler calls, Duration grace) {
        super(calls);
        this.most = grace.dividedBy(LOOKS_EVERY);
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        schedule();
    }

    @Override
    protected void doStop() throws Exception {
        Scheduler.Task task = next;
        if (task != null) {
            task.cancel();
        }
        super.doStop();
    }

    private void schedule() {
        next = getServer().getScheduler().schedule(this::look, LOOKS_EVERY.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public void onOpened(Connection connection) {
        // The connection inside TLS stands for both.
        if (!(connection instanceof SslConnection)) {
            lines.put(connection, new Line());
        }
    }

    @Override
    public void onClosed(Connection connection) {
        lines.remove(connection);
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        Connection connection = request.getConnectionMetaData().getConnection();
        Line line = lines.get(connection);
        if (line != null) {
            line.current = request;
            Request.addCompletionListener(request, failure -> ended(connection, line, request));
        }
        return super.handle(request, response, callback);
    }

    private static void ended(Connection connection, Line line, Request request) {
        // The next call may have begun before we are told that this one is over.
        if (line.current == request) {
            line.bytes = bytes(connection);
            line.current = null;
        }
    }

    /** Time is counted in looks: a machine that stood still has not looked, and ends nobody's connection for it. */
    private void look() {
        lines.forEach((connection, line) -> {
            if (line.current != null || bytes(connection) == line.bytes) {
                line.waited = 0;
            } else if (++line.waited > most) {
                lines.remove(connection);
                connection.close();
            }
        });
        if (isRunning()) {
            schedule();
        }
    }

    /** A handshake that trickles counts too. */
    private static long bytes(Connection connection) {
        return connection.getEndPoint() instanceof SslConnection.SslEndPoint inside
                ? inside.getSslConnection().getBytesIn()
                : connection.getBytesIn();
    }
}
