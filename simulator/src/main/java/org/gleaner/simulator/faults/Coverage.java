package org.gleaner.simulator.faults;

import static org.gleaner.core.job.TaskState.BLOCKED;
import static org.gleaner.core.job.TaskState.CANCELLED;
import static org.gleaner.core.job.TaskState.DONE;
import static org.gleaner.core.job.TaskState.PAUSED;
import static org.gleaner.core.job.TaskState.READY;
import static org.gleaner.core.job.TaskState.RUNNING;
import static org.gleaner.core.job.TaskState.WAITING;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.Question;
import org.gleaner.core.grid.Verb;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.message.CommitAnswer.Verdict;

/** How often each fault and each transition fired. What should have and did not is a hole in the test. */
public final class Coverage {
    private static final List<String> REFUSALS = List.of(("unknown-job unknown-task unknown-node node-connected"
                    + " stale-incarnation duplicate-identity invalid-spec missing-blobs unknown-predecessor key-reused"
                    + " nothing-selected illegal-transition not-allowed invalid-setting quota-exceeded unknown-user"
                    + " invalid-token")
            .split(" ", -1));

    /** All that can choose what a node gets, copies included. */
    private static final List<String> CHOOSERS =
            List.of("fifo", "balanced", "uptime", "mixed", "survival", "quantile", "plain", "computed");

    /** So many seeds must have seen everything that is not rare. */
    private static final int ENOUGH = 300;
    /** So many must have seen everything. */
    private static final int ENOUGH_FOR_RARE = 1000;
    /** What fires less than ten times in a thousand seeds. */
    private static final List<String> RARE = List.of(
            "fault or rule: " + Mark.REDUNDANCY_CHANGED_WHILE_COPIES_RAN.word(),
            refusal("unknown-user"),
            "task: " + PAUSED.word() + " to " + RUNNING.word(),
            "task: " + PAUSED.word() + " to " + DONE.word());

    /** What must be seen, under the key that it is counted by. */
    private static final Map<Object, String> NAMES = names();

    private final Map<Object, Long> counts = new HashMap<>();
    /** What an earlier part of the campaign saw, as in {@link #table}. */
    private final Map<String, Long> earlier = new TreeMap<>();

    private static Map<Object, String> names() {
        Map<Object, String> names = new LinkedHashMap<>();
        List.of(Mark.values()).forEach(one -> names.put(one, "fault or rule: " + one.word()));
        List.of(Outcome.values()).forEach(one -> names.put(one, "attempt ended: " + one.word()));
        List.of(Verdict.values()).forEach(one -> names.put(one, "commit answered: " + one.word()));
        List.of(Verb.values()).forEach(one -> names.put(one, "verb: " + one.word()));
        for (Class<?> event : GridEvent.Hard.class.getPermittedSubclasses()) {
            names.put(event, "event: " + event.getSimpleName());
        }
        // What the grid tells itself, and the clock, comes with each of these.
        for (Class<?> kind : List.of(Command.Action.class, Question.class)) {
            for (Class<?> command : kind.getPermittedSubclasses()) {
                if (command != Command.Tick.class) {
                    names.put(command, "command: " + command.getSimpleName());
                }
            }
        }
        CHOOSERS.forEach(one -> names.put(chooser(one), chooser(one)));
        REFUSALS.forEach(one -> names.put(refusal(one), refusal(one)));
        // Transitions of a task that the rules allow.
        move(names, WAITING, READY, PAUSED, BLOCKED, CANCELLED);
        move(names, READY, RUNNING, PAUSED, BLOCKED, CANCELLED, DONE);
        move(names, RUNNING, READY, PAUSED, BLOCKED, CANCELLED, DONE);
        move(names, PAUSED, WAITING, READY, RUNNING, BLOCKED, CANCELLED, DONE);
        move(names, BLOCKED, WAITING, READY, CANCELLED, DONE);
        move(names, CANCELLED, WAITING, READY);
        return names;
    }

    private static void move(Map<Object, String> names, TaskState from, TaskState... allowed) {
        for (TaskState to : allowed) {
            names.put(List.of(from, to), "task: " + from.word() + " to " + to.word());
        }
    }

    private static String chooser(String name) {
        return "chosen by: " + name;
    }

    private static String refusal(String code) {
        return "refused: " + code;
    }

    /** @param one a {@link Mark}, an outcome, a verdict or a verb */
    public void count(Enum<?> one) {
        add(one, 1);
    }

    public void count(GridEvent.Hard event) {
        add(event.getClass(), 1);
    }

    public void count(Command command) {
        add(command.getClass(), 1);
    }

    /** @param by the strategy or, for a copy, the redundancy that was in force when work was given out */
    public void chosen(String by) {
        add(chooser(by), 1);
    }

    public void refused(String code) {
        add(refusal(code), 1);
    }

    public void moved(TaskState from, TaskState to) {
        add(List.of(from, to), 1);
    }

    private void add(Object key, long count) {
        counts.merge(key, count, Long::sum);
    }

    public void add(Coverage other) {
        add(other.earlier);
        other.counts.forEach(this::add);
    }

    /** Adds a table that was written down. */
    void add(Map<String, Long> table) {
        table.forEach((name, count) -> earlier.merge(name, count, Long::sum));
    }

    /** Everything that must be seen, with how often it was, in a fixed order. */
    public Map<String, Long> table() {
        Map<String, Long> table = new TreeMap<>();
        NAMES.forEach((key, name) -> table.put(name, counts.getOrDefault(key, 0L) + earlier.getOrDefault(name, 0L)));
        return table;
    }

    /** What never fired. */
    public List<String> holes() {
        List<String> holes = new ArrayList<>();
        table().forEach((name, count) -> {
            if (count == 0) {
                holes.add(name);
            }
        });
        return holes;
    }

    /** What never fired in so many seeds, though they are enough for it. */
    List<String> missedBy(int seeds) {
        return holes().stream()
                .filter(name -> seeds >= (RARE.contains(name) ? ENOUGH_FOR_RARE : ENOUGH))
                .toList();
    }

    public void print(PrintStream out) {
        table().forEach((name, count) -> out.printf("%12d  %s%n", count, name));
    }
}
