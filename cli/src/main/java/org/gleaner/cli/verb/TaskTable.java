package org.gleaner.cli.verb;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.gleaner.client.call.UserCalls;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.client.job.Chosen;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Reply.JobSummary;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.TaskId;
import org.gleaner.core.job.Spans;
import org.gleaner.protocol.http.Answer;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.json.Members;
import org.gleaner.protocol.json.StatusJson;
import org.gleaner.protocol.json.TaskJson;
import org.gleaner.protocol.message.TaskRow;
import org.gleaner.protocol.message.TaskRow.LastAttempt;
import org.gleaner.terminal.console.Exit;
import org.gleaner.terminal.console.Printer;
import org.gleaner.terminal.console.Table;

/** The tasks of chosen jobs, one line each: where it ran last and how that ended. */
final class TaskTable {
    private static final int LONGEST = 120;

    private TaskTable() {}

    static int tell(UserCalls calls, String select, boolean json, PrintStream out)
            throws ClientFailure, CallFailed, IOException {
        List<JobTasks> all = new ArrayList<>();
        for (Chosen chosen : Chosen.of(calls, select)) {
            List<TaskRow> rows = new ArrayList<>();
            chosen.forEach(calls, null, rows::add);
            all.add(new JobTasks(chosen.job().summary(), rows));
        }
        if (json) {
            Printer.json(out, all, TaskTable::writeTasks);
            return Exit.OK;
        }
        Table table = new Table("TASK", "STATE", "ATTEMPTS", "NODE", "ENDED", "EXIT", "TIME", "MEMORY", "DETAIL");
        for (JobTasks job : all) {
            Map<AttemptId, Reply.Run> runs = runs(calls, job);
            for (TaskRow row : job.tasks()) {
                table.add(cells(job.job(), row, runs));
            }
        }
        table.print(out);
        return Exit.OK;
    }

    /** How far its attempts are; nothing is asked of a job that has none. */
    private static Map<AttemptId, Reply.Run> runs(UserCalls calls, JobTasks job) {
        Map<AttemptId, Reply.Run> runs = new HashMap<>();
        boolean any = job.tasks().stream().map(TaskRow::last).anyMatch(last -> last != null && last.cause() == null);
        if (any && calls.running(job.job().id()) instanceof Answer.Success<Reply.Running> running) {
            running.value().runs().forEach(run -> runs.put(run.attempt(), run));
        }
        return runs;
    }

    private record JobTasks(JobSummary job, List<TaskRow> tasks) {}

    private static void writeTasks(JsonGenerator out, List<JobTasks> jobs) throws IOException {
        StatusJson.start(out);
        Members.objects(out, "jobs", jobs, (json, one) -> {
            StatusJson.writeSummaryFields(json, one.job());
            Members.list(json, "taskList", one.tasks(), TaskJson::writeTask);
        });
        out.writeEndObject();
    }

    private static String[] cells(JobSummary job, TaskRow row, Map<AttemptId, Reply.Run> runs) {
        String name = job.id() + "." + row.task();
        String state = row.state().word();
        String attempts = Integer.toString(row.attempts());
        LastAttempt last = row.last();
        if (last == null) {
            return new String[] {name, state, attempts, "-", "-", "-", "-", "-", ""};
        }
        if (last.cause() == null) {
            TaskId task = new TaskId(job.id(), row.task());
            Reply.Run run = runs.get(new AttemptId(task, last.number()));
            Duration elapsed = run == null ? null : run.elapsed();
            String time = elapsed == null ? "-" : Spans.text(elapsed);
            String detail = run == null ? "" : progress(run, task, runs);
            return new String[] {name, state, attempts, last.nodeName(), "-", "-", time, "-", with(row, detail)};
        }
        boolean unknown = isUnknown(last.cause(), last.usage());
        return new String[] {
            name,
            state,
            attempts,
            last.nodeName(),
            last.cause().word(),
            exit(last.cause(), last.exitCode()),
            unknown ? "-" : Spans.text(last.usage().run()),
            last.usage().peakText(),
            with(row, oneLine(last))
        };
    }

    /** Says which attempts left files before they ended. */
    private static String with(TaskRow row, String detail) {
        if (row.partials().isEmpty()) {
            return detail;
        }
        String left = row.partials().stream().map(number -> "#" + number).collect(Collectors.joining(", "));
        return "partial results of " + left + (detail.isEmpty() ? "" : "; " + detail);
    }

    /** A row shows the oldest copy of its task: it stands still only if all copies do. */
    private static String progress(Reply.Run run, TaskId task, Map<AttemptId, Reply.Run> runs) {
        boolean still = run.suspended()
                && runs.values().stream()
                        .filter(one -> one.attempt().task().equals(task))
                        .allMatch(Reply.Run::suspended);
        Duration left = run.left();
        return still ? NodeCard.SUSPENDED : left == null ? "" : "~" + Spans.text(left) + " left";
    }

    /** Nobody knows how long it ran: its node was lost, or the server ended it before the node spoke. */
    static boolean isUnknown(Outcome cause, AttemptReport.Usage usage) {
        return cause == Outcome.LOST || (!cause.hasExitCode() && usage.run().isZero());
    }

    /** What was killed or never began has no exit code of its own, unless its agent tells one. */
    static String exit(Outcome cause, int code) {
        return cause.hasExitCode() || code != 0 ? Integer.toString(code) : "-";
    }

    /** How an attempt ended: the outcome and the last thing it said. */
    private static String oneLine(LastAttempt last) {
        String stripped = last.tail().strip();
        String said = stripped.substring(stripped.lastIndexOf('\n') + 1);
        String detail = last.detail();
        String text = Printer.printable(said.isEmpty() ? detail : detail.isEmpty() ? said : detail + ": " + said);
        return Printer.atMost(LONGEST, text);
    }
}
