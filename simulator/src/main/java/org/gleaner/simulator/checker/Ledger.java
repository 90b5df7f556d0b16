package org.gleaner.simulator.checker;

import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.Setting;
import org.gleaner.core.grid.StoredJob;
import org.gleaner.core.grid.SubmissionKey;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.Recipe;
import org.gleaner.core.job.Spans;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.node.Capacity;
import org.gleaner.core.node.Duty;
import org.gleaner.core.node.NodeFacts;
import org.jspecify.annotations.Nullable;

/**
 * What must be true by the events that became durable, kept in the plainest way and by no code of the grid: the oracle
 * that checkers compare with. Closed jobs stay in it.
 */
public final class Ledger implements GridEvent.HardVisitor<RuntimeException> {
    /** A node as it last introduced itself. */
    public record Node(int incarnation, NodeFacts facts, Capacity capacity) {}

    private record Refusal(NodeId node, Recipe recipe) {}

    private record Key(JobId job, Instant at) {}

    private final TreeMap<JobId, LedgerJob> jobs = new TreeMap<>();
    private final TreeMap<JobId, Instant> closed = new TreeMap<>();
    private final TreeSet<JobId> deleted = new TreeSet<>();
    private final TreeMap<NodeId, Node> nodes = new TreeMap<>();
    private final TreeMap<NodeId, Duty> duties = new TreeMap<>();
    private final Set<Refusal> refusals = new HashSet<>();
    private final TreeMap<String, Key> keys = new TreeMap<>();
    private final TreeMap<String, String> settings = new TreeMap<>();

    public TreeMap<JobId, LedgerJob> jobs() {
        return jobs;
    }

    public @Nullable LedgerJob job(JobId id) {
        return jobs.get(id);
    }

    public boolean isDeleted(JobId id) {
        return deleted.contains(id);
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

    @Override
    public void jobSubmitted(GridEvent.JobSubmitted event) {
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

    @Override
    public void tasksMoved(GridEvent.TasksMoved event) {
        move(need(event.job()), event.ordinals(), event.to());
    }

    private static void move(LedgerJob job, Ordinals ordinals, TaskState to) {
        for (Ordinals.Span span : ordinals.spans()) {
            for (int ordinal = span.first(); ordinal <= span.last(); ordinal++) {
                job.move(ordinal, to);
            }
        }
    }

    @Override
    public void countersReset(GridEvent.CountersReset event) {}

    @Override
    public void attemptAssigned(GridEvent.AttemptAssigned event) {
        need(event.attempt().job()).start(event.attempt(), event.node(), event.lane());
    }

    @Override
    public void attemptEnded(GridEvent.AttemptEnded event) {
        need(event.attempt().job()).end(event);
    }

    @Override
    public void partialKept(GridEvent.PartialKept event) {}

    @Override
    public void attemptRevived(GridEvent.AttemptRevived event) {
        need(event.attempt().job()).start(event.attempt(), event.node(), event.lane());
    }

    @Override
    public void brakeSet(GridEvent.BrakeSet event) {}

    @Override
    public void jobAdjusted(GridEvent.JobAdjusted event) {
        need(event.job()).adjust(event);
    }

    @Override
    public void filesRefreshed(GridEvent.FilesRefreshed event) {}

    @Override
    public void jobClosed(GridEvent.JobClosed event) {
        need(event.job()).setClosed(true);
        closed.put(event.job(), event.at());
    }

    @Override
    public void jobReopened(GridEvent.JobReopened event) {
        StoredJob job = event.job();
        need(job.id()).setClosed(false);
        closed.remove(job.id());
    }

    /** An open job never goes by its age, nor one that closed again after somebody looked. */
    @Override
    public void jobRetired(GridEvent.JobRetired event) {
        LedgerJob job = jobs.get(event.job());
        if (job != null && !job.closed()) {
            throw new BrokenRule("Ledger", "job " + event.job() + " was retired while it was open");
        }
        if (job != null && !event.onlyFiles() && goes(event)) {
            jobs.remove(event.job());
            closed.remove(event.job());
            deleted.add(event.job());
        }
    }

    @Override
    public void jobDeleted(GridEvent.JobDeleted event) {
        LedgerJob job = jobs.get(event.job());
        if (job != null && !job.live().isEmpty()) {
            throw new BrokenRule("Ledger", "job " + event.job() + " was deleted while it had " + job.live());
        }
        jobs.remove(event.job());
        closed.remove(event.job());
        deleted.add(event.job());
        keys.values().removeIf(key -> key.job().equals(event.job()));
    }

    @Override
    public void nodeIntroduced(GridEvent.NodeIntroduced event) {
        nodes.put(event.node(), new Node(event.incarnation(), event.facts(), event.capacity()));
    }

    @Override
    public void recipeRefused(GridEvent.RecipeRefused event) {
        refusals.add(new Refusal(event.node(), event.recipe()));
    }

    @Override
    public void recipeTrusted(GridEvent.RecipeTrusted event) {
        refusals.remove(new Refusal(event.node(), event.recipe()));
    }

    @Override
    public void dutySet(GridEvent.DutySet event) {
        duties.put(event.node(), event.duty());
    }

    /** What somebody wants of the node. */
    public Duty duty(NodeId node) {
        return duties.getOrDefault(node, Duty.WORKING);
    }

    public String text(Setting setting) {
        return settings.getOrDefault(setting.word(), setting.preset());
    }

    @Override
    public void settingChanged(GridEvent.SettingChanged event) {
        settings.put(event.name(), event.value());
    }

    @Override
    public void tokenIssued(GridEvent.TokenIssued event) {}

    @Override
    public void tokenRevoked(GridEvent.TokenRevoked event) {}

    /** Beliefs are judged where they are worked out. */
    @Override
    public void nodeObserved(GridEvent.NodeObserved event) {}

    @Override
    public void typeObserved(GridEvent.TypeObserved event) {}

    @Override
    public void typeForgotten(GridEvent.TypeForgotten event) {}

    @Override
    public void stayEnded(GridEvent.StayEnded event) {}

    @Override
    public void staysFolded(GridEvent.StaysFolded event) {}

    @Override
    public void keysExpired(GridEvent.KeysExpired event) {
        keys.values().removeIf(key -> key.at().isBefore(event.before()));
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
