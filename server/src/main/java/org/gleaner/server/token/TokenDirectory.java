package org.gleaner.server.token;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.Token;
import org.gleaner.core.grid.TokenHash;
import org.gleaner.server.loop.BatchListener;

/**
 * The tokens that are valid now, by their hash. It follows what the loop made durable, so a token that was given out
 * is known here before its holder gets it. Thread-safe.
 */
public final class TokenDirectory implements BatchListener {
    private final ConcurrentHashMap<TokenHash, Token> tokens = new ConcurrentHashMap<>();
    private volatile boolean loaded;

    /** Whether it knows anything yet: before, nobody is a stranger. */
    public boolean isLoaded() {
        return loaded;
    }

    /** Whose token this is. */
    public Optional<Token> find(TokenHash hash) {
        return Optional.ofNullable(tokens.get(hash));
    }

    /** All of them, ordered by hash. */
    public List<Token> all() {
        return tokens.values().stream()
                .sorted((a, b) -> a.hash().compareTo(b.hash()))
                .toList();
    }

    @Override
    public void done(Batch batch) {
        batch.tokens().ifPresent(this::replace);
        for (GridEvent.Hard event : batch.result().events()) {
            if (event instanceof GridEvent.TokenIssued issued) {
                tokens.put(issued.token().hash(), issued.token());
            } else if (event instanceof GridEvent.TokenRevoked revoked) {
                tokens.remove(revoked.hash());
            }
        }
    }

    /** Forgets what it knew; these are all there are. */
    public void replace(Collection<Token> all) {
        ConcurrentHashMap<TokenHash, Token> next = new ConcurrentHashMap<>();
        all.forEach(token -> next.put(token.hash(), token));
        tokens.keySet().retainAll(next.keySet());
        tokens.putAll(next);
        loaded = true;
    }
}
