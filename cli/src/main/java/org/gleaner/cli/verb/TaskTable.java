package org.gleaner.cli.verb;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.gleaner.client.call.UserCalls;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.client.job.Chosen;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.grid.Reason;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Reply.JobSummary;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.TaskId;
import org.gleaner.core.job.Spans;
import org.gleaner.protocol.http.Answer;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.json.Members;
import org.gleaner.protocol.json.StatusJson;
import org.gleaner.protocol.json.TaskJson;
import org.gleaner.protocol.message.Explanation;
import org.gleaner.protocol.message.TaskRow;
import org.gleaner.protocol.message.TaskRow.LastAttempt;
import org.gleaner.terminal.console.Exit;
import org.gleaner.terminal.console.Printer;
import org.gleaner.terminal.console.Table;

/** The tasks of chosen jobs, one line each: where it ran last and how that ended. */
final class TaskTable {
    /** So many nodes are asked whether tasks stand still there. */
    private static final int MOST_NODES = 50;
    /** More tasks that stand still and were tried again are not asked about. */
    private static final int MOST_COPIES = 50;

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
        Set<AttemptId> suspended = suspended(calls, all);
        for (JobTasks job : all) {
            for (TaskRow row : job.tasks()) {
                table.add(cells(job.job(), row, suspended));
            }
        }
        table.print(out);
        return Exit.OK;
    }

    /** Which attempts stand still for a person, as their nodes last said; only nodes that run some are asked. */
    private static Set<AttemptId> suspended(UserCalls calls, List<JobTasks> jobs) {
        Set<NodeId> nodes = new LinkedHashSet<>();
        for (JobTasks job : jobs) {
            for (TaskRow row : job.tasks()) {
                LastAttempt last = row.last();
                if (last != null && last.cause() == null && nodes.size() < MOST_NODES) {
                    nodes.add(last.node());
                }
            }
        }
        Set<AttemptId> found = new HashSet<>();
        for (NodeId node : nodes) {
            // A node that was forgotten meanwhile runs nothing that anybody waits for.
            if (calls.node(node) instanceof Answer.Success<Reply.NodeDetail> detail) {
                detail.value().runs().stream()
                        .filter(Reply.NodeRun::suspended)
                        .forEach(run -> found.add(run.attempt()));
            }
        }
        jobs.forEach(job -> dropThoseWhoseCopiesGoOn(calls, job, found));
        return found;
    }

    /** A row shows the oldest copy; of a task that has younger ones the server is asked whether all stand still. */
    private static void dropThoseWhoseCopiesGoOn(UserCalls calls, JobTasks job, Set<AttemptId> suspended) {
        int asked = 0;
        for (TaskRow row : job.tasks()) {
            LastAttempt last = row.last();
            if (last != null && last.number() < row.attempts() && asked < MOST_COPIES) {
                TaskId task = new TaskId(job.job().id(), row.task());
                AttemptId shown = new AttemptId(task, last.number());
                if (suspended.contains(shown)) {
                    asked++;
                    if (calls.why(task.toString()) instanceof Answer.Success<Explanation> why
                            && why.value().reasons().stream().noneMatch(one -> one.kind() == Reason.Kind.SUSPENDED)) {
                        suspended.remove(shown);
                    }
                }
            }
        }
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

    private static String[] cells(JobSummary job, TaskRow row, Set<AttemptId> suspended) {
        String name = job.id() + "." + row.task();
        String state = row.state().word();
        String attempts = Integer.toString(row.attempts());
        LastAttempt last = row.last();
        if (last == null) {
            return new String[] {name, state, attempts, "-", "-", "-", "-", "-", ""};
        }
        if (last.cause() == null) {
            boolean still = suspended.contains(new AttemptId(new TaskId(job.id(), row.task()), last.number()));
            String detail = still ? NodeCard.SUSPENDED : "";
            return new String[] {name, state, attempts, last.nodeName(), "-", "-", "-", "-", detail};
        }
        boolean unknown = last.cause() == Outcome.LOST;
        return new String[] {
            name,
            state,
            attempts,
            last.nodeName(),
            last.cause().word(),
            unknown ? "-" : Integer.toString(last.exitCode()),
            unknown ? "-" : Spans.text(last.usage().run()),
            last.usage().peakText(),
            oneLine(last)
        };
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
