package org.gleaner.protocol.message;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who changed what, the newest first.
 *
 * @param next where older lines begin; null: there are none
 */
public record AuditPage(List<Line> lines, @Nullable String next) {
    /**
     * One line.
     *
     * @param note what the log says of itself, such as that lines are missing; empty where it tells of a call
     * @param caller null where it tells of no call
     * @param deed null where it tells of no call
     */
    public record Line(
            Instant at,
            String note,
            @Nullable Caller caller,
            @Nullable Deed deed) {}

    /**
     * Who called.
     *
     * @param name the owner of the token, its node, or its role; empty for a stranger
     * @param token its id, never its secret
     * @param from the network address
     */
    public record Caller(String name, String token, String from) {}

    /**
     * What was called.
     *
     * @param request the call's id, as in the server's log and in problems
     * @param what method and route
     * @param on what it was done to
     * @param status of the answer
     */
    public record Deed(String request, String what, String on, int status) {}

    public AuditPage {
        lines = List.copyOf(lines);
    }
}
