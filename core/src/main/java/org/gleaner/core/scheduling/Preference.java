package org.gleaner.core.scheduling;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What goes first among the jobs of one owner: the higher priority, then what has to hurry most to be done by its
 * deadline. Nearly all are {@link #USUAL}, which is one and the same, as a decision may look at thousands.
 *
 * @param startBy when it would have to start to be done in time; null: it has not to hurry
 */
public record Preference(int priority, @Nullable Instant startBy) implements Comparable<Preference> {
    public static final Preference USUAL = new Preference(0, null);

    public static Preference of(int priority, @Nullable Instant startBy) {
        return priority == 0 && startBy == null ? USUAL : new Preference(priority, startBy);
    }

    public boolean isUsual() {
        return priority == 0 && startBy == null;
    }

    /** Less than 0: it goes first. */
    @Override
    public int compareTo(Preference other) {
        if (priority != other.priority) {
            return Integer.compare(other.priority, priority);
        }
        if (startBy == null) {
            return other.startBy == null ? 0 : 1;
        }
        return other.startBy == null ? -1 : startBy.compareTo(other.startBy);
    }
}
