package org.gleaner.server.loop;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.gleaner.core.image.Imaging;
import org.gleaner.core.image.PoolImage;
import org.gleaner.core.step.BatchStep;
import org.gleaner.core.step.GridState;

/**
 * Decides after which batches an image is made: after the first in a while at once, then at most four a second, however
 * many batches there are. What is held back is published when its time comes, even if nothing else happens. Only a
 * changed setting and a state that was loaded do not wait, as others act on them: with the answer to whoever changed a
 * setting it is in force. Confined to the loop's thread.
 */
final class Publishing {
    private static final Duration PAUSE = Duration.ofMillis(250);

    private final LongSupplier nanos;
    private long number;
    private long last;

    Publishing(LongSupplier nanos) {
        this.nanos = nanos;
        this.last = nanos.getAsLong() - PAUSE.toNanos();
    }

    /** @return an image of what is durable, unless it is too early for one */
    Optional<PoolImage> after(BatchStep.Result result, Optional<GridState> state, Instant now) {
        if (result.failure().isPresent() || state.isEmpty()) {
            return Optional.empty();
        }
        Imaging imaging = state.get().imaging();
        if (!left().isZero() && !result.reloaded() && !imaging.hasNewSettings()) {
            return Optional.empty();
        }
        last = nanos.getAsLong();
        PoolImage image = imaging.next(number, now);
        number = image.number();
        return Optional.of(image);
    }

    /** How long the loop may sleep that would sleep so long otherwise. */
    Duration sleep(Duration wished, Optional<GridState> state) {
        boolean waits = state.isPresent() && state.get().imaging().hasNews();
        Duration left = left();
        return waits && left.compareTo(wished) < 0 ? left : wished;
    }

    private Duration left() {
        Duration left = PAUSE.minusNanos(nanos.getAsLong() - last);
        return left.isNegative() ? Duration.ZERO : left;
    }
}
