package org.gleaner.core.scheduling;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.TaskId;
import org.gleaner.core.observer.Minutes;
import org.gleaner.core.observer.TypeBelief;
import org.jspecify.annotations.Nullable;

/** A task that runs, as redundancy sees it; replaced when a copy starts or ends. */
public final class Underway {
    /** @param since when it was assigned */
    public record Copy(NodeId node, Instant since) {}

    private final TaskId task;
    private final TypeView type;
    private final List<Copy> copies;
    private final Instant likelyEnd;
    private final double ran;
    private final @Nullable RunForecast forecast;

    /**
     * @param copies its live attempts, oldest first; at least one
     * @param likelyEnd when the first of them is expected to be done, as seen at the time of the last change
     * @param ran how long it had run when it was lost before, in minutes normalised by speed
     */
    public Underway(TaskId task, TypeView type, List<Copy> copies, Instant likelyEnd, double ran) {
        this(task, type, copies, likelyEnd, ran, null);
    }

    private Underway(
            TaskId task,
            TypeView type,
            List<Copy> copies,
            Instant likelyEnd,
            double ran,
            @Nullable RunForecast forecast) {
        this.forecast = forecast;
        this.ran = ran;
        this.task = task;
        this.type = type;
        this.copies = List.copyOf(copies);
        this.likelyEnd = likelyEnd;
    }

    /** The same, expected to be done then; how it goes on is to be looked at again. */
    public Underway withLikelyEnd(Instant end) {
        return new Underway(task, type, copies, end, ran);
    }

    /** The same, and how it goes on as somebody looked at it. */
    public Underway with(RunForecast seen) {
        return new Underway(task, type, copies, likelyEnd, ran, seen);
    }

    public TaskId task() {
        return task;
    }

    public TypeView type() {
        return type;
    }

    public List<Copy> copies() {
        return copies;
    }

    public Instant likelyEnd() {
        return likelyEnd;
    }

    public double ran() {
        return ran;
    }

    /** When the oldest copy was assigned. */
    public Instant since() {
        return copies.get(0).since();
    }

    /** Whether each of its copies has run far longer than such tasks take, so that none may ever end. */
    boolean isOverlong(Instant now) {
        TypeBelief belief = type.belief();
        Instant youngest = copies.get(copies.size() - 1).since();
        return belief != null && Minutes.of(Duration.between(youngest, now)) > belief.overlong();
    }

    public boolean isOn(NodeId node) {
        for (Copy copy : copies) {
            if (copy.node().equals(node)) {
                return true;
            }
        }
        return false;
    }

    /** How it will probably go on; as of some moments ago if somebody looked then. */
    RunForecast forecast(CopyRequest request) {
        RunForecast known = forecast;
        return known != null && known.isFresh(request.now(), request.stands())
                ? known
                : RunForecast.of(this, request.nodes(), request.pool().market().freshStart(), request.now());
    }
}
