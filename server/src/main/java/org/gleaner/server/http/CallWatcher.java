package org.gleaner.server.http;

import java.time.Duration;

/** Told of every call that was answered. */
public interface CallWatcher {
    /** @param template the route's, or empty if there is none for the path */
    void answered(String method, String template, int status, Duration took);
}
