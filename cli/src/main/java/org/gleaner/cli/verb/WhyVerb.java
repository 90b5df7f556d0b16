package org.gleaner.cli.verb;

import java.io.IOException;
import java.io.PrintStream;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.gleaner.cli.argument.Arguments;
import org.gleaner.cli.argument.Flag;
import org.gleaner.cli.argument.Syntax;
import org.gleaner.cli.argument.Syntax.Example;
import org.gleaner.cli.argument.Syntax.Operands;
import org.gleaner.cli.console.Access;
import org.gleaner.cli.console.CliFailure;
import org.gleaner.cli.console.Counted;
import org.gleaner.cli.console.Exit;
import org.gleaner.cli.console.Printer;
import org.gleaner.cli.console.Surroundings;
import org.gleaner.core.grid.Reason;
import org.gleaner.core.grid.Reason.Kind;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.id.JobId;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.http.UserCalls;
import org.gleaner.protocol.json.AnswerJson;

/** Asks the scheduler why tasks are where they are. */
public final class WhyVerb implements CliVerb {
    @Override
    public Syntax syntax() {
        return new Syntax(
                "why",
                "say why tasks are where they are",
                Operands.of("[SEL]", 0, 1),
                List.of(
                        new Example("gleaner why 7", "why is job 7 not done yet?"),
                        new Example("gleaner why 7.3", "and this one task?"),
                        new Example("gleaner why --json", "everything of yours that is open, for scripts")),
                List.of(Flag.JSON));
    }

    @Override
    public int run(Arguments arguments, Surroundings here) throws CliFailure, CallFailed, IOException {
        String select = arguments.operand(0, "all");
        Chosen.selector(select);
        UserCalls calls = Access.calls(here);
        Reply.Explained answer = calls.why(select).get();
        if (arguments.json()) {
            Printer.json(here.out(), answer, AnswerJson::writeExplained);
            return Exit.OK;
        }
        if (answer.reasons().isEmpty()) {
            here.out().println("Nothing is open.");
        }
        new Telling(calls, answer.reasons(), here.out()).tell();
        return Exit.OK;
    }

    /** Reasons in the order in which they came; those about machines and the same tasks stand below one another. */
    private static final class Telling {
        private final UserCalls calls;
        private final List<Reason> reasons;
        private final PrintStream out;
        private final boolean several;
        private final Set<JobId> digested = new HashSet<>();

        Telling(UserCalls calls, List<Reason> reasons, PrintStream out) {
            this.calls = calls;
            this.reasons = reasons;
            this.out = out;
            this.several = reasons.stream().map(Reason::job).distinct().count() > 1;
        }

        void tell() throws CallFailed {
            int from = 0;
            while (from < reasons.size()) {
                int to = from + 1;
                while (to < reasons.size() && isBelow(reasons.get(from), reasons.get(to))) {
                    to++;
                }
                tell(reasons.subList(from, to));
                from = to;
            }
        }

        private static boolean isBelow(Reason first, Reason next) {
            return first.nodes() > 0
                    && next.nodes() > 0
                    && first.job().equals(next.job())
                    && first.tasks() == next.tasks();
        }

        private void tell(List<Reason> group) throws CallFailed {
            Reason first = group.get(0);
            boolean machines = first.nodes() > 0 && first.kind() != Kind.FITS_NO_NODE;
            String tasks = (several ? "Job " + first.job() + ", " : "") + Counted.of(first.tasks(), "task");
            say("", tasks + (machines ? ", ready to start:" : ": " + first.detail()));
            for (Reason one : machines ? group : group.subList(1, group.size())) {
                say("  ", one.detail());
            }
            if ((first.kind() == Kind.BLOCKED || first.kind() == Kind.PAUSED) && digested.add(first.job())) {
                Digest.of(calls, first.job(), Digest.FEW).print("  ", out);
            }
            for (Reason one : group) {
                if (!one.remedy().isEmpty()) {
                    say("  ", one.remedy());
                }
            }
        }

        private void say(String indent, String text) {
            out.println(indent + Printer.printable(text));
        }
    }
}
