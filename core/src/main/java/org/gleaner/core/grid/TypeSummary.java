package org.gleaner.core.grid;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.gleaner.core.id.TypeKey;
import org.jspecify.annotations.Nullable;

/**
 * What was observed of a type.
 *
 * @param done how many tasks were done
 * @param spent time of cores that its attempts took, however they ended
 * @param runtimes null as long as none was done
 * @param use what they use on all nodes together
 * @param ofClasses the same for each class of nodes
 */
public record TypeSummary(
        TypeKey type,
        int ready,
        int running,
        long done,
        Duration spent,
        Instant used,
        @Nullable RunTimes runtimes,
        TypeUse use,
        List<ClassUse> ofClasses) {
    public TypeSummary {
        ofClasses = List.copyOf(ofClasses);
    }

    /**
     * Run times of the tasks of a type.
     *
     * @param mean average of the last few as they were
     * @param work average of the last two hundred or so, on a node of the pool's mean speed
     * @param tenth on such a node a tenth of those takes at most so long
     * @param nineTenths on such a node nine tenths of those take at most so long
     */
    public record RunTimes(Duration mean, Duration work, Duration tenth, Duration nineTenths) {}
}
