package org.gleaner.simulator.faults;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.gleaner.core.ahead.Timeline;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.SubmissionKey;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.Entry;
import org.gleaner.simulator.checker.BrokenRule;
import org.gleaner.simulator.world.Chance;

/**
 * Brings tasks to growing jobs, some at a time: each time they are sent again until somebody answers. Says in the end
 * that no more come, or forgets to.
 */
final class SimulatedGrower {
    private static final Duration PATIENCE = Duration.ofSeconds(25);
    private static final int MOST_AT_ONCE = 4;
    private static final int FAR_BEHIND = 100;

    /** What comes next to a job: its name says what the entries must be. */
    private record Step(JobId job, String name, int tasks, int left) {
        Step after(int more) {
            return new Step(job, name, tasks + more, left - 1);
        }
    }

    private final Timeline timeline;
    private final Weather weather;
    private final Line line;
    private final Chance chance;
    private final Caller caller;
    private final Set<JobId> known = new HashSet<>();
    private final Set<Command.AddTasks> unanswered = new HashSet<>();

    SimulatedGrower(Timeline timeline, Weather weather, Line line, Chance chance, Caller caller) {
        this.timeline = timeline;
        this.weather = weather;
        this.line = line;
        this.chance = chance;
        this.caller = caller;
    }

    /** Whether an answer is still awaited. */
    boolean isWaiting() {
        return !unanswered.isEmpty();
    }

    /** A growing job is there, with so many tasks. */
    void grow(JobId job, String name, int tasks) {
        if (known.add(job)) {
            later(new Step(job, name, tasks, chance.between(0, 4)));
        }
    }

    private void later(Step step) {
        timeline.after(Duration.ofMillis(chance.between(10, 20_000)), () -> {
            if (weather.stormy()) {
                act(step);
            }
        });
    }

    private void act(Step step) {
        if (chance.happens(0.1)) {
            // As somebody who missed what others brought.
            tell(new Command.AddTasks(caller, step.job(), step.tasks() + FAR_BEHIND, entries(step, 1), null));
        }
        if (chance.happens(0.2)) {
            tell(new Command.AddTasks(caller, step.job(), 0, List.of(), null));
        }
        if (step.left() > 0) {
            int more = chance.between(1, MOST_AT_ONCE);
            String name = "add-" + step.name() + "-" + (step.tasks() + 1);
            SubmissionKey key = new SubmissionKey(caller.owner(), name, chance.number());
            Command.AddTasks add = new Command.AddTasks(caller, step.job(), step.tasks() + 1, entries(step, more), key);
            unanswered.add(add);
            send(add, step);
        } else if (chance.happens(0.8)) {
            tell(new Command.Seal(caller, step.job()));
            later(step);
        }
    }

    private static List<Entry> entries(Step step, int more) {
        List<Entry> entries = new ArrayList<>();
        for (int i = 1; i <= more; i++) {
            entries.add(Works.entry(step.name(), step.tasks() + i));
        }
        return entries;
    }

    private void tell(Command command) {
        line.tell((history, blobs) -> command);
    }

    private void send(Command.AddTasks add, Step step) {
        line.ask((history, blobs) -> add, reply -> answered(add, step, reply), () -> {});
        timeline.after(PATIENCE, () -> {
            if (unanswered.contains(add)) {
                send(add, step);
            }
        });
    }

    private void answered(Command.AddTasks add, Step step, Reply reply) {
        if (reply instanceof Reply.Added added && unanswered.remove(add)) {
            if (added.first() != add.first() || added.tasks() != add.entries().size()) {
                throw new BrokenRule("grower", add + " was answered " + added);
            }
            later(step.after(added.tasks()));
        } else if (reply instanceof Reply.Refused) {
            // Sealed, over or gone; or it came, and its key was forgotten since.
            unanswered.remove(add);
        }
    }
}
