package org.gleaner.core.grid;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * What is noted about a token beside its right.
 *
 * @param name its owner's word for it; may be empty
 * @param created null if it is older than these notes
 * @param expires null: never
 * @param used the day on which it was last used, as its first instant; nobody needs to know it closer. Null: never
 * @param maker the token with which this one ends, as it was made with it for one session. Null: it ends by itself
 */
public record TokenNote(
        String name,
        @Nullable Instant created,
        @Nullable Instant expires,
        @Nullable Instant used,
        @Nullable TokenHash maker) {
    public static final TokenNote NONE = new TokenNote("", null, null, null, null);
    private static final int LONGEST_NAME = 100;

    public TokenNote {
        if (name.length() > LONGEST_NAME || name.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException(
                    "a token's name has at most " + LONGEST_NAME + " characters and no control characters");
        }
        created = created == null ? null : created.truncatedTo(ChronoUnit.MILLIS);
        expires = expires == null ? null : expires.truncatedTo(ChronoUnit.MILLIS);
        used = used == null ? null : used.truncatedTo(ChronoUnit.DAYS);
    }

    public static TokenNote named(String name) {
        return new TokenNote(name, null, null, null, null);
    }

    /** Of a token that ends with the one that made it. */
    public static TokenNote session(String name, TokenHash maker) {
        return new TokenNote(name, null, null, null, maker);
    }

    /** The same, used on the day of this instant. */
    public TokenNote usedAt(Instant at) {
        return new TokenNote(name, created, expires, at, maker);
    }
}
