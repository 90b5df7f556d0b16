package org.gleaner.core.message;

import java.util.List;
import org.gleaner.core.id.AttemptId;

/**
 * What a node shall do, computed from what the server assigned and what the node holds. Every order may be repeated and
 * obeying it twice is harmless.
 *
 * @param start run these
 * @param stop kill these and confirm it by a commit
 * @param release forget these finished results, nobody needs them
 * @param report commit these finished results now
 */
public record Orders(List<Start> start, List<AttemptId> stop, List<AttemptId> release, List<AttemptId> report) {
    public static final Orders NONE = new Orders(List.of(), List.of(), List.of(), List.of());

    public Orders {
        start = List.copyOf(start);
        stop = List.copyOf(stop);
        release = List.copyOf(release);
        report = List.copyOf(report);
    }

    public boolean isEmpty() {
        return start.isEmpty() && stop.isEmpty() && release.isEmpty() && report.isEmpty();
    }
}
