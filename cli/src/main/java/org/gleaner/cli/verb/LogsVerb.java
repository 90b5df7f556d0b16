package org.gleaner.cli.verb;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.gleaner.cli.access.Access;
import org.gleaner.cli.access.ClientVerb;
import org.gleaner.client.call.UserCalls;
import org.gleaner.client.call.UserCalls.Stream;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.client.job.Chosen;
import org.gleaner.client.job.Watch;
import org.gleaner.core.attempt.FailureLine;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.TaskId;
import org.gleaner.core.job.Counted;
import org.gleaner.core.job.TaskState;
import org.gleaner.protocol.http.Answer;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.message.JobQuery;
import org.gleaner.protocol.message.TaskRow;
import org.gleaner.protocol.problem.ProblemKind;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.argument.Flag;
import org.gleaner.terminal.argument.Syntax;
import org.gleaner.terminal.argument.Syntax.Operands;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Exit;
import org.gleaner.terminal.console.Printer;
import org.gleaner.terminal.console.Surroundings;

/** Shows what tasks printed. */
public final class LogsVerb implements ClientVerb {
    /** Enough for the wanted number of lines, unless they are very long. */
    private static final long BYTES_PER_LINE = 500;

    private static final long MOST_TAIL = 4L << 20;

    /** Of failures that are alike so many are shown. */
    private static final int ALIKE = 2;

    @Override
    public Syntax syntax() {
        return Syntax.of("logs", "show what tasks printed", Operands.of("[SEL | ID ID …]", 0, JobQuery.MOST))
                .example("gleaner logs 7.3", "everything that task 3 of job 7 printed")
                .example("gleaner logs 7 --failed --tail 20", "the last lines of those that failed")
                .example("gleaner logs -f 7", "what its tasks print, as they print it")
                .flags(
                        Flag.on("failed", "only tasks whose last attempt failed; two of each kind"),
                        Flag.one("tail", "N", "only the last N lines of each"),
                        Flag.on("follow", "keep printing until the tasks have ended")
                                .orLetter('f'),
                        JobNumbers.FROM);
    }

    @Override
    public int work(Arguments arguments, Surroundings here)
            throws ClientFailure, CliFailure, CallFailed, IOException, InterruptedException {
        int tail = arguments.count("tail", 1, 0);
        UserCalls calls = Access.calls(here);
        if (arguments.has("follow")) {
            if (arguments.has("failed") || arguments.has("tail")) {
                throw CliFailure.usage(
                        "--follow can't be combined with --failed or --tail.",
                        "It shows everything that tasks print.",
                        "Remove --follow, or the others.");
            }
            Watch.Question<List<Chosen>> question = chosen(calls, arguments, here);
            List<Chosen> chosen = Waiting.patiently(question, null, here.err());
            new LogFollower(calls, chosen, here, false).follow();
            return Exit.OK;
        }
        List<Ran> tasks = new ArrayList<>();
        Map<String, List<Ran>> alike = new LinkedHashMap<>();
        for (Chosen chosen : chosen(calls, arguments, here).ask()) {
            chosen.forEach(calls, null, row -> {
                if (row.attempts() > 0 && (!arguments.has("failed") || failed(row))) {
                    Ran task = new Ran(new TaskId(chosen.job().id(), row.task()), row);
                    tasks.add(task);
                    alike.computeIfAbsent(chosen.job().id() + " " + ending(row), any -> new ArrayList<>())
                            .add(task);
                }
            });
        }
        if (tasks.isEmpty()) {
            here.err().println(arguments.has("failed") ? "No tasks failed." : "No tasks have run yet.");
        } else if (arguments.has("failed")) {
            for (List<Ran> group : alike.values()) {
                showSome(calls, group, tasks.size() > 1, tail, here);
            }
        } else {
            List<Ran> silent = new ArrayList<>();
            for (Ran task : tasks) {
                if (!show(calls, task, tasks.size() > 1, tail, here) && isRunning(task.row())) {
                    silent.add(task);
                }
            }
            tellRunning(silent, arguments, here);
        }
        return Exit.OK;
    }

    private static Watch.Question<List<Chosen>> chosen(UserCalls calls, Arguments arguments, Surroundings here)
            throws CliFailure, IOException {
        if (!JobNumbers.areIn(arguments)) {
            String select = arguments.operand(0, "last");
            return () -> Chosen.of(calls, select);
        }
        List<JobId> ids = JobNumbers.some(arguments, here);
        return () -> Chosen.ofJobs(calls, ids);
    }

