package org.gleaner.agent.run;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gleaner.agent.machine.Cards;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.CommandLine;
import org.gleaner.core.job.DeclaredOutputs;
import org.gleaner.core.job.Entry;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.OutputFile;
import org.gleaner.core.job.Placeholders;
import org.gleaner.core.job.Requirements;
import org.gleaner.core.message.Start;
import org.jspecify.annotations.Nullable;

/** What an order means for this one task: its words, its environment, its files, with the entry filled in. */
final class TaskCommand {
    /** Of one argument or variable, on machines with the usual pages (MAX_ARG_STRLEN). */
    private static final int LONGEST = (128 << 10) - 1;

    private static final List<String> THREAD_COUNTS = List.of(("OMP_NUM_THREADS OPENBLAS_NUM_THREADS MKL_NUM_THREADS"
                    + " BLIS_NUM_THREADS VECLIB_MAXIMUM_THREADS NUMEXPR_NUM_THREADS")
            .split(" ", -1));

    private final Start start;
    private final CommandLine line;
    private final Entry entry;
    private final Placeholders placeholders;
    private final boolean forAll;
    private final String cards;

    TaskCommand(Start start) {
        this(start, start.spec().command(), false, "");
    }

    private TaskCommand(Start start, CommandLine line, boolean forAll, String cards) {
        this.start = start;
        this.line = line;
        this.forAll = forAll;
        this.cards = cards;
        this.entry = entryOf(start);
        this.placeholders =
                Placeholders.of(start.spec().array(), entry, start.attempt().ordinal());
    }

    /** Another command, whose result serves many tasks: so it hears nothing of the one for which it runs. */
    TaskCommand instead(CommandLine other) {
        return new TaskCommand(start, other, true, "");
    }

    /** The same in surroundings that it shares with other tasks. */
    TaskCommand forOthersToo() {
        return new TaskCommand(start, line, true, cards);
    }

    /** The same with the graphics cards that are its own. */
    TaskCommand using(Cards.Taken taken) {
        return new TaskCommand(start, line, forAll, taken.text());
    }

    static String attemptVariable(AttemptId attempt) {
        return "GLEANER_ATTEMPT=" + attempt;
    }

    static String agentVariable(String marker) {
        return "GLEANER_AGENT=" + marker;
    }

    AttemptId attempt() {
        return start.attempt();
    }

    Requirements needs() {
        return start.spec().needs();
    }

    List<String> words() {
        if (line instanceof CommandLine.ShellLine shell) {
            return List.of("/bin/sh", "-c", shell.line());
        }
        return ((CommandLine.Words) line)
                .words().stream().map(placeholders::expand).toList();
    }

    /** All but the search path and the places that depend on the sandbox; the job adds to it. */
    Map<String, String> environment(TaskEnvironment surroundings) {
        AttemptId attempt = start.attempt();
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("LANG", surroundings.language());
        for (String name : THREAD_COUNTS) {
            variables.put(name, Integer.toString(start.spec().needs().cores()));
        }
        if (!cards.isEmpty()) {
            variables.put(Cards.VARIABLE, cards);
        }
        variables.putAll(start.spec().workplace().variables());
        // By these two its processes are found.
        variables.put("GLEANER_ATTEMPT", attempt.toString());
        variables.put("GLEANER_AGENT", surroundings.marker());
        if (forAll) {
            return variables;
        }
        variables.put("GLEANER_JOB", attempt.job().toString());
        variables.put("GLEANER_TASK", attempt.task().toString());
        variables.put("GLEANER_INDEX", Integer.toString(attempt.ordinal()));
        variables.put("GLEANER_ENTRY", entry.value());
        if (start.resumed()) {
            variables.put("GLEANER_RESUMED", "1");
        }
        needs().uses().counts().forEach((name, count) -> variables.put("GLEANER_USE_" + name, count.toString()));
        if (start.spec().array() instanceof ArrayShape.Listed listed) {
            for (int i = 0; i < Math.min(listed.columns().size(), entry.cells().size()); i++) {
                variables.put(
                        rowVariable(listed.columns().get(i)), entry.cells().get(i));
            }
        }
        return variables;
    }

    /** The job's own value, if it sets one. */
    String variable(String name, String otherwise) {
        return start.spec().workplace().variables().getOrDefault(name, otherwise);
    }

    /** A column may have a hyphen in its name, a variable may not. */
    private static String rowVariable(String column) {
        return "GLEANER_ROW_" + column.replace('-', '_');
    }

    /** The job's inputs and the entry's own; of two with one name the entry's. */
    List<InputFile> inputs() {
        Map<String, InputFile> byPath = new LinkedHashMap<>();
        start.spec().inputs().forEach(input -> byPath.put(input.path(), input));
        entry.files().forEach(input -> byPath.put(input.path(), input));
        return List.copyOf(byPath.values());
    }

    /** The entry's inputs alone. */
    List<InputFile> ownInputs() {
        return entry.files();
    }

    /** Whether its directory is not empty when it starts. */
    boolean bringsFiles() {
        return !start.directories().isEmpty() || !inputs().isEmpty();
    }

    /** What it may bring back, and so may change if it lies there from the beginning. */
    DeclaredOutputs declared() {
        return DeclaredOutputs.of(start.spec().outputs(), placeholders);
    }

    /** Throws an {@link IllegalArgumentException} if an entry makes a name that can't be used. */
    List<OutputFile> outputs() {
        return start.spec().outputs().stream()
                .map(output -> new OutputFile(placeholders.expand(output.path()), output.optional()))
                .toList();
    }

    /**
     * Why the command can't be started, in one line; null if it seems that it can. Whether there is such a command is
     * seen only where it runs: to look for it out here would tell a task what exists outside of its sandbox.
     */
    @Nullable
    String obstacle(Map<String, String> environment) {
        for (String word : words()) {
            if (isTooLong(word)) {
                return "an argument of the command has more than " + LONGEST + " bytes, the limit of Linux;"
                        + " put it into a file and pass that with --in";
            }
        }
        for (Map.Entry<String, String> variable : environment.entrySet()) {
            if (isTooLong(variable.getKey() + "=" + variable.getValue())) {
                return "the variable " + variable.getKey() + " has more than " + LONGEST
                        + " bytes, the limit of Linux; put it into a file and pass that with --in";
            }
        }
        return null;
    }

    private static boolean isTooLong(String text) {
        return text.length() > LONGEST / 3 && text.getBytes(StandardCharsets.UTF_8).length > LONGEST;
    }

    private static Entry entryOf(Start start) {
        Entry entry = start.entry();
        if (entry != null) {
            return entry;
        }
        return start.spec().array() instanceof ArrayShape.Range range
                ? range.entry(start.attempt().ordinal())
                : new Entry("", List.of());
    }
}
