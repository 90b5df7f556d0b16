package org.gleaner.cli.verb;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.gleaner.cli.argument.Arguments;
import org.gleaner.cli.argument.Flag;
import org.gleaner.cli.argument.Syntax;
import org.gleaner.cli.argument.Syntax.Example;
import org.gleaner.cli.argument.Syntax.Operands;
import org.gleaner.cli.console.Access;
import org.gleaner.cli.console.CliFailure;
import org.gleaner.cli.console.Counted;
import org.gleaner.cli.console.Exit;
import org.gleaner.cli.console.Surroundings;
import org.gleaner.core.attempt.FailureLine;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.id.TaskId;
import org.gleaner.protocol.http.Answer;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.http.UserCalls;
import org.gleaner.protocol.http.UserCalls.Stream;
import org.gleaner.protocol.message.TaskRow;
import org.gleaner.protocol.problem.ProblemKind;

/** Shows what tasks printed. */
public final class LogsVerb implements CliVerb {
    /** Enough for the wanted number of lines, unless they are very long. */
    private static final long BYTES_PER_LINE = 500;

    private static final long MOST_TAIL = 4L << 20;

    /** Of failures that are alike so many are shown. */
    private static final int ALIKE = 2;

    @Override
    public Syntax syntax() {
        return new Syntax(
                "logs",
                "show what tasks printed",
                Operands.of("[SEL]", 0, 1),
                List.of(
                        new Example("gleaner logs 7.3", "all that task 3 of job 7 printed"),
                        new Example("gleaner logs 7 --failed --tail 20", "the last lines of those that failed"),
                        new Example("gleaner logs -f 7", "what its tasks print, as they print it")),
                List.of(
                        Flag.on("failed", "only tasks whose last try failed; of those that are alike two"),
                        Flag.one("tail", "N", "only the last N lines of each"),
                        Flag.on("follow", "go on until the tasks have ended, as they print")
                                .orLetter('f')));
    }

    @Override
    public int run(Arguments arguments, Surroundings here)
            throws CliFailure, CallFailed, IOException, InterruptedException {
        int tail = arguments.count("tail", 1, 0);
        UserCalls calls = Access.calls(here);
        if (arguments.has("follow")) {
            if (arguments.has("failed") || arguments.has("tail")) {
                throw CliFailure.usage(
                        "--follow shows all that tasks print.",
                        "--failed and --tail choose from what is there.",
                        "Leave --follow out, or the others.");
            }
            new LogFollower(calls, Chosen.of(calls, arguments.operand(0, "last")), here).follow();
            return Exit.OK;
        }
        List<TaskId> tasks = new ArrayList<>();
        Map<String, List<TaskId>> alike = new LinkedHashMap<>();
        for (Chosen chosen : Chosen.of(calls, arguments.operand(0, "last"))) {
            chosen.forEach(calls, null, row -> {
                TaskId task = new TaskId(chosen.job().id(), row.task());
                if (row.attempts() > 0 && (!arguments.has("failed") || failed(row))) {
                    tasks.add(task);
                    alike.computeIfAbsent(chosen.job().id() + " " + ending(row), any -> new ArrayList<>())
                            .add(task);
                }
            });
        }
        if (tasks.isEmpty()) {
            here.err().println(arguments.has("failed") ? "No task failed." : "No task has run yet.");
        } else if (arguments.has("failed")) {
            for (List<TaskId> group : alike.values()) {
                showSome(calls, group, tasks.size() > 1, tail, here);
            }
        } else {
            for (TaskId task : tasks) {
                show(calls, task, tasks.size() > 1, tail, here);
            }
        }
        return Exit.OK;
    }

    /** By what failures are told apart. */
    private static String ending(TaskRow row) {
        TaskRow.LastAttempt last = row.last();
        Outcome cause = last == null ? null : last.cause();
        if (last == null || cause == null) {
            return "";
        }
        return cause.word() + " " + FailureLine.of(cause, last.tail(), last.detail());
    }

    /** Of failures that are alike the first few; the others are only counted. */
    private static void showSome(UserCalls calls, List<TaskId> group, boolean many, int tail, Surroundings here)
            throws CallFailed, IOException {
        for (TaskId task : group.subList(0, Math.min(ALIKE, group.size()))) {
            show(calls, task, many, tail, here);
        }
        if (group.size() > ALIKE) {
            here.out()
                    .println("==> " + Counted.of(group.size() - ALIKE, "task") + " more ended alike, the next is "
                            + group.get(ALIKE) + " <==");
        }
    }

    private static boolean failed(TaskRow row) {
        TaskRow.LastAttempt last = row.last();
        return last != null && last.cause() != null && last.cause() != Outcome.DONE;
    }

    private static void show(UserCalls calls, TaskId task, boolean many, int tail, Surroundings here)
            throws CallFailed, IOException {
        PrintStream out = here.out();
        for (Stream stream : Stream.values()) {
            // With one task what it printed goes where it went; with many, the headings say what is what.
            PrintStream sink = many || stream == Stream.STDOUT ? out : here.err();
            ByteArrayOutputStream text = new ByteArrayOutputStream();
            long bytes = tail == 0 ? 0 : Math.min(MOST_TAIL, tail * BYTES_PER_LINE);
            Answer<Long> answer = calls.printed(task, stream, bytes, many || tail > 0 ? text : sink);
            if (answer instanceof Answer.Refused<Long> refused
                    && refused.problem().is(ProblemKind.UNKNOWN_OUTPUT)) {
                continue;
            }
            long length = answer.get();
            if (many && length > 0) {
                out.println("==> " + task + " " + stream.name().toLowerCase(Locale.ROOT) + " <==");
            }
            byte[] all = text.toByteArray();
            int from = tail == 0 ? 0 : lastLines(all, tail);
            sink.write(all, from, all.length - from);
            if (many && all.length > 0 && all[all.length - 1] != '\n') {
                sink.println();
            }
            sink.flush();
        }
    }

    /** Where the last so many lines begin. */
    static int lastLines(byte[] text, int lines) {
        int left = lines;
        for (int at = text.length - 2; at >= 0; at--) {
            if (text[at] == '\n' && --left == 0) {
                return at + 1;
            }
        }
        return 0;
    }
}
