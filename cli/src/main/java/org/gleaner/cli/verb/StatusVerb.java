package org.gleaner.cli.verb;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.gleaner.cli.access.Access;
import org.gleaner.cli.access.ClientVerb;
import org.gleaner.client.call.JobList;
import org.gleaner.client.call.JobPages;
import org.gleaner.client.call.UserCalls;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.client.job.Chosen;
import org.gleaner.core.ahead.Forecast;
import org.gleaner.core.attempt.Failures;
import org.gleaner.core.grid.Reply.JobSummary;
import org.gleaner.core.grid.Selector;
import org.gleaner.core.id.JobId;
import org.gleaner.protocol.http.Answer;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.json.Members;
import org.gleaner.protocol.json.PastJson;
import org.gleaner.protocol.json.StatusJson;
import org.gleaner.protocol.message.Explanation;
import org.gleaner.protocol.message.JobDetail;
import org.gleaner.protocol.message.JobPage;
import org.gleaner.protocol.message.JobQuery;
import org.gleaner.protocol.message.JobStates;
import org.gleaner.protocol.problem.ProblemKind;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.argument.Flag;
import org.gleaner.terminal.argument.Syntax;
import org.gleaner.terminal.argument.Syntax.Operands;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Exit;
import org.gleaner.terminal.console.Printer;
import org.gleaner.terminal.console.ProgressLine;
import org.gleaner.terminal.console.Surroundings;

/** Shows where jobs stand, or their tasks. The command that people type most: it must start fast. */
public final class StatusVerb implements ClientVerb {
    private static final int SHOWN = 20;

    /** So many jobs are enough to see what goes on. */
    private static final int LISTED = 30;

    private static final int MOST_LISTED = 1_000_000;

    private static final List<String> FORMS = List.of("tasks", "tree", "failures");

    @Override
    public Syntax syntax() {
        return Syntax.of("status", "show the state of jobs", Operands.of("[SEL | ID ID …]", 0, JobQuery.MOST))
                .example("gleaner status", "open jobs, then those that ended lately: " + LISTED + " jobs at most")
                .example("gleaner status 7 --tasks", "every task of job 7, where it ran and how it ended")
                .example("gleaner status 7 8 9 --json", "for scripts; many jobs are one call")
                .flags(
                        Flag.on("all", "list all jobs that match, however many"),
                        Flag.on("mine", "only your own jobs, for admins"),
                        SinceFlag.of("leave out jobs that ended before then, such as 2d (ago) or 2026-11-16"),
                        Flag.on("tasks", "list the tasks too; without SEL, of the last job"),
                        Flag.on("tree", "show what the jobs wait for, as a tree; without SEL, of all open jobs"),
                        Flag.on("failures", "list failures, similar ones in one line; without SEL, of the last job"),
                        JobNumbers.FROM,
                        Flag.JSON);
    }

