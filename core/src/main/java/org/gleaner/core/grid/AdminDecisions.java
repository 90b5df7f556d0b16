package org.gleaner.core.grid;

import java.util.List;

/** Decides what only the person who runs the server may ask for. */
final class AdminDecisions {
    private final GridState state;

    AdminDecisions(GridState state) {
        this.state = state;
    }

    Decision decide(Address address, Command command) {
        if (command instanceof Command.ChangeSetting change) {
            return change.caller().admin() ? changeSetting(address, change) : refuse("change settings");
        }
        if (command instanceof Command.IssueToken issue) {
            return issue.caller().admin() ? issueToken(address, issue) : refuse("issue tokens");
        }
        if (command instanceof Command.RevokeToken revoke) {
            return revoke.caller().admin() ? revokeToken(address, revoke) : refuse("revoke tokens");
        }
        throw new IllegalStateException("no decision for " + command.getClass());
    }

    private static Decision refuse(String what) {
        return new Decision.Refused(new Rejection.NotAllowed(what));
    }

    private static Decision accept(Address address, GridEvent event) {
        return new Decision.Accepted(
                List.of(event), List.of(new AddressedReply(address, new Reply.Acknowledged())), List.of());
    }

    private static Decision changeSetting(Address address, Command.ChangeSetting command) {
        try {
            Setting.named(command.name()).check(command.value());
        } catch (IllegalArgumentException e) {
            return new Decision.Refused(new Rejection.InvalidSetting(command.name(), String.valueOf(e.getMessage())));
        }
        return accept(address, new GridEvent.SettingChanged(command.name(), command.value()));
    }

    private Decision issueToken(Address address, Command.IssueToken command) {
        if (state.tokens.containsKey(command.token().hash())) {
            return new Decision.Refused(new Rejection.InvalidToken("it exists already"));
        }
        return accept(address, new GridEvent.TokenIssued(command.token()));
    }

    private Decision revokeToken(Address address, Command.RevokeToken command) {
        if (!state.tokens.containsKey(command.hash())) {
            return new Decision.Refused(new Rejection.InvalidToken("there is no such token"));
        }
        return accept(address, new GridEvent.TokenRevoked(command.hash()));
    }
}
