package org.gleaner.cli.verb;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.cli.access.Access;
import org.gleaner.cli.access.ClientVerb;
import org.gleaner.client.call.JobList;
import org.gleaner.client.call.UserCalls;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.client.job.Chosen;
import org.gleaner.core.grid.Reason.Kind;
import org.gleaner.core.grid.Selector;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.Counted;
import org.gleaner.protocol.http.Answer;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.json.AnswerJson;
import org.gleaner.protocol.message.Explanation;
import org.gleaner.protocol.message.JobAdvice;
import org.gleaner.protocol.message.JobDetail;
import org.gleaner.protocol.message.WhySummary;
import org.gleaner.protocol.problem.ProblemKind;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.argument.Flag;
import org.gleaner.terminal.argument.Syntax;
import org.gleaner.terminal.argument.Syntax.Operands;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Exit;
import org.gleaner.terminal.console.Printer;
import org.gleaner.terminal.console.Surroundings;

/** Asks the scheduler why tasks are where they are. */
public final class WhyVerb implements ClientVerb {
    /** As many jobs as are explained one by one. */
    private static final int FEW = 10;

    private static final int MOST_REASONS = 10_000_000;

    @Override
    public Syntax syntax() {
        return Syntax.of("why", "say why tasks wait, run or failed", Operands.of("[SEL]", 0, 1))
                .example("gleaner why", "all your open jobs, similar reasons in one line")
                .example("gleaner why 7", "why is job 7 not done yet? 7.3 asks about one task")
                .example("gleaner why --json", "all your open jobs, one by one, for scripts")
                .flags(
                        Flag.on("all", "explain each job separately, however many"),
                        Flag.on(
                                "verbose",
                                "also show recent scheduling decisions, what strategy auto tried, and whole stacks"),
                        Flag.JSON);
    }

    @Override
    public int work(Arguments arguments, Surroundings here) throws ClientFailure, CliFailure, CallFailed, IOException {
        String select = arguments.operand(0, "all");
        Selector selector = Chosen.selector(select);
        UserCalls calls = Access.calls(here);
        boolean single = selector.isOfOneJob() || selector instanceof Selector.Last;
        if (!single && !arguments.json() && !arguments.has("all")) {
            WhySummary summary = calls.whySummary(select).get();
            if (summary.jobs() > FEW) {
                ReasonLines.all(summary).forEach(line -> here.out().println(Printer.printable(line)));
                if (arguments.has("verbose")) {
                    PolicyLines.tell(
                            calls,
                            summary.groups().stream().map(one -> one.example().kind()),
                            here);
                }
                others(calls, select, selector, summary.jobs(), here);
                ServerWarnings.print(calls, here.out());
                return Exit.OK;
            }
        }
        Answer<Explanation> given = calls.why(select);
        if (selector instanceof Selector.Last && given.isRefused(ProblemKind.NOTHING_SELECTED)) {
            throw Chosen.nothing(calls, select);
        }
        Explanation answer = whole(calls, select, given.get());
        if (arguments.json()) {
            JobAdvice advice = single && !answer.reasons().isEmpty()
                    ? AdviceLines.of(calls, answer.reasons().get(0).job())
                    : null;
            Printer.json(here.out(), answer, (out, one) -> AnswerJson.writeExplained(out, one, advice));
            return Exit.OK;
        }
        if (answer.reasons().isEmpty()) {
            here.out().println(Printer.printable(Chosen.none(calls, select)));
        }
        Selector.SomeTasks some = selector instanceof Selector.SomeTasks tasks ? tasks : null;
        new Telling(calls, answer.reasons(), here.out(), arguments.has("verbose"), some).tell();
        if (arguments.has("verbose")) {
            PolicyLines.tell(calls, answer.reasons().stream().map(Explanation.Point::kind), here);
        }
        if (single && !answer.reasons().isEmpty()) {
            late(calls, answer, here);
            AdviceLines.tell(calls, answer.reasons().get(0).job(), here);
        }
        others(calls, select, selector, jobs(answer), here);
        ServerWarnings.print(calls, here.out());
        return Exit.OK;
    }

    /** Of an open job that is among the reasons. */
    private static void late(UserCalls calls, Explanation answer, Surroundings here) throws CallFailed {
        boolean done = answer.reasons().stream().allMatch(one -> one.kind() == Kind.DONE);
        if (done && calls.job(answer.reasons().get(0).job()) instanceof Answer.Success<JobDetail> detail) {
            DeadlineText.missed(calls, detail.value()).ifPresent(here.out()::println);
        }
    }

    /** Very many jobs are told in parts. */
    private static Explanation whole(UserCalls calls, String select, Explanation first) throws CallFailed {
        List<Explanation.Point> reasons = new ArrayList<>(first.reasons());
        Explanation last = first;
        for (JobId next = first.next(); next != null && reasons.size() < MOST_REASONS; next = last.next()) {
            last = calls.why(select, next).get();
            reasons.addAll(last.reasons());
        }
        return new Explanation(reasons, last.more(), last.next());
    }

    private static long jobs(Explanation answer) {
        return answer.reasons().stream().map(Explanation.Point::job).distinct().count();
    }

    /** Open jobs hide those that are over, and of these only so many are explained. */
    private static void others(UserCalls calls, String select, Selector selector, long told, Surroundings here)
            throws CallFailed {
        if (!(selector instanceof Selector.Named) && !(selector instanceof Selector.Typed)) {
            return;
        }
        Long all = calls.jobs(new JobList(select, true, false, null, true, "", 1))
                .get()
                .total();
        if (all != null && all > told) {
            boolean one = all - told == 1;
            here.out()
                    .println(Printer.printable(Counted.of(all - told, "more job")
                            + (one ? " matches and is" : " match and are") + " not explained here; 'gleaner status "
                            + select + " --all' lists " + (one ? "it." : "them.")));
        }
    }
}
