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
 * @param watch somebody wants to see what these print; whether a node shows it changes nothing else
 */
public record Orders(
        List<Start> start,
        List<AttemptId> stop,
        List<AttemptId> release,
        List<AttemptId> report,
        List<AttemptId> watch) {
    public static final Orders NONE = new Orders(List.of(), List.of(), List.of(), List.of());

    public Orders {
        start = List.copyOf(start);
        stop = List.copyOf(stop);
        release = List.copyOf(release);
        report = List.copyOf(report);
        watch = List.copyOf(watch);
    }

    public Orders(List<Start> start, List<AttemptId> stop, List<AttemptId> release, List<AttemptId> report) {
        this(start, stop, release, report, List.of());
    }

    public Orders watching(List<AttemptId> watched) {
        return new Orders(start, stop, release, report, watched);
    }

    public boolean isEmpty() {
        return start.isEmpty() && stop.isEmpty() && release.isEmpty() && report.isEmpty();
    }
}
