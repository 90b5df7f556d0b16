package org.gleaner.core.image;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.LicenceUse;
import org.gleaner.core.grid.NodeSummary;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.id.TypeKey;
import org.gleaner.core.node.Contact;
import org.gleaner.core.node.Duty;
import org.gleaner.core.open.OpenJob;
import org.gleaner.core.open.OpenWork;
import org.gleaner.core.placing.Roster;
import org.gleaner.core.pool.GridNode;
import org.gleaner.core.pool.LiveAttempt;
import org.jspecify.annotations.Nullable;

/**
 * Notes what events touch, and makes images of it. Between two images it only collects names, so that a job whose
 * thousand tasks end costs one line; what it collects is bounded, whether or not anybody ever wants an image.
 *
 * <p>Soft: made anew with the state, and then the first image says that everything may have changed. Confined to the
 * thread that owns the state.
 */
public final class Imaging {
    /** Jobs, or attempts, of all owners in one image. */
    private static final int MOST = 4 * SeenChange.MOST;

    /** That a node has not been heard for a while is no event: somebody has to look. */
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

    private final Roster roster;
    private final Sketching sketching;
    private final LinkedHashMap<JobId, PoolChange.@Nullable OwnedJob> jobs = new LinkedHashMap<>();
    private final TreeSet<Owner> owners = new TreeSet<>();
    private final LinkedHashSet<NodeId> nodes = new LinkedHashSet<>();
    private final List<AttemptLine> attempts = new ArrayList<>();
    private final TreeSet<String> settings = new TreeSet<>();
    private final TreeSet<String> cut = new TreeSet<>();

    /** What was published; null: nothing yet. */
    private @Nullable PoolTotals published;

    /** Looked up for each node, and never gone through. */
    private final Map<NodeId, NodeLine> lines = new HashMap<>();
    /** Nodes that were not simply told to be connected: only these can be so again as time goes by. */
    private final Set<NodeId> otherwise = new HashSet<>();

    private final TreeMap<String, Integer> states = new TreeMap<>();
    private int slotsUsed;
    private Instant looked = Instant.MIN;

    public Imaging(Roster roster) {
        this.roster = roster;
        this.sketching = new Sketching(roster);
    }

    /** Whether something was touched since the last image. */
    public boolean hasNews() {
        return published == null
                || sketching.isBehind()
                || !(jobs.isEmpty() && nodes.isEmpty() && attempts.isEmpty() && settings.isEmpty() && cut.isEmpty());
    }

    /** Whether a setting changed since then: whoever changed it expects it to be in force. */
    public boolean hasNewSettings() {
        return !settings.isEmpty();
    }

    public void touched(OpenJob job) {
        owners.add(job.owner());
        note(job.id(), null);
    }

    /** It is no longer among the open jobs. */
    public void closed(OpenJob job) {
        owners.add(job.owner());
        note(
                job.id(),
                new PoolChange.OwnedJob(
                        job.owner(),
                        new JobLine(
                                job.id(),
                                job.states().counts(),
                                false,
                                job.spec().isSolved())));
    }

    /** It is gone; it may have been open or closed. */
    public void deleted(JobId id, Owner owner) {
        owners.add(owner);
        note(id, new PoolChange.OwnedJob(owner, new JobLine(id, null)));
    }

    /** @param ended where it stood when it left; null: it is open, and will be looked up */
    private void note(JobId id, PoolChange.@Nullable OwnedJob ended) {
        sketching.touched(id);
        if (jobs.size() < MOST || jobs.containsKey(id)) {
            jobs.put(id, ended);
        } else {
            cut.add(SeenChange.JOBS);
        }
    }

    public void touched(NodeId node) {
        nodes.add(node);
        sketching.touched(node);
    }

    /** What is believed of a node changed: nobody is told of it who only follows what happens. */
    public void observed(NodeId node) {
        sketching.touched(node);
    }

    /** What is believed of a type changed. */
    public void observed(TypeKey type) {
        sketching.touched(type);
    }

    public void began(LiveAttempt attempt, OpenJob job) {
        note(new AttemptLine(attempt.id(), job.owner(), attempt.node(), attempt.lane(), attempt.assigned(), null));
    }

    public void ended(GridEvent.AttemptEnded event, OpenJob job) {
        Outcome outcome = event.report().outcome();
        note(new AttemptLine(event.attempt(), job.owner(), event.node(), -1, event.at(), outcome));
    }

    private void note(AttemptLine line) {
        touched(line.node());
        if (attempts.size() < MOST) {
            attempts.add(line);
        } else {
            cut.add(SeenChange.ATTEMPTS);
        }
    }

    public void set(String setting) {
        settings.add(setting);
    }

    /**
     * The next image. To be called after a durable batch only.
     *
     * @param last the number of the image before
     */
    public PoolImage next(long last, Instant now) {
        lookAround(now);
        List<NodeLine> changed = changedNodes(now);
        PoolTotals before = published;
        PoolTotals totals = totals(before);
        PoolChange change = before == null
                ? null
                : new PoolChange(before, jobLines(), changed, attempts, List.copyOf(settings), List.copyOf(cut));
        boolean same = change != null && totals.equals(before) && change.isNothing();
        forget();
        published = same ? before : totals;
        return new PoolImage(
                same ? last : last + 1,
                now,
                totals,
                roster.settings(),
                keeper(),
                new PoolImage.News(same ? null : change, sketching.next(now)));
    }

