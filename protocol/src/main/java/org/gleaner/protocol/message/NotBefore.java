package org.gleaner.protocol.message;

import java.time.Instant;
import org.gleaner.core.id.JobId;
import org.jspecify.annotations.Nullable;

/**
 * Before which a job doesn't start.
 *
 * @param at null: nobody can say
 * @param job which it waits for, and which one of ten futures has done by then; null: the owner of the one that waits
 *     gave the time
 */
public record NotBefore(@Nullable Instant at, @Nullable JobId job) {}
