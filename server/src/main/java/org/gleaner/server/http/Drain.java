package org.gleaner.server.http;

import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Callback;

/**
 * Reads a body that nobody wants, without a thread that waits for it: up to a size, for the time of a grace. A
 * connection that is closed while bytes wait in it is reset, and a reset takes away an answer that its caller has not
 * read yet.
 */
final class Drain implements Runnable {
    private static final long MOST = 16 << 20;

    private final Request request;
    private final HttpLimits limits;
    private final Callback then;
    private final long began = System.nanoTime();
    private long total;

    /** @param then succeeds when all was read or is not worth waiting for, and fails if the caller is gone */
    Drain(Request request, HttpLimits limits, Callback then) {
        this.request = request;
        this.limits = limits;
        this.then = then;
    }

    /** Whether the head of a request says that a body follows. */
    static boolean isAnnounced(Request request) {
        return request.getHeaders().contains(HttpHeader.CONTENT_LENGTH)
                || request.getHeaders().contains(HttpHeader.TRANSFER_ENCODING);
    }

    /** Reads what is there already, and says whether that was all of it. */
    static boolean isOver(Request request) {
        if (!isAnnounced(request)) {
            return true;
        }
        long total = 0;
        // Jetty itself looks at no more than 16 pieces, and nothing can be read when it has given up.
        while (total <= MOST) {
            Content.Chunk chunk = request.read();
            if (chunk == null || Content.Chunk.isFailure(chunk)) {
                return false;
            }
            total += chunk.remaining();
            chunk.release();
            if (chunk.isLast()) {
                return true;
            }
        }
        return false;
    }

    /** Goes on reading for a while after the answer, then lets the call end. */
    static void afterwards(Request request, HttpLimits limits, Callback ended) {
        if (isAnnounced(request)) {
            new Drain(request, limits, Callback.from(ended::succeeded, gone -> ended.succeeded())).run();
        } else {
            ended.succeeded();
        }
    }

    /** Called again whenever more is there. */
    @Override
    public void run() {
        while (true) {
            Content.Chunk chunk = request.read();
            if (chunk == null) {
                demand();
                return;
            }
            if (Content.Chunk.isFailure(chunk)) {
                then.failed(chunk.getFailure());
                return;
            }
            total += chunk.remaining();
            boolean last = chunk.isLast();
            chunk.release();
            if (last || total > MOST) {
                then.succeeded();
                return;
            }
        }
    }

    private void demand() {
        if (System.nanoTime() - began > limits.grace().toNanos()) {
            then.succeeded();
            return;
        }
        try {
            request.demand(this);
        } catch (IllegalArgumentException read) {
            // Somebody else still waits for the body, so it is not ours to read.
            then.failed(read);
        }
    }
}