    private void forget() {
        jobs.clear();
        owners.clear();
        nodes.clear();
        attempts.clear();
        settings.clear();
        cut.clear();
    }

    /** Finds nodes whose state follows from time alone. */
    private void lookAround(Instant now) {
        if (published == null) {
            roster.nodes().values().forEach(node -> nodes.add(node.id()));
        } else if (settings.isEmpty()
                && !now.isBefore(looked)
                && Duration.between(looked, now).compareTo(BETWEEN_LOOKS) < 0) {
            return;
        } else {
            for (GridNode node : roster.nodes().values()) {
                if (node.connected() && isOdd(node, now)) {
                    NodeLine line = lines.get(node.id());
                    if (line != null && !line.state().equals(state(node, now))) {
                        nodes.add(node.id());
                    }
                }
            }
        }
        looked = now;
    }

    /** Whether it may be in another state than connected, or was: of many nodes hardly any. */
    private boolean isOdd(GridNode node, Instant now) {
        return roster.contact(node, now) != Contact.CONNECTED || otherwise.contains(node.id());
    }

    private String state(GridNode node, Instant now) {
        Contact contact = roster.contact(node, now);
        return NodeSummary.state(node.duty(), contact, node.live().size());
    }

    private List<NodeLine> changedNodes(Instant now) {
        List<NodeLine> changed = new ArrayList<>();
        for (NodeId id : nodes) {
            NodeLine before = lines.get(id);
            NodeLine line = line(roster.nodes().node(id), now);
            if (line.equals(before) || (before == null && line.isGone())) {
                continue;
            }
            changed.add(line);
            count(before, -1);
            count(line, 1);
            if (line.isGone()) {
                lines.remove(id);
                otherwise.remove(id);
            } else {
                lines.put(id, line);
                if (line.state().equals(Contact.CONNECTED.word())) {
                    otherwise.remove(id);
                } else {
                    otherwise.add(id);
                }
            }
        }
        return changed;
    }

    private NodeLine line(GridNode node, Instant now) {
        if (node.duty() == Duty.FORGOTTEN) {
            return NodeLine.gone(node.id());
        }
        return new NodeLine(
                node.id(),
                state(node, now),
                node.slotsUsed(),
                node.live().size(),
                NodeLine.rounded(node.load()),
                node.isSuspended());
    }

    private void count(@Nullable NodeLine line, int sign) {
        if (line != null && !line.isGone()) {
            slotsUsed += sign * line.slotsUsed();
            states.merge(line.state(), sign, (known, more) -> known + more == 0 ? null : known + more);
        }
    }

    private PoolTotals totals(@Nullable PoolTotals before) {
        OpenWork work = roster.jobs().work();
        SortedMap<Owner, OpenTotals> known;
        if (before == null) {
            TreeMap<Owner, OpenTotals> all = new TreeMap<>();
            work.owners().forEach(owner -> all.put(owner, of(work, owner)));
            known = all;
        } else if (owners.isEmpty()) {
            known = before.owners();
        } else {
            TreeMap<Owner, OpenTotals> all = new TreeMap<>(before.owners());
            for (Owner owner : owners) {
                OpenTotals now = of(work, owner);
                if (now.jobs() == 0) {
                    all.remove(owner);
                } else {
                    all.put(owner, now);
                }
            }
            known = all;
        }
        return new PoolTotals(
                new OpenTotals(
                        roster.jobs().totals().counts(), roster.jobs().all().size()),
                known,
                before != null && before.nodes().equals(states) ? before.nodes() : new TreeMap<>(states),
                roster.nodes().fleet().slots(),
                slotsUsed);
    }

    private static OpenTotals of(OpenWork work, Owner owner) {
        return new OpenTotals(work.tasks(owner), work.count(owner));
    }

    private List<PoolChange.OwnedJob> jobLines() {
        List<PoolChange.OwnedJob> found = new ArrayList<>();
        jobs.forEach((id, ended) -> {
            OpenJob job = roster.jobs().get(id);
            if (job != null) {
                JobLine line = new JobLine(
                        id, job.states().counts(), job.isGrowing(), job.spec().isSolved());
                found.add(new PoolChange.OwnedJob(job.owner(), line));
            } else if (ended != null) {
                found.add(ended);
            }
        });
        return found;
    }

    private KeeperNumbers keeper() {
        JobId oldest = roster.groups().oldestReady();
        TreeMap<String, LicenceUse> licences = new TreeMap<>();
        roster.settings()
                .licences()
                .counts()
                .forEach((name, all) ->
                        licences.put(name, new LicenceUse(roster.nodes().inUse().of(name), all)));
        return new KeeperNumbers(
                roster.nodes().fleet().nodes(),
                roster.nodes().size(),
                roster.nodes().parked().all().size(),
                oldest == null ? null : roster.jobs().open(oldest).submitted(),
                roster.choices().counted(),
                licences);
    }
}
