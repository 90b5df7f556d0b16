package org.gleaner.cli.verb;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import org.gleaner.cli.access.Access;
import org.gleaner.cli.access.ClientVerb;
import org.gleaner.client.call.UserCalls;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.client.job.Chosen;
import org.gleaner.core.attempt.PastAttempt;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.Counted;
import org.gleaner.core.job.Spans;
import org.gleaner.core.store.AttemptQuery;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.json.PastJson;
import org.gleaner.protocol.message.PastPage;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.argument.Flag;
import org.gleaner.terminal.argument.Syntax;
import org.gleaner.terminal.argument.Syntax.Operands;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Exit;
import org.gleaner.terminal.console.Moments;
import org.gleaner.terminal.console.Printer;
import org.gleaner.terminal.console.Surroundings;
import org.gleaner.terminal.console.Table;
import org.jspecify.annotations.Nullable;

/** Shows what ran where, when and how it ended, also of jobs that are over. */
public final class HistoryVerb implements ClientVerb {
    private static final int PAGE = 1000;
    private static final int USUAL = 50;
    private static final int MOST = 10_000;
    private static final int LONGEST_LINE = 80;

    @Override
    public Syntax syntax() {
        return Syntax.of("history", "show what ran where and how it ended", Operands.of("[SEL]", 0, 1))
                .example("gleaner history", "the last " + USUAL + " attempts, newest job first")
                .example("gleaner history 7", "all attempts of job 7; 7.3 asks about one task")
                .example("gleaner history --since 7d --failed", "what failed in the last week")
                .flags(
                        SinceFlag.of("only what is running or has ended since then, such as 7d (ago) or 2026-11-16"),
                        Flag.one("type", "TYPE", "only jobs of this type"),
                        Flag.one("node", "NODE", "only on this machine, by id or name"),
                        Flag.one("owner", "NAME", "only this user's, for admins"),
                        Flag.on("failed", "only failures"),
                        Flag.one("limit", "N", "at most this many (" + USUAL + "), up to " + MOST),
                        Flag.JSON);
    }

    @Override
    public int work(Arguments arguments, Surroundings here) throws ClientFailure, CliFailure, CallFailed, IOException {
        int limit = arguments.count("limit", 1, MOST, USUAL);
        Owner owner = owner(arguments);
        UserCalls calls = Access.calls(here);
        String named = arguments.text("node");
        NodeId node = named == null ? null : NodeVerb.find(calls, named);
        AttemptQuery query = new AttemptQuery(
                owner, SinceFlag.value(arguments), arguments.text("type"), node, arguments.has("failed"), null, limit);
        PastPage page = arguments.operands().isEmpty()
                ? fetch(calls, query, null, one -> true)
                : of(calls, arguments.operand(0, ""), query);
        if (arguments.json()) {
            Printer.json(here.out(), page, PastJson::writePast);
        } else {
            people(page, here);
        }
        return Exit.OK;
    }

    private static @Nullable Owner owner(Arguments arguments) throws CliFailure {
        String name = arguments.text("owner");
        try {
            return name == null ? null : new Owner(name);
        } catch (IllegalArgumentException malformed) {
            throw arguments.unusable("owner", Arguments.sentence(malformed));
        }
    }

    /** The attempts of a job stand together: whatever comes behind the first of the next job, until it is another's. */
    private static PastPage of(UserCalls calls, String select, AttemptQuery query)
            throws ClientFailure, CliFailure, CallFailed {
        List<Chosen> jobs = new ArrayList<>(Chosen.of(calls, select));
        if (jobs.stream().anyMatch(one -> one.state() != null)) {
            throw CliFailure.usage(
                    "'" + select + "' is not a job or some of its tasks.",
                    "A state says how tasks are now; the history says how their attempts ended.",
                    "'gleaner history --failed' shows failures; 'gleaner status " + select + "' lists the jobs.");
        }
        jobs.sort(Comparator.comparing((Chosen one) -> one.job().id()).reversed());
        List<PastAttempt> found = new ArrayList<>();
        boolean more = false;
        for (Chosen one : jobs) {
            if (found.size() >= query.limit()) {
                more = true;
                break;
            }
            long job = one.job().id().value();
            AttemptId before = one.isWholeJob() ? AttemptId.of(job + 1, 1, 1) : AttemptId.of(job, one.last() + 1, 1);
            PastPage page = fetch(
                    calls,
                    limited(query, before, query.limit() - found.size()),
                    before,
                    past -> past.attempt().job().value() == job
                            && past.attempt().ordinal() >= one.first());
            found.addAll(page.attempts());
            more = page.more();
        }
        return new PastPage(found, more);
    }

