package org.gleaner.cli.doctor;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.agent.machine.Machine;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.argument.Flag;
import org.gleaner.terminal.argument.Syntax;
import org.gleaner.terminal.argument.Syntax.Operands;
import org.gleaner.terminal.console.Exit;
import org.gleaner.terminal.console.Printer;
import org.gleaner.terminal.console.Surroundings;
import org.gleaner.terminal.verb.CliVerb;

/** Looks at everything that often goes wrong and says what to do about it. */
public final class DoctorVerb implements CliVerb {
    @Override
    public Syntax syntax() {
        return Syntax.of(
                        "doctor",
                        "check this installation, its agent and its connection, and suggest fixes",
                        Operands.NONE)
                .example("gleaner doctor", "look at everything; changes nothing")
                .example("gleaner doctor --agent-dir /var/lib/gleaner-agent", "an agent with files elsewhere")
                .example("gleaner doctor --json", "for scripts; exit code 1 if something is bad")
                .flags(Flag.one("agent-dir", "DIR", "where the agent keeps its files (GLEANER_HOME/agent)"), Flag.JSON);
    }

    @Override
    public int run(Arguments arguments, Surroundings here) throws IOException, InterruptedException {
        String agent = arguments.text("agent-dir");
        List<Finding> findings = new ArrayList<>(InstallationChecks.look(here));
        findings.addAll(ConnectionChecks.look(here));
        findings.addAll(
                AgentChecks.look(agent == null ? here.home().resolve("agent") : here.file(agent), Machine.isRoot()));
        if (arguments.json()) {
            Printer.json(here.out(), findings, Finding::write);
        } else {
            tell(findings, here);
        }
        return Finding.anyBad(findings) ? Exit.FAILED : Exit.OK;
    }

    private static void tell(List<Finding> findings, Surroundings here) {
        for (Finding one : findings) {
            String mark = switch (one.grade()) {
                case GOOD -> "ok   ";
                case NOTE -> "note ";
                case BAD -> "BAD  ";
            };
            here.out().println(mark + one.part() + ": " + Printer.printable(one.what()));
            if (!one.remedy().isEmpty()) {
                here.out().println("       -> " + Printer.printable(one.remedy()));
            }
        }
        long bad = findings.stream()
                .filter(one -> one.grade() == Finding.Grade.BAD)
                .count();
        boolean noted = findings.stream().anyMatch(one -> one.grade() == Finding.Grade.NOTE);
        here.out()
                .println(
                        bad > 0
                                ? bad + (bad == 1 ? " thing is" : " things are") + " broken."
                                : noted ? "Nothing is broken; see the notes above." : "Nothing is broken.");
    }
}
