package org.gleaner.protocol.message;

import java.time.Duration;

/**
 * When something will be said of a job of which nothing can be said yet.
 *
 * @param failing whether whoever looks ahead fails again and again
 * @param leftOut whether too many jobs are open that all differ, so that nobody looks at this one yet
 * @param left how long it takes at least; nothing: it may come at any time
 */
public record NextForecast(boolean failing, boolean leftOut, Duration left) {
    public static final NextForecast SOON = new NextForecast(false, false, Duration.ZERO);
}
