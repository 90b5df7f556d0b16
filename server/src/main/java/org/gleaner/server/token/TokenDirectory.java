package org.gleaner.server.token;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.Token;
import org.gleaner.core.grid.TokenHash;
import org.gleaner.server.loop.BatchListener;

/**
 * The tokens that are valid now, by their hash. It follows what the loop made durable, so a token that was given out
 * is known here before its holder gets it. Thread-safe.
 */
public final class TokenDirectory implements BatchListener {
    /** What is known of a token: whose it is, or that nobody has it, or nothing yet. */
    public sealed interface Finding {
        record Known(Token token) implements Finding {}

        record Stranger() implements Finding {}

        /** Not all tokens are here yet, so its holder shall come back, not give up. */
        record TooEarly() implements Finding {}
    }

    private final ConcurrentMap<TokenHash, Token> tokens;
    private volatile boolean complete;

    public TokenDirectory() {
        this(new ConcurrentHashMap<>());
    }

    TokenDirectory(ConcurrentMap<TokenHash, Token> tokens) {
        this.tokens = tokens;
    }

    /** From now on a token that is not here is nobody's: the stored are loaded, the first are given out. */
    public void complete() {
        complete = true;
    }

    public Finding find(TokenHash hash) {
        // Asked before the look: a token that was not there may have come meanwhile, and with it the last one missing.
        boolean all = complete;
        Token token = tokens.get(hash);
        if (token != null) {
            return new Finding.Known(token);
        }
        return all ? new Finding.Stranger() : new Finding.TooEarly();
    }

    /** Whether somebody holds it now. */
    public boolean isValid(TokenHash hash) {
        return tokens.containsKey(hash);
    }

    /** Whose token this is, as far as is known. */
    Optional<Token> holder(TokenHash hash) {
        return Optional.ofNullable(tokens.get(hash));
    }

    /** All of them, ordered by hash. */
    public List<Token> all() {
        return tokens.values().stream()
                .sorted((a, b) -> a.hash().compareTo(b.hash()))
                .toList();
    }

    /** Whether somebody may do less after this. */
    public static boolean takesRight(GridEvent.Hard event) {
        return event instanceof GridEvent.TokenRevoked;
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
    }
}
