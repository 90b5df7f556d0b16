package org.gleaner.agent.person;

import java.time.Duration;
import java.time.LocalDateTime;
import org.jspecify.annotations.Nullable;

/**
 * What the machine looks like at one moment.
 *
 * @param local the time on its clock
 * @param load share of all cores that others use, 0 to 1
 * @param untouched since when nobody has touched it; null if nothing here can tell
 * @param paused until when work is paused; null if it is not
 */
public record Reading(
        LocalDateTime local,
        boolean onBattery,
        double load,
        @Nullable Duration untouched,
        PauseFile.@Nullable Pause paused) {}
