package org.gleaner.simulator.checker;

import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.Setting;
import org.gleaner.core.grid.StoredJob;
import org.gleaner.core.grid.SubmissionKey;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.job.Amounts;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.Recipe;
import org.gleaner.core.job.Requirements;
import org.gleaner.core.job.Spans;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.kind.Steps;
import org.gleaner.core.node.Capacity;
import org.gleaner.core.node.Duty;
import org.gleaner.core.node.NodeFacts;
import org.jspecify.annotations.Nullable;

/**
 * What must be true by the events that became durable, kept in the plainest way and by no code of the grid: the oracle
 * that checkers compare with. Closed jobs stay in it.
 */
public final class Ledger {
    private static final Steps<Ledger, GridEvent.Hard, RuntimeException> ENTRIES = new Steps<
                    Ledger, GridEvent.Hard, RuntimeException>(GridEvent.Hard.class)
            .on(GridEvent.JobSubmitted.class, Ledger::jobSubmitted)
            .on(GridEvent.TasksAdded.class, Ledger::tasksAdded)
            .on(GridEvent.JobSealed.class, (in, event) -> in.need(event.job()).adjust(JobSpec::asSealed))
            .on(
                    GridEvent.HostSaved.class,
                    (in, event) -> in.need(event.job()).adjust(spec -> spec.hosted(event.hosting())))
            .on(GridEvent.TasksMoved.class, (in, event) -> move(in.need(event.job()), event.ordinals(), event.to()))
            .ignore(GridEvent.CountersReset.class)
            .on(
                    GridEvent.AttemptAssigned.class,
                    (in, event) -> in.need(event.attempt().job()).start(event.attempt(), event.node(), event.lane()))
            .on(
                    GridEvent.AttemptEnded.class,
                    (in, event) -> in.need(event.attempt().job()).end(event))
            .ignore(GridEvent.PartialKept.class)
            .on(
                    GridEvent.AttemptRevived.class,
                    (in, event) -> in.need(event.attempt().job()).start(event.attempt(), event.node(), event.lane()))
            .ignore(GridEvent.BrakeSet.class)
            .on(GridEvent.JobAdjusted.class, (in, event) -> in.need(event.job()).adjust(event::of))
            .on(
                    GridEvent.DeadlineHopeless.class,
                    (in, event) -> in.need(event.job()).adjust(event::of))
            .ignore(GridEvent.FilesRefreshed.class)
            .ignore(GridEvent.FilesTaken.class)
            .ignore(GridEvent.AttemptResumed.class)
            .on(GridEvent.JobClosed.class, Ledger::jobClosed)
            .on(GridEvent.JobReopened.class, Ledger::jobReopened)
            .on(GridEvent.JobRetired.class, Ledger::jobRetired)
            .on(GridEvent.JobDeleted.class, Ledger::jobDeleted)
            .on(
                    GridEvent.NodeIntroduced.class,
                    (in, event) ->
                            in.nodes.put(event.node(), new Node(event.incarnation(), event.facts(), event.capacity())))
            .on(
                    GridEvent.RecipeRefused.class,
                    (in, event) -> in.refusals.add(new Refusal(event.node(), event.recipe())))
            .on(
                    GridEvent.RecipeTrusted.class,
                    (in, event) -> in.refusals.remove(new Refusal(event.node(), event.recipe())))
            .on(GridEvent.DutySet.class, (in, event) -> in.duties.put(event.node(), event.duty()))
            .on(GridEvent.SettingChanged.class, (in, event) -> in.settings.put(event.name(), event.value()))
            .ignore(GridEvent.TokenIssued.class)
            .ignore(GridEvent.TokenRevoked.class)
            // Beliefs are judged where they are worked out.
            .ignore(GridEvent.NodeObserved.class)
            .ignore(GridEvent.TypeObserved.class)
            .ignore(GridEvent.TypeForgotten.class)
            .ignore(GridEvent.StayEnded.class)
            .ignore(GridEvent.StaysFolded.class)
            .on(
                    GridEvent.KeysExpired.class,
                    (in, event) -> in.keys.values().removeIf(key -> key.at().isBefore(event.before())))
            .complete();

    /** A node as it last introduced itself. */
    public record Node(int incarnation, NodeFacts facts, Capacity capacity) {}

    private record Refusal(NodeId node, Recipe recipe) {}

    private record Key(JobId job, Instant at) {}

    private final TreeMap<JobId, LedgerJob> jobs = new TreeMap<>();
    private final TreeMap<JobId, Instant> closed = new TreeMap<>();
    private final TreeSet<JobId> deleted = new TreeSet<>();
    private final TreeSet<JobId> retired = new TreeSet<>();
    private final TreeMap<NodeId, Node> nodes = new TreeMap<>();
    private final TreeMap<NodeId, Duty> duties = new TreeMap<>();
    private final Set<Refusal> refusals = new HashSet<>();
    private final TreeMap<String, Key> keys = new TreeMap<>();
    private final TreeMap<String, String> settings = new TreeMap<>();

    public void enter(GridEvent.Hard event) {
        ENTRIES.take(this, event);
    }

    public TreeMap<JobId, LedgerJob> jobs() {
        return jobs;
    }

    public @Nullable LedgerJob job(JobId id) {
        return jobs.get(id);
    }

    public boolean isDeleted(JobId id) {
        return deleted.contains(id);
    }

