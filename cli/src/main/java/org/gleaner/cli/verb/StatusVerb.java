package org.gleaner.cli.verb;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.cli.argument.Arguments;
import org.gleaner.cli.argument.Flag;
import org.gleaner.cli.argument.Syntax;
import org.gleaner.cli.argument.Syntax.Example;
import org.gleaner.cli.argument.Syntax.Operands;
import org.gleaner.cli.console.Access;
import org.gleaner.cli.console.CliFailure;
import org.gleaner.cli.console.Exit;
import org.gleaner.cli.console.Printer;
import org.gleaner.cli.console.Surroundings;
import org.gleaner.cli.console.Table;
import org.gleaner.core.grid.Reply.JobSummary;
import org.gleaner.core.job.Spans;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.http.UserCalls;
import org.gleaner.protocol.json.StatusJson;
import org.gleaner.protocol.json.TaskJson;
import org.gleaner.protocol.message.JobPage;
import org.gleaner.protocol.message.TaskRow;
import org.gleaner.protocol.message.TaskRow.LastAttempt;

/** Shows where jobs stand, or their tasks. The command that people type most: it must start fast. */
public final class StatusVerb implements CliVerb {
    @Override
    public Syntax syntax() {
        return new Syntax(
                "status",
                "show where jobs stand",
                Operands.of("[SEL]", 0, 1),
                List.of(
                        new Example("gleaner status", "all your jobs, youngest first"),
                        new Example("gleaner status 7 --tasks", "every task of job 7, where it ran and how it ended"),
                        new Example("gleaner status name:sweep --json", "for scripts")),
                List.of(Flag.on("tasks", "list the tasks too"), Flag.JSON));
    }

    @Override
    public int run(Arguments arguments, Surroundings here) throws CliFailure, CallFailed, IOException {
        UserCalls calls = Access.calls(here);
        String select = arguments.operand(0, "");
        if (arguments.has("tasks")) {
            return tasks(calls, select.isEmpty() ? "last" : select, arguments.json(), here.out());
        }
        if (!select.isEmpty()) {
            Chosen.selector(select);
        }
        JobPage page = calls.jobs(select, Chosen.MOST_JOBS).get();
        if (arguments.json()) {
            Printer.json(here.out(), page, StatusJson::writeJobs);
        } else {
            people(page, here.out());
        }
        return Exit.OK;
    }

    private static void people(JobPage page, PrintStream out) {
        if (page.jobs().isEmpty()) {
            out.println("No jobs. 'gleaner submit --help' shows how to hand one in.");
            return;
        }
        Table table = new Table("JOB", "NAME", "OWNER", "STATE", "DONE", "RUNNING", "READY", "PAUSED", "BLOCKED");
        for (JobSummary job : page.jobs()) {
            TaskCounts tasks = job.tasks();
            table.add(
                    job.id().toString(),
                    job.name(),
                    job.owner().name(),
                    job.state().word(),
                    tasks.done() + "/" + tasks.total(),
                    count(tasks.running()),
                    count(tasks.ready() + tasks.waiting()),
                    count(tasks.paused()),
                    count(tasks.blocked()));
        }
        table.print(out);
        for (JobSummary job : page.jobs()) {
            if (!job.note().isEmpty()) {
                out.println("Job " + job.id() + ": " + job.note());
            }
        }
        if (page.more()) {
            out.println("There are more; name one, or narrow them down with name:, type: or state:.");
        }
    }

    private static String count(int tasks) {
        return tasks == 0 ? "-" : Integer.toString(tasks);
    }

    private static int tasks(UserCalls calls, String select, boolean json, PrintStream out)
            throws CliFailure, CallFailed, IOException {
        List<JobTasks> all = new ArrayList<>();
        for (Chosen chosen : Chosen.of(calls, select)) {
            List<TaskRow> rows = new ArrayList<>();
            chosen.forEach(calls, null, rows::add);
            all.add(new JobTasks(chosen.job(), rows));
        }
        if (json) {
            Printer.json(out, all, StatusVerb::writeTasks);
            return Exit.OK;
        }
        Table table = new Table("TASK", "STATE", "TRIES", "NODE", "ENDED", "EXIT", "TIME", "MEMORY", "DETAIL");
        for (JobTasks job : all) {
            for (TaskRow row : job.tasks()) {
                table.add(cells(job.job(), row));
            }
        }
        table.print(out);
        return Exit.OK;
    }

    private record JobTasks(JobSummary job, List<TaskRow> tasks) {}

    private static void writeTasks(JsonGenerator out, List<JobTasks> jobs) throws IOException {
        StatusJson.start(out);
        out.writeArrayFieldStart("jobs");
        for (JobTasks one : jobs) {
            out.writeStartObject();
            StatusJson.writeSummaryFields(out, one.job());
            out.writeArrayFieldStart("taskList");
            for (TaskRow row : one.tasks()) {
                TaskJson.writeTask(out, row);
            }
            out.writeEndArray();
            out.writeEndObject();
        }
        out.writeEndArray();
        out.writeEndObject();
    }

    private static String[] cells(JobSummary job, TaskRow row) {
        String name = job.id() + "." + row.task();
        String state = row.state().word();
        String tries = Integer.toString(row.attempts());
        LastAttempt last = row.last();
        if (last == null) {
            return new String[] {name, state, tries, "-", "-", "-", "-", "-", ""};
        }
        if (last.cause() == null) {
            return new String[] {name, state, tries, last.nodeName(), "-", "-", "-", "-", ""};
        }
        return new String[] {
            name,
            state,
            tries,
            last.nodeName(),
            last.cause().word(),
            Integer.toString(last.exitCode()),
            Spans.text(last.usage().run()),
            last.usage().peak().bytes() == 0 ? "-" : last.usage().peak().toString(),
            Blockers.oneLine(last)
        };
    }
}