    /** A task that was started at least once. */
    private record Ran(TaskId id, TaskRow row) {}

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
    private static void showSome(UserCalls calls, List<Ran> group, boolean many, int tail, Surroundings here)
            throws CallFailed, IOException {
        for (Ran task : group.subList(0, Math.min(ALIKE, group.size()))) {
            boolean unused = show(calls, task, many, tail, here);
        }
        if (group.size() > ALIKE) {
            here.out()
                    .println("==> " + Counted.of(group.size() - ALIKE, "more task") + " failed the same way, such as "
                            + group.get(ALIKE).id() + " <==");
        }
    }

    private static boolean isRunning(TaskRow row) {
        return row.state() == TaskState.RUNNING;
    }

    /** What an attempt printed comes with its end, so nobody knows yet whether these printed something. */
    private static void tellRunning(List<Ran> silent, Arguments arguments, Surroundings here) {
        if (silent.size() == 1) {
            TaskId one = silent.get(0).id();
            here.err().println(one + " is still running; 'gleaner logs -f " + one + "' shows what it prints.");
        } else if (!silent.isEmpty()) {
            String jobs = JobNumbers.areIn(arguments) ? "JOB" : arguments.operand(0, "last");
            here.err()
                    .println(Printer.printable(Counted.of(silent.size(), "task")
                            + " are still running; 'gleaner logs -f " + jobs + "' shows what they print."));
        }
    }

    private static boolean failed(TaskRow row) {
        TaskRow.LastAttempt last = row.last();
        return last != null && last.cause() != null && last.cause() != Outcome.DONE;
    }

    /** Whether there was anything to show. */
    private static boolean show(UserCalls calls, Ran task, boolean many, int tail, Surroundings here)
            throws CallFailed, IOException {
        long printed = 0;
        for (Stream stream : Stream.values()) {
            // With one task what it printed goes where it went; with many, the headings say what is what.
            Section section = new Section(
                    many || stream == Stream.STDOUT ? here.out() : here.err(),
                    many ? "==> " + task.id() + " " + stream.name().toLowerCase(Locale.ROOT) + " <==" : "");
            ByteArrayOutputStream end = new ByteArrayOutputStream();
            long bytes = tail == 0 ? 0 : Math.min(MOST_TAIL, tail * BYTES_PER_LINE);
            Answer<Long> answer = calls.printed(task.id(), stream, bytes, tail == 0 ? section : end);
            if (answer.isRefused(ProblemKind.UNKNOWN_OUTPUT)) {
                continue;
            }
            printed += answer.get();
            byte[] all = end.toByteArray();
            int from = tail == 0 ? 0 : lastLines(all, tail);
            section.write(all, from, all.length - from);
            section.end();
        }
        if (printed == 0 && !isRunning(task.row()) && (!many || failed(task.row()))) {
            here.err().println(Printer.printable(task.id() + " printed nothing" + how(task.row()) + "."));
        }
        return printed > 0;
    }

    /** How it ended, for one whose own words do not tell. */
    private static String how(TaskRow row) {
        TaskRow.LastAttempt last = row.last();
        Outcome cause = last == null ? null : last.cause();
        if (last == null || cause == null || cause == Outcome.DONE) {
            return "";
        }
        return " (" + cause.word() + (last.detail().isEmpty() ? "" : ": " + last.detail()) + ")";
    }

    /** Passes on what a task printed as it comes, however long it is: below a heading, and up to the end of a line. */
    private static final class Section extends OutputStream {
        private final PrintStream out;
        private final String heading;
        private boolean begun;
        private byte last = '\n';

        /** @param heading empty if there is none, and then nothing is added at the end either */
        Section(PrintStream out, String heading) {
            this.out = out;
            this.heading = heading;
        }

        @Override
        public void write(int one) {
            write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) {
            if (length == 0) {
                return;
            }
            if (!begun && !heading.isEmpty()) {
                out.println(heading);
            }
            begun = true;
            out.write(bytes, from, length);
            last = bytes[from + length - 1];
        }

        void end() {
            if (last != '\n' && !heading.isEmpty()) {
                out.println();
            }
            out.flush();
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
