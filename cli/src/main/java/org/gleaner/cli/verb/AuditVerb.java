package org.gleaner.cli.verb;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.cli.access.Access;
import org.gleaner.client.call.PoolCalls;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.json.AuditJson;
import org.gleaner.protocol.message.AuditPage;
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

/** Shows an admin who changed what. */
public final class AuditVerb implements CliVerb {
    private static final int USUAL = 50;
    private static final int MOST = 10_000;
    private static final int PAGE = 1000;

    @Override
    public Syntax syntax() {
        return Syntax.of("audit", "show who changed what, for admins", Operands.NONE)
                .example("gleaner audit", "the last " + USUAL + " calls that changed something or tried to")
                .example("gleaner audit --limit 1000", "more of them, the newest first")
                .example("gleaner audit --json", "the same for programs")
                .flags(Flag.one("limit", "N", "at most this many (" + USUAL + "), up to " + MOST), Flag.JSON);
    }

    @Override
    public int run(Arguments arguments, Surroundings here) throws CliFailure, CallFailed, IOException {
        AuditPage page = fetch(Access.calls(here).pool(), arguments.count("limit", 1, MOST, USUAL));
        if (arguments.json()) {
            Printer.json(here.out(), page, AuditJson::write);
        } else {
            people(page, here);
        }
        return Exit.OK;
    }

    private static AuditPage fetch(PoolCalls calls, int limit) throws CallFailed {
        List<AuditPage.Line> lines = new ArrayList<>();
        String next = null;
        do {
            AuditPage page =
                    calls.audit(next, Math.min(PAGE, limit - lines.size())).get();
            lines.addAll(page.lines());
            next = page.lines().isEmpty() ? null : page.next();
        } while (next != null && lines.size() < limit);
        return new AuditPage(lines, next);
    }

    private static void people(AuditPage page, Surroundings here) {
        if (page.lines().isEmpty()) {
            here.out().println("Nobody has changed anything yet.");
            return;
        }
        Table table = new Table("AT", "WHO", "FROM", "STATUS", "WHAT", "ON");
        page.lines().forEach(line -> table.add(cells(line)));
        table.print(here.out());
        if (page.next() != null) {
            here.out().println("Older lines are not shown; raise --limit.");
        }
    }

    private static String[] cells(AuditPage.Line line) {
        AuditPage.Caller caller = line.caller();
        AuditPage.Deed deed = line.deed();
        return new String[] {
            Moments.text(line.at()),
            caller == null ? "" : caller.name().isEmpty() ? "(nobody)" : caller.name(),
            caller == null ? "" : caller.from(),
            deed == null ? "" : Integer.toString(deed.status()),
            deed == null ? line.note() : deed.what(),
            deed == null ? "" : deed.on()
        };
    }
}
