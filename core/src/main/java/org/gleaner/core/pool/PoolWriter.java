package org.gleaner.core.pool;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.SoftEvent;
import org.gleaner.core.grid.StoredGrid;
import org.gleaner.core.grid.StoredGrid.NodeRow;
import org.gleaner.core.id.TypeKey;
import org.gleaner.core.job.Requirements;
import org.gleaner.core.node.Demand;
import org.gleaner.core.node.Held;

/** Sets among the nodes what events say; whoever loads them has the only one. Nobody else can change a node. */
public final class PoolWriter {
    private final Nodes nodes;
    private final Matches matches = new Matches();

    private PoolWriter(long nextNode) {
        nodes = new Nodes(nextNode);
    }

    public static PoolWriter load(StoredGrid stored, Instant now) {
        PoolWriter writer = new PoolWriter(stored.nextNode());
        stored.nodes().forEach(row -> writer.nodes.add(new GridNode(row, now, writer.nodes, writer.matches)));
        stored.refusals().forEach(row -> writer.nodes.node(row.node()).refuse(row.recipe(), row.at()));
        stored.beliefs()
                .nodes()
                .forEach((node, belief) -> writer.nodes.node(node).believe(belief));
        return writer;
    }

    public Nodes nodes() {
        return nodes;
    }

    /** A restart of the server makes no node look dead that has attempts. */
    public void presume() {
        nodes.values().stream().filter(node -> !node.live().isEmpty()).forEach(GridNode::presume);
    }

    public void introduced(GridEvent.NodeIntroduced event) {
        nodes.parked().unpark(event.node());
        NodeRow row = NodeRow.of(event);
        GridNode node = nodes.get(event.node());
        if (node == null) {
            node = new GridNode(row, event.at(), nodes, matches);
            nodes.add(node);
        }
        node.introduce(row.with(node.duty()), event.stay().lasted());
        nodes.rename();
    }

    public void dutySet(GridEvent.DutySet event) {
        nodes.node(event.node()).setDuty(event.duty());
        nodes.rename();
    }

    public void refused(GridEvent.RecipeRefused event) {
        nodes.node(event.node()).refuse(event.recipe(), event.at());
    }

    public void trusted(GridEvent.RecipeTrusted event) {
        nodes.node(event.node()).trust(event.recipe());
    }

    public void observed(GridEvent.NodeObserved event) {
        nodes.node(event.node()).believe(event.belief());
    }

    public void heard(SoftEvent.NodeHeard event) {
        nodes.node(event.node()).hear(event.report(), event.at());
    }

    public void alive(SoftEvent.NodeAlive event) {
        nodes.node(event.node()).alive(event.at());
    }

    public void told(SoftEvent.StartsTold event) {
        nodes.node(event.node()).live().forEach(LiveAttempt::tell);
    }

    public void silent(SoftEvent.NodeWentSilent event) {
        nodes.node(event.node()).silence();
    }

    public void chosen(SoftEvent.WorkChosen event) {
        nodes.node(event.node()).choose(event);
    }

    public void shift(SoftEvent.TimeShifted event) {
        Duration by = event.by();
        nodes.values().forEach(node -> node.shift(by));
        nodes.parked().shift(by);
    }

    public void add(LiveAttempt attempt, Requirements needs) {
        nodes.node(attempt.node()).add(attempt, needs);
    }

    /** An attempt that was lost is live again, as its node said. */
    public void revived(LiveAttempt attempt, Requirements needs) {
        add(attempt, needs);
        Held held = nodes.node(attempt.node()).holds().get(attempt.id());
        attempt.hear(held == null ? null : held.state());
    }

    /** @param type of the attempt's job */
    public void ended(GridEvent.AttemptEnded event, TypeKey type) {
        GridNode node = nodes.node(event.node());
        node.remove(event.attempt(), event.at());
        node.remember(event, type);
        nodes.parked().makeRoom(event.node());
    }

    public void parked(SoftEvent.NodeParked event) {
        nodes.parked().park(nodes.node(event.node()), event);
    }

    public void unparked(SoftEvent.NodeUnparked event) {
        nodes.parked().unpark(event.node());
    }

    public void returned(SoftEvent.CallsReturned event) {
        nodes.parked().findNextReturn();
    }

    public void settled(SoftEvent.Settled event) {
        nodes.parked().settle();
    }

    public void outdate(Collection<LiveAttempt> attempts) {
        attempts.forEach(LiveAttempt::outdate);
    }

    /** For one more job; given back with {@link #release}. */
    public Matches.Wanted want(Demand demand) {
        return matches.want(demand);
    }

    public void release(Matches.Wanted wanted) {
        matches.release(wanted);
    }
}
