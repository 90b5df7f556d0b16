package org.gleaner.server.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** What flows into the response of a call. */
final class ResponseFlow implements Outflow {
    private final Request request;
    private final Response response;
    private final Callback callback;
    private final AtomicBoolean over = new AtomicBoolean();

    ResponseFlow(Request request, Response response, Callback callback) {
        this.request = request;
        this.response = response;
        this.callback = callback;
    }

    @Override
    public void write(byte[] piece, Runnable sent, Runnable lost) {
        response.write(false, ByteBuffer.wrap(piece), Callback.from(sent, failure -> lost.run()));
    }

    @Override
    public void end() {
        if (over.compareAndSet(false, true)) {
            response.write(true, ByteBuffer.allocate(0), callback);
        }
    }

    @Override
    public void cut() {
        request.getConnectionMetaData().getConnection().getEndPoint().close();
    }

    @Override
    public void fail() {
        if (over.compareAndSet(false, true)) {
            request.setAttribute(ProblemAnswer.GONE, true);
            callback.failed(new IOException("the caller is gone or does not read"));
        }
    }
}
