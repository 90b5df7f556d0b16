package org.gleaner.core.scheduling;

import java.time.Instant;
import java.util.List;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.TaskId;
import org.jspecify.annotations.Nullable;

/** A task that runs, as redundancy sees it; replaced when a copy starts or ends. */
public final class Underway {
    /** @param since when it was assigned */
    public record Copy(NodeId node, Instant since) {}

    private final TaskId task;
    private final TypeView type;
    private final List<Copy> copies;
    private final Instant likelyEnd;
    /** A memory of a pure function of this and of the nodes; good for a while. */
    private @Nullable Course course;

    /**
     * @param copies its live attempts, oldest first; at least one
     * @param likelyEnd when the first of them is expected to be done, as seen at the time of the last change
     */
    public Underway(TaskId task, TypeView type, List<Copy> copies, Instant likelyEnd) {
        this.task = task;
        this.type = type;
        this.copies = List.copyOf(copies);
        this.likelyEnd = likelyEnd;
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

    /** When the oldest copy was assigned. */
    public Instant since() {
        return copies.get(0).since();
    }

    public boolean isOn(NodeId node) {
        for (Copy copy : copies) {
            if (copy.node().equals(node)) {
                return true;
            }
        }
        return false;
    }

    /** How it will probably go on; as of at most a minute ago. */
    Course course(CopyRequest request) {
        Course known = course;
        if (known == null || !known.isFresh(request.now())) {
            known = Course.of(this, request);
            course = known;
        }
        return known;
    }
}
