package org.gleaner.cli.verb;

import java.io.PrintStream;
import java.util.List;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.argument.HelpText;
import org.gleaner.terminal.argument.Syntax;
import org.gleaner.terminal.argument.Syntax.Operands;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Exit;
import org.gleaner.terminal.console.Surroundings;
import org.gleaner.terminal.verb.CliVerb;
import org.gleaner.terminal.verb.Lookup;

/** Lists the verbs, or explains one. */
public final class HelpVerb implements CliVerb {
    /** Of the names; one that is longer has its purpose behind it all the same. */
    private static final int WIDTH = 12;

    private static final String GAP = "  ";

    private final List<Group> groups;
    private final Lookup verbs;

    /** Verbs for the same purpose. */
    public record Group(String title, List<String> verbs) {
        public Group(String title, String... verbs) {
            this(title, List.of(verbs));
        }
    }

    public HelpVerb(List<Group> groups, Lookup verbs) {
        this.groups = groups;
        this.verbs = verbs;
    }

    @Override
    public Syntax syntax() {
        return Syntax.of("help", "list the verbs, or explain one", Operands.of("[VERB]", 0, 1))
                .example("gleaner help", "all verbs, by purpose")
                .example("gleaner help submit", "all about submit")
                .example("gleaner submit --help", "the same");
    }

    @Override
    public int run(Arguments arguments, Surroundings here) throws CliFailure {
        PrintStream out = here.out();
        if (!arguments.operands().isEmpty()) {
            out.print(HelpText.of(verbs.named(arguments.operand(0, "help")).syntax()));
            return Exit.OK;
        }
        out.println("Gleaner runs your commands on machines that have time to spare.");
        out.println();
        out.println("  ./gleaner demo                          see it work in two minutes");
        out.println("  gleaner submit --array 1-100 ./sim {}   submit a hundred tasks");
        out.println("  gleaner status                          check their progress");
        out.println();
        for (Group group : groups) {
            out.println(group.title());
            for (String name : group.verbs()) {
                out.println("  " + HelpText.padded(name + GAP, WIDTH) + purpose(name));
            }
            out.println();
        }
        out.println("'gleaner VERB --help' explains one, with examples. Selectors (SEL): 7, 7.3, 7.1-50, last, all,");
        out.println("name:sweep, type:sim.py, state:blocked. The server comes from GLEANER_URL and GLEANER_TOKEN,");
        out.println("otherwise from 'gleaner login', otherwise it is the one in GLEANER_HOME (~/.gleaner).");
        return Exit.OK;
    }

    private String purpose(String name) throws CliFailure {
        LabVerb elsewhere = LabVerb.named(name);
        return elsewhere == null ? verbs.named(name).syntax().purpose() : elsewhere.purpose();
    }
}
