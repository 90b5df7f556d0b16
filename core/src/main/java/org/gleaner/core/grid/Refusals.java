package org.gleaner.core.grid;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.gleaner.core.id.TypeKey;
import org.gleaner.core.node.Duty;

/** What follows when nodes can't start a type: none of it there for a while, and blocked when none is left to ask. */
final class Refusals {
    private final GridState state;
    private final Instant now;

    Refusals(GridState state, Instant now) {
        this.state = state;
        this.now = now;
    }

    /** Not while the node could not start this type, except for one trial after a while. */
    boolean isWelcome(GridNode node, TypeKey type) {
        return !hasJustRefused(node, type)
                && (!node.refusals().containsKey(type)
                        || node.live().stream()
                                .noneMatch(
                                        one -> state.open(one.id().job()).type().equals(type)));
    }

    private boolean hasJustRefused(GridNode node, TypeKey type) {
        Instant refused = node.refusals().get(type);
        return refused != null && state.isRecent(refused, Setting.REFUSAL_TIME, now);
    }

    /**
     * Whether all nodes that could run the job's tasks have just refused their type. One that is only away for a
     * moment, or that may try again, has not had its say.
     */
    boolean leaveNobody(OpenJob job) {
        Predicate<GridNode> isThere = node -> node.duty() != Duty.FORGOTTEN
                && (node.connected() || state.isRecent(node.heard(), Setting.REFUSAL_TIME, now));
        boolean refused = false;
        for (GridNode node : state.nodes.values()) {
            if (isThere.test(node) && node.fits(job)) {
                if (!hasJustRefused(node, job.type())) {
                    return false;
                }
                refused = true;
            }
        }
        return refused;
    }

    /** What a node refused before this time: it could have tried again ever since. */
    static List<GridEvent> forgotten(GridNode node, Instant before) {
        List<GridEvent> events = new ArrayList<>();
        node.refusals().forEach((type, at) -> {
            if (at.isBefore(before)) {
                events.add(new GridEvent.TypeTrusted(node.id(), type));
            }
        });
        return events;
    }

    /** Whether any node that could run the job's tasks could not start their type when it last tried. */
    boolean concern(OpenJob job) {
        return state.nodes.values().stream()
                .anyMatch(node -> node.refusals().containsKey(job.type()) && node.fits(job));
    }
}
