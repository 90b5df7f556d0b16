package org.gleaner.server.http;

/** Keeps a line of every call that changed something, or tried to. Must not block for long. */
public interface AuditTrail {
    /**
     * @param request the call's id, as in the server's log and in problems
     * @param who the owner of the token, its node, or its role
     * @param token the token's id, never its secret
     * @param from the caller's address
     * @param what method and route
     * @param on what it was done to, in our own words
     * @param status of the answer
     */
    record Line(String request, String who, String token, String from, String what, String on, int status) {}

    void write(Line line);
}
