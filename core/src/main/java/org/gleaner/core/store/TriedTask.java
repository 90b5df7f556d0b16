package org.gleaner.core.store;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.EndedAttempt;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.attempt.PastAttempt;
import org.gleaner.core.attempt.TaskRecord;
import org.gleaner.core.id.NodeId;
import org.jspecify.annotations.Nullable;

/** The rows of a task that has been tried: its counters and its attempts in the order of their numbers. Immutable. */
record TriedTask(int counted, int failures, int lost, List<Attempt> attempts) {
    static final TriedTask UNTRIED = new TriedTask(0, 0, 0, List.of());

    /** An attempt; live while it has no end. */
    record Attempt(
            int number,
            NodeId node,
            int lane,
            Instant assigned,
            Instant since,
            @Nullable Ending ending,
            PastAttempt.@Nullable Resumed resumed) {
        /** One that has just been given to its node. */
        static Attempt begun(int number, NodeId node, int lane, Instant at) {
            return new Attempt(number, node, lane, at, at, null, null);
        }

        Attempt with(int otherLane, Instant at, @Nullable Ending other) {
            return new Attempt(number, node, otherLane, at, since, other, resumed);
        }

        Attempt with(PastAttempt.Resumed other) {
            return new Attempt(number, node, lane, assigned, since, ending, other);
        }

        /** What it began with has the time when another attempt sent it. */
        boolean sent(History.PartialRow row) {
            return resumed == null || !resumed.laid() || row.at().isAfter(assigned);
        }
    }

    /** How it ended. The digest is kept because it is asked for far more often than the report changes. */
    record Ending(AttemptReport report, long digest, Instant at) {}

    TriedTask {
        attempts = List.copyOf(attempts);
    }

    TriedTask withCounters(int newCounted, int newFailures, int newLost) {
        return new TriedTask(newCounted, newFailures, newLost, attempts);
    }

    @Nullable
    Attempt attempt(int number) {
        for (Attempt one : attempts) {
            if (one.number() == number) {
                return one;
            }
        }
        return null;
    }

    /** Adds the attempt or replaces the one of its number. */
    TriedTask with(Attempt attempt) {
        List<Attempt> list = new ArrayList<>(attempts);
        list.removeIf(one -> one.number() == attempt.number());
        int at = list.size();
        while (at > 0 && list.get(at - 1).number() > attempt.number()) {
            at--;
        }
        list.add(at, attempt);
        return new TriedTask(counted, failures, lost, list);
    }

    TaskRecord record() {
        int highest = attempts.isEmpty() ? 0 : attempts.get(attempts.size() - 1).number();
        List<EndedAttempt> ended = new ArrayList<>();
        for (Attempt one : attempts) {
            Ending ending = one.ending();
            if (ending != null) {
                ended.add(new EndedAttempt(
                        one.number(),
                        one.node(),
                        ending.report().outcome(),
                        ending.digest(),
                        one.since(),
                        ending.at()));
            }
        }
        int from = Math.max(0, ended.size() - TaskRecord.REMEMBERED);
        return new TaskRecord(Math.max(counted, highest), failures, lost, ended.subList(from, ended.size()));
    }

    /** The success that was recorded first. The rules allow one; a store that finds two keeps to the older. */
    @Nullable
    Attempt accepted() {
        Attempt first = null;
        Instant since = Instant.MAX;
        for (Attempt one : attempts) {
            Ending ending = one.ending();
            if (ending != null
                    && ending.report().outcome() == Outcome.DONE
                    && ending.at().isBefore(since)) {
                first = one;
                since = ending.at();
            }
        }
        return first;
    }
}