    /** Whether nobody can take files of its results any more. */
    public boolean isWithoutFiles(JobId id) {
        return deleted.contains(id) || retired.contains(id);
    }

    /** Whether the job stayed closed since somebody saw that it is old; of one that was opened since nothing goes. */
    public boolean goes(GridEvent.JobRetired event) {
        return event.closed().equals(closed.get(event.job()));
    }

    public TreeMap<NodeId, Node> nodes() {
        return nodes;
    }

    /** The job that was submitted with this key, while the key is remembered. */
    public @Nullable JobId submittedWith(SubmissionKey key) {
        Key known = keys.get(name(key));
        return known == null ? null : known.job();
    }

    /** Whether the node could not start this and has not shown since that it can. */
    public boolean isRefused(NodeId node, Recipe recipe) {
        return refusals.contains(new Refusal(node, recipe));
    }

    public Duration duration(Setting setting) {
        return Spans.parse(text(setting));
    }

    private static String name(SubmissionKey key) {
        return key.owner() + "\n" + key.key();
    }

    private LedgerJob need(JobId id) {
        LedgerJob job = jobs.get(id);
        if (job == null) {
            throw new BrokenRule("Ledger", "an event became durable for job " + id + ", which does not exist");
        }
        return job;
    }

    private void jobSubmitted(GridEvent.JobSubmitted event) {
        if (jobs.containsKey(event.job()) || deleted.contains(event.job())) {
            throw new BrokenRule("Ledger", "the id of job " + event.job() + " was given twice");
        }
        LedgerJob job = new LedgerJob(event.owner(), event.spec());
        jobs.put(event.job(), job);
        move(job, event.waiting(), TaskState.WAITING);
        SubmissionKey key = event.key();
        if (key != null) {
            keys.put(name(key), new Key(event.job(), event.at()));
        }
    }

    private void tasksAdded(GridEvent.TasksAdded event) {
        need(event.job()).grow(event.entries().size(), event.state());
        SubmissionKey key = event.key();
        if (key != null) {
            keys.put(name(key), new Key(event.job(), event.at()));
        }
    }

    private static void move(LedgerJob job, Ordinals ordinals, TaskState to) {
        for (Ordinals.Span span : ordinals.spans()) {
            for (int ordinal = span.first(); ordinal <= span.last(); ordinal++) {
                job.move(ordinal, to);
            }
        }
    }

    private void jobClosed(GridEvent.JobClosed event) {
        need(event.job()).setClosed(true);
        closed.put(event.job(), event.at());
    }

    private void jobReopened(GridEvent.JobReopened event) {
        StoredJob job = event.job();
        need(job.id()).setClosed(false);
        closed.remove(job.id());
        retired.remove(job.id());
    }

    /** An open job never goes by its age, nor one that closed again after somebody looked. */
    private void jobRetired(GridEvent.JobRetired event) {
        LedgerJob job = jobs.get(event.job());
        if (job != null && !job.closed()) {
            throw new BrokenRule("Ledger", "job " + event.job() + " was retired while it was open");
        }
        if (job != null && goes(event)) {
            retired.add(event.job());
        }
        if (job != null && !event.onlyFiles() && goes(event)) {
            jobs.remove(event.job());
            closed.remove(event.job());
            deleted.add(event.job());
        }
    }

    private void jobDeleted(GridEvent.JobDeleted event) {
        LedgerJob job = jobs.get(event.job());
        if (job != null && !job.live().isEmpty()) {
            throw new BrokenRule("Ledger", "job " + event.job() + " was deleted while it had " + job.live());
        }
        jobs.remove(event.job());
        closed.remove(event.job());
        deleted.add(event.job());
        keys.values().removeIf(key -> key.job().equals(event.job()));
    }

    /** What somebody wants of the node. */
    public Duty duty(NodeId node) {
        return duties.getOrDefault(node, Duty.WORKING);
    }

    public String text(Setting setting) {
        return settings.getOrDefault(setting.word(), setting.preset());
    }

    /** What the pool has of what is counted. */
    public Amounts licences() {
        String text = text(Setting.LICENCES);
        return text.equals(Setting.LICENCES.preset()) ? Amounts.NONE : Amounts.parse(List.of(text.split(",", -1)));
    }

    /** What the lanes of a node hold. */
    TreeMap<Integer, Requirements> lanes(NodeId node) {
        TreeMap<Integer, Requirements> lanes = new TreeMap<>();
        for (LedgerJob job : jobs.values()) {
            for (LedgerJob.Live live : job.live().values()) {
                if (live.node().equals(node)) {
                    lanes.put(live.lane(), job.spec().needs());
                }
            }
        }
        return lanes;
    }

    /** How many of these attempts use on one node. */
    int used(String name, NodeId node) {
        return lanes(node).values().stream()
                .mapToInt(needs -> needs.uses().of(name))
                .sum();
    }

    /** The same on all nodes. */
    public int used(String name) {
        return nodes.keySet().stream().mapToInt(node -> used(name, node)).sum();
    }

    /** Live attempts of all jobs. */
    public int live() {
        return jobs.values().stream().mapToInt(job -> job.live().size()).sum();
    }

    /** Tasks of open jobs in this state. */
    public int count(TaskState state) {
        return jobs.values().stream()
                .filter(job -> !job.closed())
                .mapToInt(job -> job.count(state))
                .sum();
    }
}
