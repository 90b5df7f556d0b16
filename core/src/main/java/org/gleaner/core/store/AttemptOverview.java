package org.gleaner.core.store;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.FailureLine;
import org.gleaner.core.attempt.Failures;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.attempt.PastAttempt;
import org.gleaner.core.attempt.WorkSpan;
import org.gleaner.core.grid.StoredGrid.NodeRow;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.TaskId;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.store.TriedTask.Attempt;
import org.jspecify.annotations.Nullable;

/** Looks over the attempts in an {@link InMemoryStore} as a database would. */
record AttemptOverview(InMemoryTables tables) {
    private record Alike(Outcome cause, String line) implements Comparable<Alike> {
        @Override
        public int compareTo(Alike other) {
            int byWord = cause.word().compareTo(other.cause.word());
            return byWord != 0 ? byWord : line.compareTo(other.line);
        }
    }

    private static final class Tally {
        private int attempts;
        private final TreeSet<Integer> tasks = new TreeSet<>();
        private final TreeSet<NodeId> nodes = new TreeSet<>();
    }

    Failures failures(JobId job, int limit) {
        TreeMap<Alike, Tally> tallies = new TreeMap<>();
        TreeSet<NodeId> nodes = new TreeSet<>();
        InMemoryJob rows = tables.jobs().get(job);
        if (rows != null) {
            tasks(rows).forEach((ordinal, task) -> {
                for (Attempt one : task.attempts()) {
                    nodes.add(one.node());
                    TriedTask.Ending ending = one.ending();
                    String line = ending == null ? null : FailureLine.of(ending.report());
                    if (ending != null && line != null) {
                        Alike alike = new Alike(ending.report().outcome(), line);
                        Tally tally = tallies.computeIfAbsent(alike, key -> new Tally());
                        tally.attempts++;
                        tally.tasks.add(ordinal);
                        tally.nodes.add(one.node());
                    }
                }
            });
        }
        List<Failures.Group> groups = new ArrayList<>();
        tallies.forEach((alike, tally) -> groups.add(new Failures.Group(
                alike.cause(),
                alike.line(),
                tally.attempts,
                tally.tasks.size(),
                tally.nodes.size(),
                tally.tasks.first())));
        groups.sort(Comparator.comparingInt(Failures.Group::tasks).reversed());
        boolean more = groups.size() > limit;
        return new Failures(nodes.size(), more ? groups.subList(0, limit) : groups, more);
    }

    private static Map<Integer, TriedTask> tasks(InMemoryJob rows) {
        return rows.tried(new Ordinals.Span(1, Integer.MAX_VALUE));
    }

    List<PastAttempt> past(AttemptQuery query) {
        TreeMap<AttemptId, PastAttempt> found = new TreeMap<>(Comparator.reverseOrder());
        for (InMemoryJob rows : tables.jobs().values()) {
            tasks(rows).forEach((ordinal, task) -> {
                for (Attempt one : task.attempts()) {
                    AttemptId id = new AttemptId(new TaskId(rows.head().id(), ordinal), one.number());
                    if (matches(query, rows.head(), id, one)) {
                        found.put(id, past(rows, id, one));
                    }
                }
            });
        }
        return found.values().stream().limit(query.limit()).toList();
    }

    private static boolean matches(AttemptQuery query, InMemoryJob.Head head, AttemptId id, Attempt one) {
        Instant since = query.since();
        TriedTask.Ending ending = one.ending();
        AttemptId before = query.before();
        return (query.owner() == null || head.owner().equals(query.owner()))
                && (query.type() == null || head.spec().type().equals(query.type()))
                && (query.node() == null || one.node().equals(query.node()))
                && (since == null || ending == null || !ending.at().isBefore(since))
                && (!query.failed() || (ending != null && FailureLine.of(ending.report()) != null))
                && (before == null || id.compareTo(before) < 0);
    }

    List<WorkSpan> spans(SpanQuery query) {
        List<WorkSpan> found = new ArrayList<>();
        for (InMemoryJob rows : tables.jobs().values()) {
            tasks(rows).forEach((ordinal, task) -> {
                for (Attempt one : task.attempts()) {
                    TriedTask.Ending ending = one.ending();
                    boolean then = one.assigned().isBefore(query.until())
                            && (ending == null || !ending.at().isBefore(query.since()));
                    if (then && (query.nodes().isEmpty() || query.nodes().contains(one.node()))) {
                        found.add(new WorkSpan(
                                new AttemptId(new TaskId(rows.head().id(), ordinal), one.number()),
                                rows.head().owner(),
                                one.node(),
                                one.lane(),
                                one.assigned(),
                                ending == null ? null : ending.at(),
                                ending == null ? null : ending.report().outcome(),
                                isCopy(one, task)));
                    }
                }
            });
        }
        Comparator<WorkSpan> oldest = Comparator.comparing(AttemptOverview::till)
                .thenComparing(WorkSpan::from)
                .thenComparing(WorkSpan::node)
                .thenComparing(WorkSpan::attempt);
        return found.stream().sorted(oldest.reversed()).limit(query.limit()).toList();
    }

    private static Instant till(WorkSpan span) {
        Instant to = span.to();
        return to == null ? Instant.MAX : to;
    }

    private static boolean isCopy(Attempt one, TriedTask task) {
        return task.attempts().stream().anyMatch(other -> {
            TriedTask.Ending ending = other.ending();
            return other.number() < one.number()
                    && (ending == null || ending.at().isAfter(one.assigned()));
        });
    }

    private PastAttempt past(InMemoryJob rows, AttemptId id, Attempt one) {
        InMemoryJob.Head head = rows.head();
        NodeRow node = tables.node(one.node());
        return new PastAttempt(
                id,
                head.spec().name(),
                head.spec().type(),
                head.owner(),
                one.node(),
                node == null ? one.node().toString() : node.facts().name(),
                one.assigned(),
                end(one.ending()),
                one.resumed(),
                (int) rows.partials().of(id).stream().filter(one::sent).count());
    }

    private static PastAttempt.@Nullable End end(TriedTask.@Nullable Ending ending) {
        if (ending == null) {
            return null;
        }
        AttemptReport report = ending.report();
        String line = FailureLine.of(report);
        return new PastAttempt.End(
                ending.at(), report.outcome(), report.exitCode(), report.usage(), line == null ? "" : line);
    }
}
