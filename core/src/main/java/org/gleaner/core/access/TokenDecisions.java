package org.gleaner.core.access;

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
import org.gleaner.core.grid.TokenHash;
import org.gleaner.core.grid.TokenNote;
import org.gleaner.core.id.Owner;
import org.gleaner.core.open.OpenWork;
import org.jspecify.annotations.Nullable;

/** Decides who may call: tokens and the people behind them. A user exists as long as a token or an open job does. */
public record TokenDecisions(Tokens tokens, OpenWork jobs, Instant now) {
    /** Nobody needs more; a script that makes one per run is found out here. */
    public static final int MOST_PER_OWNER = 100;

    /** What a store can keep as the end of it goes not much further. */
    public static final Duration LONGEST_LIFETIME = Duration.ofDays(36_500);

    private static Decision refuse(Rejection.Deed what) {
        return new Decision.Refused(new Rejection.NotAllowed(what));
    }

    private static Decision refuse(Rejection.Fault why) {
        return new Decision.Refused(new Rejection.InvalidToken(why));
    }

    public Decision issue(Address address, Command.IssueToken command) {
        Token token = command.token();
        Owner owner = token.owner();
        if (!mayHold(command.caller(), token)) {
            return refuse(Rejection.Deed.ISSUE_TOKENS);
        }
        TokenHash maker = token.note().maker();
        if (maker != null && tokens.get(maker) == null) {
            // It was revoked a moment ago.
            return refuse(Rejection.Deed.ISSUE_TOKENS);
        }
        if (tokens.get(token.hash()) != null) {
            return refuse(Rejection.Fault.Plain.EXISTS);
        }
        if (owner != null && tokens.of(owner).size() >= MOST_PER_OWNER) {
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
        TokenNote note = new TokenNote(token.note().name(), now, expires, null, maker);
        return Decision.acknowledge(address, List.of(new GridEvent.TokenIssued(token.with(note))));
    }

    /** Nobody can prove to be this user, so whoever gets the token may be somebody else. */
    public boolean isAbandoned(Owner owner, Caller caller) {
        return tokens.of(owner).isEmpty() && !caller.owner().equals(owner);
    }

    private static boolean mayHold(Caller caller, Token token) {
        return caller.admin() || (token.role() == Role.USER && caller.owner().equals(token.owner()));
    }

    public Decision revoke(Address address, Command.RevokeToken command) {
        List<Token> meant = new ArrayList<>();
        for (Token token : tokens.all()) {
            if (token.hash().hex().startsWith(command.id()) && mayHold(command.caller(), token)) {
                meant.add(token);
            }
        }
        if (meant.size() != 1) {
            return refuse(meant.isEmpty() ? Rejection.Fault.Plain.UNKNOWN : Rejection.Fault.Plain.AMBIGUOUS);
        }
        List<GridEvent> events = new ArrayList<>();
        tokens.endingWith(meant.get(0)).forEach(token -> events.add(new GridEvent.TokenRevoked(token.hash())));
        return Decision.acknowledge(address, events);
    }

    public Decision use(Address address, Command.UseToken command) {
        Token token = tokens.get(command.hash());
        boolean news = token != null
                && !now.truncatedTo(ChronoUnit.DAYS).equals(token.note().used());
        return Decision.acknowledge(
                address,
                token == null || !news
                        ? List.of()
                        : List.of(new GridEvent.TokenIssued(
                                token.with(token.note().usedAt(now)))));
    }

    public Decision remove(Address address, Command.RemoveUser command) {
        Owner user = command.user();
        if (!command.caller().admin()) {
            return refuse(Rejection.Deed.REMOVE_USERS);
        }
        if (command.caller().owner().equals(user)) {
            return refuse(Rejection.Deed.REMOVE_ONESELF);
        }
        List<Token> held = tokens.of(user);
        int open = jobs.count(user);
        if (held.isEmpty() && open == 0) {
            return new Decision.Refused(new Rejection.UnknownUser(user));
        }
        List<GridEvent> events = new ArrayList<>();
        held.forEach(token -> events.add(new GridEvent.TokenRevoked(token.hash())));
        List<Piece> then = command.cancelJobs() ? List.of(new Piece.CancelJobs(user)) : List.of();
        Reply reply = new Reply.UserRemoved(user, held.size(), open, command.cancelJobs());
        return new Decision.Accepted(events, List.of(new AddressedReply(address, reply)), then);
    }

    public Reply tokens(Caller caller) {
        List<Token> seen = tokens.all().stream()
                .filter(token -> token.role() != Role.NODE && mayHold(caller, token))
                .toList();
        return new Reply.Tokens(seen);
    }

    public Reply users(Caller caller) {
        if (!caller.admin()) {
            return new Reply.Refused(new Rejection.NotAllowed(Rejection.Deed.LIST_USERS));
        }
        TreeMap<Owner, List<Token>> people = new TreeMap<>();
        for (Token token : tokens.all()) {
            Owner owner = token.owner();
            if (owner != null) {
                people.computeIfAbsent(owner, one -> new ArrayList<>()).add(token);
            }
        }
        jobs.owners().forEach(owner -> people.computeIfAbsent(owner, one -> new ArrayList<>()));
        List<Reply.UserSummary> users = new ArrayList<>();
        people.forEach((owner, held) -> users.add(new Reply.UserSummary(
                owner,
                held.stream().anyMatch(token -> token.role() == Role.ADMIN),
                held.size(),
                jobs.count(owner),
                lastUse(held))));
        return new Reply.Users(users);
    }

    private static @Nullable Instant lastUse(List<Token> held) {
        Instant last = null;
        for (Token token : held) {
            Instant used = token.note().used();
            if (used != null && (last == null || used.isAfter(last))) {
                last = used;
            }
        }
        return last;
    }
}
