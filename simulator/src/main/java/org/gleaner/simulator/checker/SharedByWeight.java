package org.gleaner.simulator.checker;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.Setting;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.Platform;
import org.gleaner.core.job.Requirements;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.job.Turn;
import org.jspecify.annotations.Nullable;

/**
 * While two owners, and nobody else, have ready work that fits everywhere, they share the slots by their weights. What
 * one of them lacks at the end of such a time may be no more than two rounds of the longest tasks on all slots, and the
 * fairness window. Whatever disturbs it (a node that comes or goes, an attempt that is not done, a person, a restart)
 * ends such a time without a verdict.
 */
public final class SharedByWeight implements Checker {
    private static final String WEIGHTED = "weighted";
    private static final String OFF = "off";
    private static final double ROUNDS = 2;

    private record Lane(NodeId node, int number) {}

    private record Running(Owner owner, Lane lane, Instant since) {}

    /** One of the two. */
    private static final class Side {
        private int ready;
        private final Map<Lane, Integer> lanes = new HashMap<>();
        /** Slot time in milliseconds. */
        private double time;
    }

    /** A time in which two owners compete. */
    private static final class Contest {
        private final TreeMap<Owner, Side> sides = new TreeMap<>();
        private final Map<AttemptId, Running> running = new HashMap<>();
        private Instant at;
        private int slots;
        private long longest;

        private Contest(Instant at) {
            this.at = at;
        }

        private void advance(Instant now) {
            double passed = Math.max(0, Duration.between(at, now).toMillis());
            int used = 0;
            for (Side side : sides.values()) {
                side.time += side.lanes.size() * passed;
                used += side.lanes.size();
            }
            slots = Math.max(slots, used);
            at = now;
        }
    }

    private @Nullable Contest contest;

    @Override
    public void crashed() {
        contest = null;
    }

    @Override
    public void ran(BatchRun batch) {
        if (batch.result().reloaded()) {
            contest = null;
        }
    }

    @Override
    public void committed(GridEvent.Hard event, Ledger before) {
        Contest now = contest;
        if (event instanceof GridEvent.JobSubmitted submitted) {
            contest = begun(submitted, before);
        } else if (now == null) {
            return;
        } else if (event instanceof GridEvent.AttemptAssigned assigned) {
            started(now, assigned, before);
        } else if (event instanceof GridEvent.AttemptEnded ended && ended.then() == TaskState.DONE) {
            ended(now, ended);
        } else if (disturbs(event)) {
            contest = null;
        }
    }

    private static boolean disturbs(GridEvent.Hard event) {
        return event instanceof GridEvent.AttemptEnded
                || event instanceof GridEvent.AttemptRevived
                || event instanceof GridEvent.TasksAdded
                || event instanceof GridEvent.TasksMoved
                || event instanceof GridEvent.JobAdjusted
                || event instanceof GridEvent.JobReopened
                || event instanceof GridEvent.SettingChanged
                || event instanceof GridEvent.NodeIntroduced
                || event instanceof GridEvent.RecipeRefused
                || event instanceof GridEvent.DutySet;
    }

    /** What begins when this job is there: a contest if all that is open belongs to two, and fits everywhere. */
    private static @Nullable Contest begun(GridEvent.JobSubmitted event, Ledger before) {
        if (!before.text(Setting.FAIRNESS).equals(WEIGHTED)
                || !isPlain(event.spec())
                || !event.waiting().isEmpty()) {
            return null;
        }
        Contest found = new Contest(event.at());
        found.sides.computeIfAbsent(event.owner(), owner -> new Side()).ready +=
                event.spec().tasks();
        for (LedgerJob job : before.jobs().values()) {
            int ready = job.closed() ? 0 : job.count(TaskState.READY);
            if (ready == 0 && job.live().isEmpty()) {
                continue;
            }
            if (job.hasCopies() || !isPlain(job.spec())) {
                return null;
            }
            Side side = found.sides.computeIfAbsent(job.owner(), owner -> new Side());
            side.ready += ready;
            job.live().forEach((attempt, live) -> {
                Lane lane = new Lane(live.node(), live.lane());
                found.running.put(attempt, new Running(job.owner(), lane, event.at()));
                side.lanes.merge(lane, 1, Integer::sum);
            });
        }
        boolean both = found.sides.size() == 2 && found.sides.values().stream().allMatch(side -> side.ready > 0);
        return both ? found : null;
    }

    private static boolean isPlain(JobSpec spec) {
        return spec.needs().equals(Requirements.ONE_CORE)
                && spec.needs().platform().equals(Platform.ANY)
                && spec.turn().equals(Turn.USUAL)
                && spec.limits().atMost() == 0
                && spec.workplace().directory() == null;
    }

    private void started(Contest now, GridEvent.AttemptAssigned event, Ledger before) {
        LedgerJob job = before.job(event.attempt().job());
        Side side = job == null ? null : now.sides.get(job.owner());
        if (job == null || side == null || !job.live(event.attempt().ordinal()).isEmpty()) {
            // A copy, or somebody else's.
            contest = null;
            return;
        }
        now.advance(event.at());
        Lane lane = new Lane(event.node(), event.lane());
        now.running.put(event.attempt(), new Running(job.owner(), lane, event.at()));
        side.lanes.merge(lane, 1, Integer::sum);
        side.ready--;
        if (side.ready == 0) {
            judge(now, before);
            contest = null;
        }
    }

    private void ended(Contest now, GridEvent.AttemptEnded event) {
        now.advance(event.at());
        Running ran = now.running.remove(event.attempt());
        Side side = ran == null ? null : now.sides.get(ran.owner());
        if (ran == null || side == null) {
            contest = null;
            return;
        }
        now.longest =
                Math.max(now.longest, Duration.between(ran.since(), event.at()).toMillis());
        side.lanes.computeIfPresent(ran.lane(), (lane, attempts) -> attempts == 1 ? null : attempts - 1);
    }

    /** Read here once more, so that a mistake of the scheduler's own reading is seen. */
    private static double weight(String weights, Owner owner) {
        for (String one : weights.split(",", -1)) {
            if (one.startsWith(owner.name() + "=")) {
                return Double.parseDouble(one.substring(one.indexOf('=') + 1));
            }
        }
        return 1;
    }

    private void judge(Contest now, Ledger ledger) {
        for (Running one : now.running.values()) {
            now.longest =
                    Math.max(now.longest, Duration.between(one.since(), now.at).toMillis());
        }
        String window = ledger.text(Setting.FAIRNESS_WINDOW);
        if (window.equals(OFF)) {
            return;
        }
        String weights = ledger.text(Setting.WEIGHTS);
        double sumOfWeights = now.sides.keySet().stream()
                .mapToDouble(owner -> weight(weights, owner))
                .sum();
        double all = now.sides.values().stream().mapToDouble(side -> side.time).sum();
        double tolerated = now.slots
                * (ROUNDS * now.longest
                        + ledger.duration(Setting.FAIRNESS_WINDOW).toMillis());
        now.sides.forEach((owner, side) -> {
            double fair = all * weight(weights, owner) / sumOfWeights;
            if (fair - side.time > tolerated) {
                throw violation(String.format(
                        Locale.ROOT,
                        "%s had %.0f s of %.0f s on %d slots, and should have had %.0f s; tolerated are %.0f s less",
                        owner,
                        side.time / 1000,
                        all / 1000,
                        now.slots,
                        fair / 1000,
                        tolerated / 1000));
            }
        });
    }
}
