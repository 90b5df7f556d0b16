package org.gleaner.server.http;

/** What a route does with a call. It may run on a selector's thread: it must not block, and leaves work to others. */
public interface RouteHandler {
    void serve(Exchange exchange);
}
