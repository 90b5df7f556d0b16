package org.gleaner.server.token;

import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.ConcurrentHashMap;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Role;
import org.gleaner.core.grid.Token;
import org.gleaner.core.grid.TokenHash;
import org.gleaner.server.loop.ServerLoop;

/** Notes the day on which a token was last used, with one command per token and day. Thread-safe. */
public final class TokenUse {
    private static final int MOST = 100_000;

    private final ServerLoop loop;
    private final InstantSource clock;
    /** The day that was told; it only spares commands, so it may be forgotten. */
    private final ConcurrentHashMap<TokenHash, Long> told = new ConcurrentHashMap<>();

    public TokenUse(ServerLoop loop, InstantSource clock) {
        this.loop = loop;
        this.clock = clock;
    }

    /** A node's token is used all the time, and when it was heard is known. */
    public void seen(Token token) {
        long today = clock.instant().truncatedTo(ChronoUnit.DAYS).toEpochMilli();
        if (token.role() == Role.NODE || Long.valueOf(today).equals(told.get(token.hash()))) {
            return;
        }
        if (told.size() >= MOST) {
            told.clear();
        }
        if (loop.offer(new Command.UseToken(token.hash()), reply -> {})) {
            told.put(token.hash(), today);
        }
    }
}
