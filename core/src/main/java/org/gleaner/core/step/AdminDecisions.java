package org.gleaner.core.step;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.core.access.Tokens;
import org.gleaner.core.attempt.KeptText;
import org.gleaner.core.grid.Address;
import org.gleaner.core.grid.AddressedReply;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Decision;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.Piece;
import org.gleaner.core.grid.Rejection;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Setting;
import org.gleaner.core.node.Duty;
import org.gleaner.core.observer.Recent;
import org.gleaner.core.placing.Refusals;
import org.gleaner.core.placing.Roster;
import org.gleaner.core.pool.GridNode;

/** Decides what only the person who runs the server may ask for. */
record AdminDecisions(Roster roster, Tokens tokens) {
    /** So that the loop is not long at it. */
    private static final int STRAYS_TOGETHER = 100;

    private static Decision refuse(Rejection.Deed what) {
        return new Decision.Refused(new Rejection.NotAllowed(what));
    }

    Decision changeSetting(Address address, Command.ChangeSetting command) {
        if (!command.caller().admin()) {
            return refuse(Rejection.Deed.CHANGE_SETTINGS);
        }
        try {
            Setting.named(command.name()).check(command.value());
            roster.settings().with(command.name(), command.value()).check();
        } catch (IllegalArgumentException e) {
            return new Decision.Refused(new Rejection.InvalidSetting(command.name(), String.valueOf(e.getMessage())));
        }
        List<Piece> then = new ArrayList<>();
        if (command.name().equals(Setting.HALT.word())) {
            // Nodes that wait for work learn at once that they shall stop what they have.
            roster.nodes()
                    .parked()
                    .all()
                    .forEach(call -> then.add(new Piece.Wake(call.node().id())));
        }
        return new Decision.Accepted(
                List.of(new GridEvent.SettingChanged(command.name(), command.value())),
                List.of(new AddressedReply(address, new Reply.Acknowledged())),
                then);
    }

    /** Everybody may say what shall count for her own jobs. */
    Decision wantObjective(Address address, Command.WantObjective command) {
        String before = roster.settings().objectives().text();
        String after = roster.settings()
                .objectives()
                .with(command.caller().owner(), command.wanted())
                .text();
        return changed(address, before, after);
    }

    private static Decision changed(Address address, String before, String after) {
        String name = Setting.OBJECTIVES.word();
        try {
            Setting.OBJECTIVES.check(after);
        } catch (IllegalArgumentException e) {
            return new Decision.Refused(new Rejection.InvalidSetting(name, String.valueOf(e.getMessage())));
        }
        return Decision.acknowledge(
                address, after.equals(before) ? List.of() : List.of(new GridEvent.SettingChanged(name, after)));
    }

    Decision setDuty(Address address, Command.SetDuty command) {
        if (!command.caller().admin()) {
            return refuse(Rejection.Deed.CHANGE_NODES);
        }
        GridNode node = roster.nodes().known(command.node());
        if (node == null) {
            return new Decision.Refused(new Rejection.UnknownNode(command.node()));
        }
        if (command.duty() == Duty.FORGOTTEN) {
            return forget(address, node, command.force());
        }
        return Decision.acknowledge(
                address,
                node.duty() == command.duty() ? List.of() : List.of(new GridEvent.DutySet(node.id(), command.duty())));
    }

    private static Decision forget(Address address, GridNode node, boolean force) {
        if (node.isAwaited() && !force) {
            return new Decision.Refused(new Rejection.NodeConnected(node.id()));
        }
        Piece forget = new Piece.Forget(node.id(), address);
        Piece drop = new Piece.DropAttempts(node.id(), KeptText.NODE_EXPELLED);
        return new Decision.Accepted(List.of(), List.of(), node.isAwaited() ? List.of(drop, forget) : List.of(forget));
    }

    Decision forget(Piece.Forget command) {
        return Decision.acknowledge(command.address(), leaving(roster.nodes().node(command.node())));
    }

    /** A node is forgotten, and with it its tokens and what was noted about it. */
    private List<GridEvent> leaving(GridNode node) {
        List<GridEvent> events = new ArrayList<>(tokens.leaving(node.id()));
        events.addAll(Refusals.forgotten(node, Instant.MAX));
        events.add(new GridEvent.DutySet(node.id(), Duty.FORGOTTEN));
        return events;
    }

    /** Nobody misses them: if one comes back after all, it joins again. */
    Decision forgetStrays(Address address, Command.ForgetStrays command, Instant now) {
        List<GridEvent> events = new ArrayList<>();
        Instant before = now.minus(command.silence());
        int left = STRAYS_TOGETHER;
        for (GridNode node : roster.nodes().values()) {
            boolean stray = node.duty() != Duty.FORGOTTEN
                    && !node.connected()
                    && node.live().isEmpty()
                    && node.heard().isBefore(before)
                    && node.belief().outcomes().equals(Recent.NONE);
            if (stray && left > 0) {
                left--;
                events.addAll(leaving(node));
            }
        }
        return Decision.acknowledge(address, events);
    }
}
