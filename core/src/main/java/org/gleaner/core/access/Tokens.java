package org.gleaner.core.access;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.Token;
import org.gleaner.core.grid.TokenHash;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.Owner;
import org.jspecify.annotations.Nullable;

/** All tokens that are worth something. Only their {@link Writer} changes them. Confined to who holds that. */
public final class Tokens {
    private final TreeMap<TokenHash, Token> all = new TreeMap<>();

    /** None expires before this. */
    private Instant nextExpiry = Instant.MAX;

    private Tokens() {}

    /** Sets what events say; whoever loads the tokens has the only one. */
    public static final class Writer {
        private final Tokens tokens = new Tokens();

        private Writer() {}

        public Tokens tokens() {
            return tokens;
        }

        public void issued(GridEvent.TokenIssued event) {
            tokens.put(event.token());
        }

        public void revoked(GridEvent.TokenRevoked event) {
            Token gone = tokens.all.remove(event.hash());
            if (gone != null && gone.note().expires() != null) {
                tokens.nextExpiry = Instant.MAX;
                tokens.all.values().forEach(tokens::expect);
            }
        }
    }

    public static Writer load(List<Token> stored) {
        Writer writer = new Writer();
        stored.forEach(writer.tokens::put);
        return writer;
    }

    private void put(Token token) {
        all.put(token.hash(), token);
        expect(token);
    }

    private void expect(Token token) {
        Instant expires = token.note().expires();
        nextExpiry = expires != null && expires.isBefore(nextExpiry) ? expires : nextExpiry;
    }

    /** In the order of their hashes. */
    public Collection<Token> all() {
        return List.copyOf(all.values());
    }

    /** Whose token this is, if it is a node's. */
    public @Nullable NodeId node(TokenHash hash) {
        Token token = all.get(hash);
        return token == null ? null : token.node();
    }

    public boolean isValid(TokenHash hash) {
        return all.containsKey(hash);
    }

    @Nullable
    Token get(TokenHash hash) {
        return all.get(hash);
    }

    List<Token> of(Owner owner) {
        return all.values().stream()
                .filter(token -> owner.equals(token.owner()))
                .toList();
    }

    /** This one and all sessions that were made with it, and with those. */
    List<Token> endingWith(Token first) {
        List<Token> ending = new ArrayList<>(List.of(first));
        for (int i = 0; i < ending.size(); i++) {
            TokenHash maker = ending.get(i).hash();
            for (Token token : all.values()) {
                if (maker.equals(token.note().maker()) && !ending.contains(token)) {
                    ending.add(token);
                }
            }
        }
        return ending;
    }

    /** What ends the tokens of a node. */
    public List<GridEvent> leaving(NodeId node) {
        return all.values().stream()
                .filter(token -> node.equals(token.node()))
                .<GridEvent>map(token -> new GridEvent.TokenRevoked(token.hash()))
                .toList();
    }

    /** What ends those whose time is over. */
    public List<GridEvent> expired(Instant now) {
        return nextExpiry.isAfter(now)
                ? List.of()
                : all.values().stream()
                        .filter(token -> isOver(token.note().expires(), now))
                        .<GridEvent>map(token -> new GridEvent.TokenRevoked(token.hash()))
                        .toList();
    }

    private static boolean isOver(@Nullable Instant expires, Instant now) {
        return expires != null && !expires.isAfter(now);
    }
}
