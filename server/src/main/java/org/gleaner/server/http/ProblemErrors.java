package org.gleaner.server.http;

import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.gleaner.protocol.problem.Problem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What Jetty itself refuses (no HTTP, headers too large) looks like every other refusal, and shows nothing inside. */
final class ProblemErrors implements Request.Handler {
    private static final Logger LOG = LoggerFactory.getLogger(ProblemErrors.class);

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        int status = response.getStatus();
        Object id = request.getAttribute(ProblemAnswer.ID);
        String instance = id instanceof String known ? known : "none";
        Object cause = request.getAttribute(ErrorHandler.ERROR_EXCEPTION);
        // Jetty fails what is left of a call with an EofException when its connection is ended, and so when we stop;
        // whoever still hears an answer shall try again.
        boolean ends = request.getAttribute(ProblemAnswer.GONE) != null
                || cause instanceof EofException
                || !request.getConnectionMetaData().getConnector().getServer().isRunning();
        Problem problem = ends && status >= HttpStatus.INTERNAL_SERVER_ERROR_500
                ? FrontProblems.unavailable("it is stopping, or the connection was closed")
                : FrontProblems.byTransport(status, instance);
        if (!ends && problem.status() >= HttpStatus.INTERNAL_SERVER_ERROR_500) {
            LOG.atError()
                    .setCause(cause instanceof Throwable thrown ? thrown : null)
                    .addKeyValue("request", instance)
                    .log("a call failed with {}", status);
        }
        ProblemAnswer.send(request, response, problem, instance, callback);
        return true;
    }
}
