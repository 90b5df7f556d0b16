package org.gleaner.simulator.checker;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.grid.AddressedCommand;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.Setting;
import org.gleaner.core.id.NodeId;

/** A node is given up only after a silence that it is itself to blame for, never because the server stood still. */
public final class NoNodeLostTooEarly implements Checker {
    private static final Duration TOLERANCE = Duration.ofSeconds(1);

    private record Voice(int incarnation, long sequence) {}

    private final Map<NodeId, Duration> heard = new HashMap<>();
    private final Map<NodeId, Voice> voices = new HashMap<>();
    private Duration now = Duration.ZERO;
    /** Whose new lives begin in this batch, or who is expelled in it: what they had is lost with good reason. */
    private final Set<NodeId> excused = new HashSet<>();

    @Override
    public void before(List<AddressedCommand> commands, Ledger ledger, Duration awake) {
        now = awake;
        excused.clear();
        for (AddressedCommand one : commands) {
            if (one.command() instanceof Command.Sync sync) {
                sync(ledger, sync);
            } else if (one.command() instanceof Command.Commit commit) {
                Ledger.Node node = ledger.nodes().get(commit.node());
                if (node != null && node.incarnation() == commit.call().incarnation()) {
                    heard.put(commit.node(), awake);
                }
            } else if (one.command() instanceof Command.Introduce introduce && introduce.known() != null) {
                excused.add(introduce.known());
            } else if (one.command() instanceof Command.SetDuty set && set.force()) {
                excused.add(set.node());
            }
        }
    }

    private void sync(Ledger ledger, Command.Sync sync) {
        int incarnation = sync.report().incarnation();
        Ledger.Node node = ledger.nodes().get(sync.node());
        Voice last = voices.get(sync.node());
        boolean late = last != null
                && last.incarnation() == incarnation
                && sync.report().sequence() <= last.sequence();
        if (node != null && node.incarnation() == incarnation && !late) {
            voices.put(sync.node(), new Voice(incarnation, sync.report().sequence()));
            heard.put(sync.node(), now);
        }
    }

    @Override
    public void committed(GridEvent.Hard event, Ledger before) {
        if (!(event instanceof GridEvent.AttemptEnded end)
                || end.report().outcome() != Outcome.LOST
                || excused.contains(end.node())) {
            return;
        }
        Duration silence = now.minus(heard.getOrDefault(end.node(), Duration.ZERO));
        Duration allowed = before.duration(Setting.LOST_AFTER);
        if (silence.plus(TOLERANCE).compareTo(allowed) < 0) {
            throw violation(end.attempt() + " was lost after " + silence + " of silence of " + end.node()
                    + ", allowed are " + allowed);
        }
    }

    @Override
    public void crashed() {
        heard.clear();
        now = Duration.ZERO;
    }
}
