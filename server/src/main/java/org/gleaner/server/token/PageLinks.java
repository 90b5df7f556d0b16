package org.gleaner.server.token;

import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.gleaner.core.grid.TokenHash;
import org.gleaner.protocol.message.IssuedToken;

/**
 * Words that open the page logged in: each stands for a token that was made for the page, works once, and only for a
 * minute. Kept in memory only, as after a restart the minute is over. Thread-safe.
 */
public final class PageLinks {
    public static final Duration LIFETIME = Duration.ofMinutes(1);
    private static final int MOST = 1_000;

    private record Kept(IssuedToken token, long end) {}

    private final LongSupplier nanos;
    private final Predicate<TokenHash> valid;
    /** The oldest first. */
    private final Map<String, Kept> links = new LinkedHashMap<>();

    /** @param valid whether a token is worth something at this moment */
    public PageLinks(LongSupplier nanos, Predicate<TokenHash> valid) {
        this.nanos = nanos;
        this.valid = valid;
    }

    /** Beyond the bound the oldest goes: nobody needs a thousand of them within a minute. */
    public synchronized void keep(String word, IssuedToken token) {
        forgetOld();
        if (links.size() >= MOST) {
            Iterator<String> oldest = links.keySet().iterator();
            oldest.next();
            oldest.remove();
        }
        links.put(word, new Kept(token, nanos.getAsLong() + LIFETIME.toNanos()));
    }

    /** The token behind the word, for the first who asks, unless it was revoked meanwhile. */
    public synchronized Optional<IssuedToken> redeem(String word) {
        forgetOld();
        return Optional.ofNullable(links.remove(word)).map(Kept::token).filter(token -> valid.test(token.hash()));
    }

    private void forgetOld() {
        long now = nanos.getAsLong();
        links.values().removeIf(kept -> kept.end() - now <= 0);
    }
}
