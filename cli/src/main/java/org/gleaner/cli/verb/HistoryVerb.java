package org.gleaner.cli.verb;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.cli.access.Access;
import org.gleaner.client.call.UserCalls;
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
import org.gleaner.terminal.verb.CliVerb;
import org.jspecify.annotations.Nullable;

/** Shows what ran where, when and how it ended, also of jobs that are over. */
public final class HistoryVerb implements CliVerb {
    private static final int PAGE = 1000;
    private static final int USUAL = 50;
    private static final int MOST = 10_000;
    private static final int LONGEST_LINE = 80;

    @Override
    public Syntax syntax() {
        return Syntax.of("history", "show what ran where and how it ended", Operands.NONE)
                .example("gleaner history", "the last " + USUAL + " attempts, newest job first")
                .example("gleaner history --since 7d --failed", "what failed in the last week")
                .example("gleaner history --node lab-07 --json", "what one machine did, for scripts")
                .flags(
                        SinceFlag.of("only what runs or ended since then, such as 7d (ago) or 2026-11-16"),
                        Flag.one("type", "TYPE", "only jobs of this type"),
                        Flag.one("node", "NODE", "only on this machine, by id or name"),
                        Flag.one("owner", "NAME", "only this user's, for admins"),
                        Flag.on("failed", "only failures"),
                        Flag.one("limit", "N", "at most this many (" + USUAL + "), up to " + MOST),
                        Flag.JSON);
    }

    @Override
    public int run(Arguments arguments, Surroundings here) throws CliFailure, CallFailed, IOException {
        int limit = arguments.count("limit", 1, MOST, USUAL);
        Owner owner = owner(arguments);
        UserCalls calls = Access.calls(here);
        String named = arguments.text("node");
        NodeId node = named == null ? null : NodeVerb.find(calls, named);
        AttemptQuery query = new AttemptQuery(
                owner, SinceFlag.value(arguments), arguments.text("type"), node, arguments.has("failed"), null, limit);
        PastPage page = fetch(calls, query);
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

    /** Page by page, until there are enough or no more. */
    private static PastPage fetch(UserCalls calls, AttemptQuery query) throws CallFailed {
        List<PastAttempt> found = new ArrayList<>();
        boolean more = true;
        AttemptId before = null;
        while (more && found.size() < query.limit()) {
            PastPage page = calls.past(new AttemptQuery(
                            query.owner(),
                            query.since(),
                            query.type(),
                            query.node(),
                            query.failed(),
                            before,
                            Math.min(PAGE, query.limit() - found.size())))
                    .get();
            found.addAll(page.attempts());
            more = page.more() && !page.attempts().isEmpty();
            before = found.isEmpty() ? null : found.get(found.size() - 1).attempt();
        }
        return new PastPage(found, more);
    }

    private static void people(PastPage page, Surroundings here) {
        if (page.attempts().isEmpty()) {
            here.out().println("No matching attempts.");
            return;
        }
        Table table = new Table("ATTEMPT", "TYPE", "OWNER", "NODE", "STARTED", "TIME", "MEMORY", "ENDED", "EXIT", "");
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
