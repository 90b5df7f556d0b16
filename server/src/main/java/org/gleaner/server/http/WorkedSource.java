package org.gleaner.server.http;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.eclipse.jetty.io.Content;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Content that has to be made while it is sent, which may wait for the store: each piece on a worker, when the one
 * before is gone, so that a slow reader holds no thread. Jetty asks for one thing after the other, from any thread.
 */
final class WorkedSource implements Content.Source {
    private static final Logger LOG = LoggerFactory.getLogger(WorkedSource.class);
    private static final int PIECE = 64 << 10;

    private final InputStream content;
    private final Executor workers;
    private final String request;
    private Content.@Nullable Chunk ready;
    private boolean over;

    /** @param request its id, for the log */
    WorkedSource(InputStream content, Executor workers, String request) {
        this.content = content;
        this.workers = workers;
        this.request = request;
    }

    @Override
    public synchronized Content.@Nullable Chunk read() {
        Content.Chunk chunk = ready;
        // What comes last is told again to whoever asks again.
        ready = Content.Chunk.next(chunk);
        return chunk;
    }

    @Override
    public void demand(Runnable demandCallback) {
        Runnable work = () -> {
            make();
            demandCallback.run();
        };
        try {
            workers.execute(work);
        } catch (RejectedExecutionException full) {
            // Rather here than not at all: what was sent already would be lost.
            work.run();
        }
    }

    private synchronized void make() {
        if (ready != null) {
            return;
        }
        try {
            byte[] piece = new byte[PIECE];
            int read = over ? -1 : content.readNBytes(piece, 0, PIECE);
            if (read < PIECE) {
                end();
            }
            ready = Content.Chunk.from(ByteBuffer.wrap(piece, 0, Math.max(0, read)), read < PIECE);
        } catch (IOException | RuntimeException broken) {
            LOG.atWarn().setCause(broken).addKeyValue("request", request).log("could not make the rest of an answer");
            fail(broken);
        }
    }

    @Override
    public synchronized void fail(Throwable failure) {
        if (!over) {
            ready = Content.Chunk.from(failure, true);
        }
        try {
            end();
        } catch (IOException e) {
            LOG.atWarn().setCause(e).addKeyValue("request", request).log("could not close what was being sent");
        }
    }

    private void end() throws IOException {
        if (!over) {
            over = true;
            content.close();
        }
    }
}