    @Override
    public int work(Arguments arguments, Surroundings here) throws ClientFailure, CliFailure, CallFailed, IOException {
        refuseSeveralForms(arguments);
        UserCalls calls = Access.calls(here);
        String select = arguments.operand(0, "");
        if (JobNumbers.areIn(arguments)) {
            return many(calls, JobNumbers.of(arguments, here), arguments, here);
        }
        boolean tasks = Chosen.selector(select.isEmpty() ? "all" : select) instanceof Selector.SomeTasks
                && FORMS.stream().noneMatch(arguments::has)
                && !arguments.json();
        if (tasks || arguments.has("tasks")) {
            return TaskTable.tell(calls, select.isEmpty() ? "last" : select, arguments.json(), here.out());
        }
        if (arguments.has("tree")) {
            if (arguments.json()) {
                throw CliFailure.usage(
                        "--tree can't be combined with --json.",
                        "A tree is for people.",
                        "For scripts, 'turn' of GET /api/v1/jobs/ID has what a job waits for.");
            }
            return select.isEmpty()
                    ? JobTree.tellOpen(calls, arguments.has("mine"), here.out())
                    : JobTree.tell(calls, select, here.out());
        }
        Selector selector = Chosen.selector(select.isEmpty() ? "all" : select);
        if (arguments.has("failures")) {
            return failures(calls, select.isEmpty() ? "last" : select, arguments.json(), here.out());
        }
        boolean filtered = arguments.has("mine") || arguments.has("since");
        if (selector instanceof Selector.OneJob one && !filtered && !arguments.json()) {
            return one(calls, one.job(), here);
        }
        JobPage page = page(calls, select, arguments);
        if (page.jobs().isEmpty() && !Chosen.mayBeNone(selector)) {
            throw Chosen.nothing(calls, select);
        }
        if (arguments.json()) {
            Printer.json(here.out(), page, StatusJson::writeJobs);
            return Exit.OK;
        }
        if (page.jobs().isEmpty()) {
            here.out().println(none(calls, select, arguments));
            return Exit.OK;
        }
        JobTable.print(page.jobs(), page.forecasts(), EtaText.by(page.now()), here.out());
        if (page.more()) {
            // Whoever reads a list through a pipe must see that it is not whole, and behind it.
            here.out().flush();
            (here.streams().outIsTerminal() ? here.out() : here.err()).println(more(page));
        }
        hint(page, here.out());
        if (!select.isEmpty() && page.jobs().size() == 1) {
            closer(calls, calls.job(page.jobs().get(0).id()).get(), here);
        }
        ServerWarnings.print(calls, here.out());
        return Exit.OK;
    }

    private static void refuseSeveralForms(Arguments arguments) throws CliFailure {
        List<String> forms = FORMS.stream().filter(arguments::has).toList();
        if (forms.size() > 1) {
            throw CliFailure.usage(
                    "--" + forms.get(0) + " can't be combined with --" + forms.get(1) + ".",
                    "Each shows jobs in its own way.",
                    "Use one of them at a time.");
        }
    }

    /** Scripts get the youngest first, as ever; people what is open first. */
    private static JobPage page(UserCalls calls, String select, Arguments arguments) throws CliFailure, CallFailed {
        boolean json = arguments.json();
        JobList list = new JobList(
                select,
                !json,
                arguments.has("mine"),
                SinceFlag.value(arguments),
                !json,
                "",
                json ? JobPages.PAGE : LISTED);
        if (arguments.has("all")) {
            return JobPages.all(calls, list, MOST_LISTED);
        }
        JobPage page = calls.jobs(list).get();
        return json ? new JobPage(page.jobs(), page.more(), "", null, page.forecasts(), page.now()) : page;
    }

    private static String more(JobPage page) {
        Long total = page.total();
        return total == null
                ? "There are more; narrow the list with name:, type: or state:."
                : "… " + (total - page.jobs().size()) + " more; --all shows them";
    }

    private static String none(UserCalls calls, String select, Arguments arguments) throws ClientFailure, CallFailed {
        if (arguments.has("mine") || arguments.has("since")) {
            return "No jobs match.";
        }
        return select.isEmpty()
                ? "No jobs. 'gleaner submit --help' shows how to submit one."
                : Printer.printable(Chosen.none(calls, select));
    }

    /** That jobs stand still is not to be seen from their counts. */
    private static void hint(JobPage page, PrintStream out) {
        List<JobSummary> still = page.jobs().stream()
                .filter(job -> job.tasks().running() == 0 && job.tasks().ready() > 0)
                .toList();
        if (page.jobs().size() > 1 && !still.isEmpty()) {
            out.println(
                    still.size() == 1
                            ? "No task of job " + still.get(0).id() + " is running; 'gleaner why "
                                    + still.get(0).id() + "' says why."
                            : (page.more() ? "Jobs" : still.size() + " jobs")
                                    + " are ready but not running; 'gleaner why' says why.");
        }
    }

