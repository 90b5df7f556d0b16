package org.gleaner.server.http;

import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Callback;

/** Reads a body that nobody wants, without a thread that waits for it, as long as it does not trickle. */
final class Drain implements Runnable {
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

    /** Called again whenever more is there. */
    @Override
    public void run() {
        while (true) {
            Content.Chunk chunk = request.read();
            if (chunk == null) {
                if (BodyReader.isTooSlow(total, began, limits)) {
                    then.succeeded();
                } else {
                    request.demand(this);
                }
                return;
            }
            if (Content.Chunk.isFailure(chunk)) {
                then.failed(chunk.getFailure());
                return;
            }
            total += chunk.remaining();
            boolean last = chunk.isLast();
            chunk.release();
            if (last) {
                then.succeeded();
                return;
            }
        }
    }
}
