package org.gleaner.server.http;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;

/** Reads a body as it comes, without a thread that waits for it, within bounds of size and slowness. */
final class BodyReader implements Runnable {
    private final Exchange exchange;
    private final Request request;
    private final long limit;
    private final HttpLimits limits;
    private final BodySink sink;
    private final long began = System.nanoTime();
    private long total;

    BodyReader(Exchange exchange, Request request, long limit, HttpLimits limits, BodySink sink) {
        this.exchange = exchange;
        this.request = request;
        this.limit = limit;
        this.limits = limits;
        this.sink = sink;
    }

    /** Called again whenever more is there. */
    @Override
    public void run() {
        exchange.attempt(() -> {
            boolean well = false;
            try {
                read();
                well = true;
            } finally {
                if (!well) {
                    sink.broken();
                }
            }
        });
    }

    private void read() throws IOException {
        if (request.getLength() > limit) {
            throw FrontProblems.tooLarge(limit);
        }
        while (true) {
            Content.Chunk chunk = request.read();
            if (chunk == null) {
                checkPace(total, began, limits);
                request.demand(this);
                return;
            }
            if (Content.Chunk.isFailure(chunk)) {
                if (chunk.getFailure() instanceof TimeoutException) {
                    // Whoever stops sending may still listen.
                    throw FrontProblems.tooSlow(limits.slowest());
                }
                sink.broken();
                exchange.gone(chunk.getFailure());
                return;
            }
            boolean last = chunk.isLast();
            try {
                total += chunk.remaining();
                if (total > limit) {
                    throw FrontProblems.tooLarge(limit);
                }
                sink.take(chunk.getByteBuffer());
            } finally {
                chunk.release();
            }
            if (last) {
                exchange.checkToken();
                sink.end();
                return;
            }
        }
    }

    /** Refuses a sender that has had its grace and sends less than a trickle. */
    static void checkPace(long bytes, long began, HttpLimits limits) throws Refused {
        if (isTooSlow(bytes, began, limits)) {
            throw FrontProblems.tooSlow(limits.slowest());
        }
    }

    static boolean isTooSlow(long bytes, long began, HttpLimits limits) {
        long elapsed = System.nanoTime() - began;
        return elapsed > limits.grace().toNanos() && bytes < limits.slowest() * TimeUnit.NANOSECONDS.toSeconds(elapsed);
    }
}
