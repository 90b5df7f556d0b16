package org.gleaner.core.agent;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The calls whose answers are awaited, at most one of each kind. An answer to any other call comes too late and counts
 * for nothing. Confined to {@link AgentLogic}.
 */
final class OpenCalls {
    enum Kind {
        INTRODUCTION,
        SYNC,
        COMMIT
    }

    record Call(long number, Instant sent, Instant deadline) {}

    private final EnumMap<Kind, Call> open = new EnumMap<>(Kind.class);
    private long last;

    /** Returns the number of the new call. */
    long open(Kind kind, Instant now, Duration limit) {
        open.put(kind, new Call(++last, now, now.plus(limit)));
        return last;
    }

    boolean isOpen(Kind kind) {
        return open.containsKey(kind);
    }

    /** Its answer, if one comes, is not waited for any more. */
    void drop(Kind kind) {
        open.remove(kind);
    }

    boolean isOpen(Kind kind, long number) {
        Call call = open.get(kind);
        return call != null && call.number() == number;
    }

    /** The call of that number, which is answered now; null if it is not awaited. */
    @Nullable
    Call answered(Kind kind, long number) {
        return isOpen(kind, number) ? open.remove(kind) : null;
    }

    List<Call> overdue(Instant now) {
        return open.values().stream()
                .filter(call -> !now.isBefore(call.deadline()))
                .toList();
    }

    /** {@link Instant#MAX} if nothing is awaited. */
    Instant firstDeadline() {
        return open.values().stream()
                .map(Call::deadline)
                .min(Instant::compareTo)
                .orElse(Instant.MAX);
    }
}
