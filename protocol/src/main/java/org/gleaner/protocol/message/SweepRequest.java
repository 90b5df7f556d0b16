package org.gleaner.protocol.message;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** @param grace how old content must be that no job names; null: as the server's setting says */
public record SweepRequest(@Nullable Duration grace) {}
