package org.gleaner.core.step;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.gleaner.core.grid.Address;
import org.gleaner.core.grid.AddressedReply;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Decision;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.Piece;
import org.gleaner.core.grid.Rejection;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Role;
import org.gleaner.core.grid.Token;
import org.gleaner.core.grid.TokenNote;
import org.gleaner.core.id.Owner;
import org.jspecify.annotations.Nullable;

/** Decides who may call: tokens and the people behind them. A user exists as long as a token or an open job does. */
final class TokenDecisions {
    /** Nobody needs more; a script that makes one per run is found out here. */
    static final int MOST_PER_OWNER = 100;

    /** What a store can keep as the end of it goes not much further. */
    static final Duration LONGEST_LIFETIME = Duration.ofDays(36_500);

    private final GridState state;
    private final Instant now;

    TokenDecisions(GridState state, Instant now) {
        this.state = state;
        this.now = now;
    }

    private static Decision refuse(Rejection.Deed what) {
        return new Decision.Refused(new Rejection.NotAllowed(what));
    }

    private static Decision refuse(Rejection.Fault why) {
        return new Decision.Refused(new Rejection.InvalidToken(why));
    }

    Decision issue(Address address, Command.IssueToken command) {
        Token token = command.token();
        Owner owner = token.owner();
        if (!mayHold(command.caller(), token)) {
            return refuse(Rejection.Deed.ISSUE_TOKENS);
        }
        if (state.tokens.containsKey(token.hash())) {
            return refuse(Rejection.Fault.Plain.EXISTS);
        }
        if (owner != null && tokensOf(owner).size() >= MOST_PER_OWNER) {
            return refuse(new Rejection.Fault.TooMany(owner, MOST_PER_OWNER));
        }
        if (owner != null && command.left() == Command.Left.JOBS && isAbandoned(owner, command.caller())) {
            return new Decision.Refused(new Rejection.NameInUse(owner));
        }
        Duration lifetime = command.lifetime();
        if (lifetime != null && lifetime.compareTo(LONGEST_LIFETIME) > 0) {
            return refuse(new Rejection.Fault.TooLong(LONGEST_LIFETIME));
        }
        Instant wished = lifetime == null ? null : now.plus(lifetime);
        Instant end = command.caller().admin() ? null : command.end();
        if (end != null && wished != null && wished.isAfter(end)) {
            return refuse(new Rejection.Fault.Outlives(end));
        }
        Instant expires = wished == null ? end : wished;
        TokenNote note = new TokenNote(token.note().name(), now, expires, null);
        return Decision.acknowledge(address, List.of(new GridEvent.TokenIssued(token.with(note))));
    }

    /** Nobody can prove to be this user, so whoever gets the token may be somebody else. */
    private boolean isAbandoned(Owner owner, Caller caller) {
        return tokensOf(owner).isEmpty() && !caller.owner().equals(owner);
    }

    private static boolean mayHold(Caller caller, Token token) {
        return caller.admin() || (token.role() == Role.USER && caller.owner().equals(token.owner()));
    }

    private List<Token> tokensOf(Owner owner) {
        return state.tokens.values().stream()
                .filter(token -> owner.equals(token.owner()))
                .toList();
    }

    Decision revoke(Address address, Command.RevokeToken command) {
        List<Token> meant = new ArrayList<>();
        for (Token token : state.tokens.values()) {
            if (token.hash().hex().startsWith(command.id()) && mayHold(command.caller(), token)) {
                meant.add(token);
            }
        }
        if (meant.size() != 1) {
            return refuse(meant.isEmpty() ? Rejection.Fault.Plain.UNKNOWN : Rejection.Fault.Plain.AMBIGUOUS);
        }
        return Decision.acknowledge(
                address, List.of(new GridEvent.TokenRevoked(meant.get(0).hash())));
    }

    Decision use(Address address, Command.UseToken command) {
        Token token = state.tokens.get(command.hash());
        boolean news = token != null
                && !now.truncatedTo(ChronoUnit.DAYS).equals(token.note().used());
        return Decision.acknowledge(
                address,
                token == null || !news
                        ? List.of()
                        : List.of(new GridEvent.TokenIssued(
                                token.with(token.note().usedAt(now)))));
    }

    Decision remove(Address address, Command.RemoveUser command) {
        Owner user = command.user();
        if (!command.caller().admin()) {
            return refuse(Rejection.Deed.REMOVE_USERS);
        }
        if (command.caller().owner().equals(user)) {
            return refuse(Rejection.Deed.REMOVE_ONESELF);
        }
        List<Token> tokens = tokensOf(user);
        int jobs = jobsOf(user);
        if (tokens.isEmpty() && jobs == 0) {
            return new Decision.Refused(new Rejection.UnknownUser(user));
        }
        List<GridEvent> events = new ArrayList<>();
        tokens.forEach(token -> events.add(new GridEvent.TokenRevoked(token.hash())));
        List<Piece> then = new ArrayList<>();
        if (command.cancelJobs()) {
            new JobDecisions(state, now).cancelAll(user, events, then);
        }
        Reply reply = new Reply.UserRemoved(user, tokens.size(), jobs, command.cancelJobs());
        return new Decision.Accepted(events, List.of(new AddressedReply(address, reply)), then);
    }

    private int jobsOf(Owner user) {
        return state.openWork.of(user).size();
    }

    Reply tokens(Caller caller) {
        List<Token> seen = state.tokens.values().stream()
                .filter(token -> token.role() != Role.NODE && mayHold(caller, token))
                .toList();
        return new Reply.Tokens(seen);
    }

    Reply users(Caller caller) {
        if (!caller.admin()) {
            return new Reply.Refused(new Rejection.NotAllowed(Rejection.Deed.LIST_USERS));
        }
        TreeMap<Owner, List<Token>> people = new TreeMap<>();
        for (Token token : state.tokens.values()) {
            Owner owner = token.owner();
            if (owner != null) {
                people.computeIfAbsent(owner, one -> new ArrayList<>()).add(token);
            }
        }
        state.openWork.owners().forEach(owner -> people.computeIfAbsent(owner, one -> new ArrayList<>()));
        List<Reply.UserSummary> users = new ArrayList<>();
        people.forEach((owner, tokens) -> users.add(new Reply.UserSummary(
                owner,
                tokens.stream().anyMatch(token -> token.role() == Role.ADMIN),
                tokens.size(),
                jobsOf(owner),
                lastUse(tokens))));
        return new Reply.Users(users);
    }

    private static @Nullable Instant lastUse(List<Token> tokens) {
        Instant last = null;
        for (Token token : tokens) {
            Instant used = token.note().used();
            if (used != null && (last == null || used.isAfter(last))) {
                last = used;
            }
        }
        return last;
    }
}
