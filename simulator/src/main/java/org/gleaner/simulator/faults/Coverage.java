package org.gleaner.simulator.faults;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.EnumMap;
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
    /** Transitions of a task that the rules allow; each must be seen. */
    private static final TaskState[][] TRANSITIONS = {
        {TaskState.WAITING, TaskState.READY},
        {TaskState.WAITING, TaskState.PAUSED},
        {TaskState.WAITING, TaskState.BLOCKED},
        {TaskState.WAITING, TaskState.CANCELLED},
        {TaskState.PAUSED, TaskState.WAITING},
        {TaskState.BLOCKED, TaskState.WAITING},
        {TaskState.CANCELLED, TaskState.WAITING},
        {TaskState.READY, TaskState.RUNNING},
        {TaskState.READY, TaskState.PAUSED},
        {TaskState.READY, TaskState.BLOCKED},
        {TaskState.READY, TaskState.CANCELLED},
        {TaskState.READY, TaskState.DONE},
        {TaskState.RUNNING, TaskState.READY},
        {TaskState.RUNNING, TaskState.PAUSED},
        {TaskState.RUNNING, TaskState.BLOCKED},
        {TaskState.RUNNING, TaskState.CANCELLED},
        {TaskState.RUNNING, TaskState.DONE},
        {TaskState.PAUSED, TaskState.READY},
        {TaskState.PAUSED, TaskState.RUNNING},
        {TaskState.PAUSED, TaskState.BLOCKED},
        {TaskState.PAUSED, TaskState.CANCELLED},
        {TaskState.PAUSED, TaskState.DONE},
        {TaskState.BLOCKED, TaskState.READY},
        {TaskState.BLOCKED, TaskState.CANCELLED},
        {TaskState.BLOCKED, TaskState.DONE},
        {TaskState.CANCELLED, TaskState.READY},
    };

    private static final List<String> REFUSALS = List.of(
            "unknown-job",
            "unknown-task",
            "unknown-node",
            "node-connected",
            "stale-incarnation",
            "duplicate-identity",
            "invalid-spec",
            "missing-blobs",
            "unknown-predecessor",
            "key-reused",
            "nothing-selected",
            "illegal-transition",
            "not-allowed",
            "invalid-setting",
            "quota-exceeded",
            "unknown-user",
            "invalid-token");

    /** All that can choose what a node gets, copies included. */
    private static final List<String> CHOOSERS =
            List.of("fifo", "balanced", "uptime", "mixed", "survival", "plain", "computed");

    private final Map<Mark, Long> marks = new EnumMap<>(Mark.class);
    private final Map<Outcome, Long> outcomes = new EnumMap<>(Outcome.class);
    private final Map<Verdict, Long> verdicts = new EnumMap<>(Verdict.class);
    private final Map<Verb, Long> verbs = new EnumMap<>(Verb.class);
    private final Map<String, Long> events = new TreeMap<>();
    private final Map<String, Long> commands = new TreeMap<>();
    private final Map<String, Long> refusals = new TreeMap<>();
    private final Map<String, Long> choices = new TreeMap<>();
    private final Map<TaskState, Map<TaskState, Long>> moves = new EnumMap<>(TaskState.class);
    /** What an earlier part of the campaign saw, as in {@link #table}. */
    private final Map<String, Long> earlier = new TreeMap<>();

    public void count(Mark mark) {
        marks.merge(mark, 1L, Long::sum);
    }

    public void count(Outcome outcome) {
        outcomes.merge(outcome, 1L, Long::sum);
    }

    public void count(Verdict verdict) {
        verdicts.merge(verdict, 1L, Long::sum);
    }

    public void count(Verb verb) {
        verbs.merge(verb, 1L, Long::sum);
    }

    public void count(GridEvent.Hard event) {
        events.merge(event.getClass().getSimpleName(), 1L, Long::sum);
    }

    /** @param by the strategy or, for a copy, the redundancy that was in force when work was given out */
    public void chosen(String by) {
        choices.merge(by, 1L, Long::sum);
    }

    public void count(Command command) {
        commands.merge(command.getClass().getSimpleName(), 1L, Long::sum);
    }

    public void refused(String code) {
        refusals.merge(code, 1L, Long::sum);
    }

    public void moved(TaskState from, TaskState to) {
        moved(from, to, 1);
    }

    private void moved(TaskState from, TaskState to, long count) {
        moves.computeIfAbsent(from, any -> new EnumMap<>(TaskState.class)).merge(to, count, Long::sum);
    }

    public long of(Mark mark) {
        return marks.getOrDefault(mark, 0L);
    }

    public void add(Coverage other) {
        add(other.earlier);
        other.marks.forEach((key, count) -> marks.merge(key, count, Long::sum));
        other.outcomes.forEach((key, count) -> outcomes.merge(key, count, Long::sum));
        other.verdicts.forEach((key, count) -> verdicts.merge(key, count, Long::sum));
        other.verbs.forEach((key, count) -> verbs.merge(key, count, Long::sum));
        other.events.forEach((key, count) -> events.merge(key, count, Long::sum));
        other.commands.forEach((key, count) -> commands.merge(key, count, Long::sum));
        other.refusals.forEach((key, count) -> refusals.merge(key, count, Long::sum));
        other.choices.forEach((key, count) -> choices.merge(key, count, Long::sum));
        other.moves.forEach((from, counts) -> counts.forEach((to, count) -> moved(from, to, count)));
    }

    /** Adds a table that was written down. */
    void add(Map<String, Long> table) {
        table.forEach((name, count) -> earlier.merge(name, count, Long::sum));
    }

    /** Everything that must be seen, with how often it was, in a fixed order. */
    public Map<String, Long> table() {
        Map<String, Long> table = counted();
        table.replaceAll((name, count) -> count + earlier.getOrDefault(name, 0L));
        return table;
    }

    private Map<String, Long> counted() {
        Map<String, Long> table = new TreeMap<>();
        for (Mark mark : Mark.values()) {
            table.put("fault or rule: " + mark.word(), of(mark));
        }
        for (Outcome outcome : Outcome.values()) {
            table.put("attempt ended: " + outcome.word(), outcomes.getOrDefault(outcome, 0L));
        }
        for (Verdict verdict : Verdict.values()) {
            table.put("commit answered: " + verdict.word(), verdicts.getOrDefault(verdict, 0L));
        }
        for (Verb verb : Verb.values()) {
            table.put("verb: " + verb.word(), verbs.getOrDefault(verb, 0L));
        }
        for (Class<?> event : GridEvent.Hard.class.getPermittedSubclasses()) {
            table.put("event: " + event.getSimpleName(), events.getOrDefault(event.getSimpleName(), 0L));
        }
        for (String name : CHOOSERS) {
            table.put("chosen by: " + name, choices.getOrDefault(name, 0L));
        }
        // What the grid tells itself, and the clock, comes with each of these.
        for (Class<?> kind : List.of(Command.Action.class, Question.class)) {
            for (Class<?> command : kind.getPermittedSubclasses()) {
                if (command != Command.Tick.class) {
                    table.put(
                            "command: " + command.getSimpleName(), commands.getOrDefault(command.getSimpleName(), 0L));
                }
            }
        }
        for (String code : REFUSALS) {
            table.put("refused: " + code, refusals.getOrDefault(code, 0L));
        }
        for (TaskState[] move : TRANSITIONS) {
            long count = moves.getOrDefault(move[0], Map.of()).getOrDefault(move[1], 0L);
            table.put("task: " + move[0].word() + " to " + move[1].word(), count);
        }
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

    public void print(PrintStream out) {
        table().forEach((name, count) -> out.printf("%12d  %s%n", count, name));
    }
}
