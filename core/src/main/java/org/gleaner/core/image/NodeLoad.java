package org.gleaner.core.image;

import java.time.Duration;
import java.util.Collections;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.node.Held;
import org.gleaner.core.node.ProcessorUse;
import org.gleaner.core.pool.GridNode;
import org.gleaner.core.pool.LiveAttempt;

/**
 * What a node last said of its processor.
 *
 * @param others share of the machine that others use, in tenths: finer than this it changes all the time. 0 also if the
 *     node does not say it
 * @param cpu CPU time that its attempts had used by then; of those that are not named nobody knows
 */
public record NodeLoad(double others, NavigableMap<AttemptId, Duration> cpu) {
    private static final NodeLoad NONE = new NodeLoad(0, new TreeMap<>());
    private static final double STEPS = 10;

    public NodeLoad {
        cpu = Collections.unmodifiableNavigableMap(new TreeMap<>(cpu));
    }

    static NodeLoad of(GridNode node) {
        ProcessorUse use = node.use();
        double others = use == null ? 0 : Math.round(use.others() * STEPS) / STEPS;
        TreeMap<AttemptId, Duration> cpu = new TreeMap<>();
        for (LiveAttempt attempt : node.live()) {
            Held held = node.holds().get(attempt.id());
            Duration most = Duration.between(attempt.since(), node.heard())
                    .multipliedBy(node.facts().cores());
            if (held != null && held.cpu().compareTo(Duration.ZERO) > 0 && most.compareTo(Duration.ZERO) > 0) {
                // It is only the node's word: no attempt uses more than all cores since it was given.
                cpu.put(attempt.id(), held.cpu().compareTo(most) < 0 ? held.cpu() : most);
            }
        }
        return others == 0 && cpu.isEmpty() ? NONE : new NodeLoad(others, cpu);
    }

    /** As on another node that nobody gave any work yet. */
    NodeLoad ofOthers() {
        return cpu.isEmpty() ? this : new NodeLoad(others, new TreeMap<>());
    }
}