    /** All about it comes with one call, and no list has more. */
    private static int one(UserCalls calls, JobId id, Surroundings here) throws ClientFailure, CallFailed {
        Answer<JobDetail> answer = calls.job(id);
        if (answer.isRefused(ProblemKind.UNKNOWN_JOB)) {
            throw Chosen.nothing(calls, id.toString());
        }
        Forecast.Span forecast = answer.get().forecast();
        JobTable.print(
                List.of(answer.get().summary()),
                forecast == null ? Collections.emptyMap() : Collections.singletonMap(id, forecast),
                EtaText.by(answer.get().now()),
                here.out());
        closer(calls, answer.get(), here);
        ServerWarnings.print(calls, here.out());
        return Exit.OK;
    }

    /** Who asks for one job wants to see how far it is and what went wrong. */
    private static void closer(UserCalls calls, JobDetail detail, Surroundings here) throws CallFailed {
        JobSummary job = detail.summary();
        JobId origin = detail.spec().origin();
        if (origin != null) {
            here.out().println("Job " + job.id() + " runs tasks of job " + origin + " again.");
        }
        DeadlineText.missed(calls, detail).ifPresent(here.out()::println);
        if (here.streams().outIsTerminal()) {
            here.out().println(ProgressLine.line(job.tasks().wanted(job.solved())));
        }
        if (job.tasks().done() < job.tasks().total()) {
            Digest.of(calls, job.id(), Digest.FEW).print("  ", here.out());
        }
        boolean makesMore = job.hosted() && job.growing();
        if (job.tasks().running() == 0
                && (makesMore || job.tasks().ready() + job.tasks().waiting() > 0)) {
            List<Explanation.Point> reasons =
                    Standstill.keeping(calls.why(job.id().toString()).get().reasons());
            new Telling(calls, reasons, here.out(), false).tell();
        }
    }

    private static int failures(UserCalls calls, String select, boolean json, PrintStream out)
            throws ClientFailure, CallFailed {
        List<Chosen> chosen = Chosen.of(calls, select);
        if (json) {
            Map<JobSummary, Failures> digests = new LinkedHashMap<>();
            for (Chosen one : chosen) {
                digests.put(
                        one.job().summary(),
                        calls.failures(one.job().id(), Digest.ALL).get());
            }
            Printer.json(out, digests, StatusVerb::writeFailures);
            return Exit.OK;
        }
        for (Chosen one : chosen) {
            JobSummary job = one.job().summary();
            Digest digest = Digest.of(calls, job.id(), Digest.ALL);
            out.println(Printer.printable("Job " + job.id() + " " + job.name())
                    + (digest.isEmpty() ? ": nothing failed." : ":"));
            digest.print("  ", out);
        }
        return Exit.OK;
    }

    private static void writeFailures(JsonGenerator out, Map<JobSummary, Failures> digests) throws IOException {
        StatusJson.start(out);
        Members.objects(out, "jobs", digests.entrySet(), (json, one) -> {
            StatusJson.writeSummaryFields(json, one.getKey());
            json.writeObjectFieldStart("digest");
            PastJson.writeFailureFields(json, one.getValue());
            json.writeEndObject();
        });
        out.writeEndObject();
    }

    private static int many(UserCalls calls, JobQuery query, Arguments arguments, Surroundings here)
            throws CliFailure, CallFailed, IOException {
        if (arguments.has("tasks") || arguments.has("failures") || arguments.has("tree")) {
            throw CliFailure.usage(
                    "--tasks, --failures and --tree require a single selector.",
                    "Several jobs were given.",
                    "Ask for them one by one, or leave out the flag.");
        }
        JobStates states = calls.query(query).get();
        int exit = states.jobs().isEmpty() && !states.unknown().isEmpty() ? Exit.REFUSED : Exit.OK;
        if (arguments.json()) {
            Printer.json(here.out(), states, StatusJson::writeStates);
            return exit;
        }
        JobTable.print(states.jobs(), states.forecasts(), EtaText.by(states.now()), here.out());
        if (!states.unknown().isEmpty()) {
            here.err().println("You have no jobs with these numbers: " + shown(states.unknown()));
        }
        return exit;
    }

    private static String shown(List<JobId> ids) {
        String first = ids.stream().limit(SHOWN).map(JobId::toString).collect(Collectors.joining(", "));
        return ids.size() <= SHOWN ? first + "." : first + " and " + (ids.size() - SHOWN) + " more.";
    }
}
