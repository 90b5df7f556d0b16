package org.gleaner.server.http;

import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.gleaner.protocol.json.Json;
import org.gleaner.protocol.problem.Problem;
import org.gleaner.protocol.problem.ProblemJson;

/** Writes a problem as the answer to a call. */
final class ProblemAnswer {
    /** The attribute of a request under which its id is. */
    static final String ID = "org.gleaner.request";

    /** Set if the caller hung up, so that nobody takes it for a failure of ours. */
    static final String GONE = "org.gleaner.gone";

    private static final int UNAUTHENTICATED = 401;
    private static final int DRAINED = 64 << 10;

    private ProblemAnswer() {}

    /**
     * A small body that nobody has read is read first: a caller whose connection is cut while it still sends may never
     * see the answer. A large or slow one is not waited for; then the connection ends after the answer, and says so.
     */
    static void write(
            Request request, Response response, Problem problem, String id, HttpLimits limits, Callback callback) {
        long length = request.getLength();
        if (length <= 0 || length > DRAINED) {
            send(request, response, problem, id, callback);
        } else {
            Callback then = Callback.from(() -> send(request, response, problem, id, callback), gone -> {
                request.setAttribute(GONE, true);
                callback.failed(gone);
            });
            new Drain(request, limits, then).run();
        }
    }

    /** Writes it at once, whatever is still to be read. */
    static void send(Request request, Response response, Problem problem, String id, Callback callback) {
        Problem own = problem.instance().isEmpty() ? problem.at(id) : problem;
        byte[] body = Json.write(own, ProblemJson::write);
        response.setStatus(own.status());
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, Problem.MEDIA_TYPE);
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, body.length);
        response.getHeaders().remove(HttpHeader.CONTENT_DISPOSITION);
        if (own.retryAfterSeconds() > 0) {
            response.getHeaders().put(HttpHeader.RETRY_AFTER, own.retryAfterSeconds());
        }
        if (own.status() == UNAUTHENTICATED) {
            response.getHeaders().put(HttpHeader.WWW_AUTHENTICATE, "Bearer");
        }
        if (!Drain.isOver(request)) {
            response.getHeaders().put(HttpHeader.CONNECTION, HttpHeaderValue.CLOSE.asString());
        }
        response.write(true, ByteBuffer.wrap(body), callback);
    }
}
