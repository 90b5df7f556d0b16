package org.gleaner.cli.verb;

import java.io.IOException;
import java.util.Locale;
import org.gleaner.cli.access.Access;
import org.gleaner.core.grid.Portion;
import org.gleaner.core.grid.Reply;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.json.SharesJson;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.argument.Flag;
import org.gleaner.terminal.argument.Syntax;
import org.gleaner.terminal.argument.Syntax.Operands;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Exit;
import org.gleaner.terminal.console.Printer;
import org.gleaner.terminal.console.Surroundings;
import org.gleaner.terminal.console.Table;
import org.gleaner.terminal.verb.CliVerb;

/** Shows how the pool is shared among those who have something to run. */
public final class SharesVerb implements CliVerb {
    @Override
    public Syntax syntax() {
        return Syntax.of("shares", "show how the pool is shared among owners", Operands.NONE)
                .example("gleaner shares", "how much of the pool each owner has had, and was due")
                .example("gleaner shares --json", "the same for programs")
                .example("gleaner config set weights ada=2", "give one owner twice as much as the others")
                .flags(Flag.JSON);
    }

    @Override
    public int run(Arguments arguments, Surroundings here) throws CliFailure, CallFailed, IOException {
        Reply.Shares shares = Access.calls(here).pool().shares().get();
        if (arguments.json()) {
            Printer.json(here.out(), shares, SharesJson::write);
        } else {
            people(shares, here);
        }
        return Exit.OK;
    }

    private static void people(Reply.Shares shares, Surroundings here) {
        if (shares.owners().isEmpty() && shares.others() == null) {
            here.out().println("Nobody has anything to run. 'gleaner submit' adds a job.");
            return;
        }
        Table table = new Table("OWNER", "TYPE", "WEIGHT", "WANTED", "GIVEN", "CORES");
        for (Reply.OwnerShare owner : shares.owners()) {
            table.add(cells(owner.owner().name(), "", owner.portion(), true));
            for (Reply.TypeShare type : owner.types()) {
                table.add(cells("", type.type(), type.portion(), owner.weighed()));
            }
        }
        Reply.OtherShares others = shares.others();
        if (others != null) {
            table.add(cells(
                    others.count() == 1 ? "1 other" : others.count() + " others together", "", others.portion(), true));
        }
        table.print(here.out());
        if (shares.more()) {
            here.out().println("Owners who have had less are not shown.");
        }
        here.out()
                .println(
                        shares.weighted()
                                ? "WANTED is the share due by weight. Whoever is furthest below theirs is served next"
                                        + (others == null ? "." : "; that may be one of the others.")
                                : "fairness is balanced: the strategy, not these shares, decides whose turn it is.");
    }

    private static String[] cells(String owner, String type, Portion part, boolean weighed) {
        return new String[] {
            owner,
            type,
            weighed ? number(part.weight()) : "",
            weighed ? percent(part.wanted()) : "",
            percent(part.given()),
            Integer.toString(part.cores())
        };
    }

    private static String number(double weight) {
        return weight == Math.rint(weight)
                ? Long.toString(Math.round(weight))
                : String.format(Locale.ROOT, "%.2f", weight);
    }

    private static String percent(double part) {
        return Math.round(100 * part) + "%";
    }
}
