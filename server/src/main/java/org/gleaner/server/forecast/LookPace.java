package org.gleaner.server.forecast;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import org.gleaner.core.id.Owner;

/**
 * When the next look ahead may begin, and whether a glance at a single future may come before, so that whoever has a
 * new job is told something. Always true, if the last look cost so much of a processor and the glances since then
 * together so much:
 *
 * <ul>
 *   <li>The next look begins after a rest of twenty times both costs, so that all looks and glances together take less
 *       than a twentieth of a processor.
 *   <li>A glance begins only as long as the glances cost less than the look, so that they put off the next look by its
 *       own rest and that of one glance at most, whoever submits how much.
 *   <li>An owner at whose new jobs nobody glanced since the look waits for nothing else. An owner whose turn that was
 *       waits until forty times the cost of the glances has passed since the look: so they never use up what is left
 *       for others faster than the next look comes nearer.
 * </ul>
 *
 * Confined to one thread.
 */
final class LookPace {
    private static final long REST = 20;
    private static final long REST_OF_GLANCES = 2 * REST;
    private static final Duration SHORTEST = Duration.ofSeconds(2);

    /** As time goes by forecasts change even if nothing happens. */
    private static final Duration LONGEST = Duration.ofMinutes(1);

    /** What happened since the last look. */
    enum News {
        NONE,
        SOME,
        /** A job of which nothing was said yet: somebody may be waiting for the first word. */
        JOB
    }

    private final LongSupplier nanos;
    private boolean ran;
    private long ended;
    private long cost;
    /** Of all glances since the last look. */
    private long glances;
    /** Whose turn it was since the last look. */
    private final Set<Owner> glanced = new TreeSet<>();

    LookPace(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** A glance at the new jobs of these owners is over, well or not, and cost so much. */
    void glanced(Duration processor, Collection<Owner> owners) {
        glances += Math.max(0, processor.toNanos());
        glanced.addAll(owners);
    }

    /** Whether these owners, who wait for a first word, shall be told what a single future says: no look comes soon. */
    boolean mayGlance(Collection<Owner> owners) {
        return left(News.JOB).compareTo(SHORTEST) > 0
                && owners.stream().anyMatch(owner -> isNext(owner) || untilNextTurn() == 0);
    }

    private boolean isNext(Owner owner) {
        return glances < cost && !glanced.contains(owner);
    }

    private long untilNextTurn() {
        return Math.max(0, REST_OF_GLANCES * glances - (nanos.getAsLong() - ended));
    }

    /** A look is over, well or not, and cost so much. */
    void spent(Duration processor) {
        ran = true;
        ended = nanos.getAsLong();
        cost = Math.max(0, processor.toNanos());
        glances = 0;
        glanced.clear();
    }

    /** How long to wait for the next one, if there are no other news; the first one begins at once. */
    Duration left(News news) {
        if (!ran) {
            return Duration.ZERO;
        }
        long least = switch (news) {
            case NONE -> LONGEST.toNanos();
            case SOME -> SHORTEST.toNanos();
            case JOB -> 0;
        };
        long rest = REST * (cost + glances);
        return Duration.ofNanos(Math.max(0, Math.max(rest, least) - (nanos.getAsLong() - ended)));
    }

    /** For whoever asks when there will be a forecast of a new job. */
    Forecasts.Rest rest(Instant now) {
        long next = Math.min(left(News.JOB).toNanos(), untilNextTurn());
        return new Forecasts.Rest(now.plusNanos(next), glanced, glances >= cost);
    }
}