    private static AttemptQuery limited(AttemptQuery query, @Nullable AttemptId before, int limit) {
        return new AttemptQuery(
                query.owner(), query.since(), query.type(), query.node(), query.failed(), before, limit);
    }

    /**
     * Page by page, until there are enough or no more.
     *
     * @param wanted the first that is not is the end
     */
    private static PastPage fetch(
            UserCalls calls, AttemptQuery query, @Nullable AttemptId from, Predicate<PastAttempt> wanted)
            throws CallFailed {
        List<PastAttempt> found = new ArrayList<>();
        boolean more = true;
        AttemptId before = from;
        while (more && found.size() <= query.limit()) {
            int limit = Math.min(PAGE, query.limit() + 1 - found.size());
            PastPage page = calls.past(limited(query, before, limit)).get();
            List<PastAttempt> some = page.attempts().stream().takeWhile(wanted).toList();
            found.addAll(some);
            more = page.more()
                    && !some.isEmpty()
                    && some.size() == page.attempts().size();
            before = found.isEmpty() ? before : found.get(found.size() - 1).attempt();
        }
        boolean cut = found.size() > query.limit();
        return new PastPage(cut ? found.subList(0, query.limit()) : found, cut);
    }

    private static void people(PastPage page, Surroundings here) {
        if (page.attempts().isEmpty()) {
            here.out().println("No matching attempts.");
            return;
        }
        Table table = new Table(
                "ATTEMPT", "TYPE", "OWNER", "NODE", "STARTED", "TIME", "MEMORY", "ENDED", "EXIT", "LAST LINE");
        page.attempts().forEach(one -> table.add(cells(one)));
        table.print(here.out());
        if (page.more()) {
            here.out()
                    .println("Older attempts are not shown; raise --limit, or filter with --since, --type, --node or"
                            + " --failed.");
        }
    }

    private static String left(PastAttempt one) {
        List<String> facts = new ArrayList<>();
        PastAttempt.Resumed resumed = one.resumed();
        if (resumed != null) {
            facts.add(
                    resumed.laid()
                            ? "resumed from #" + resumed.from()
                            : "not resumed from #" + resumed.from() + ", whose files are gone");
        }
        if (one.partials() > 0) {
            facts.add("left " + Counted.of(one.partials(), "partial file"));
        }
        return String.join("; ", facts);
    }

    static String[] cells(PastAttempt one) {
        PastAttempt.End end = one.end();
        String started = Moments.text(one.assigned());
        String attempt = one.attempt().toString();
        if (end == null) {
            return new String[] {
                attempt, one.type(), one.owner().name(), one.nodeName(), started, "-", "-", "-", "-", left(one)
            };
        }
        String line =
                end.line().isEmpty() || left(one).isEmpty() ? end.line() + left(one) : left(one) + "; " + end.line();
        boolean unknown = TaskTable.isUnknown(end.cause(), end.usage());
        return new String[] {
            attempt,
            one.type(),
            one.owner().name(),
            one.nodeName(),
            started,
            unknown ? "-" : Spans.text(end.usage().run()),
            end.usage().peakText(),
            end.cause().word(),
            TaskTable.exit(end.cause(), end.exitCode()),
            Printer.atMost(LONGEST_LINE, line)
        };
    }
}
