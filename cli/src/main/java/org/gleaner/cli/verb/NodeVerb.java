package org.gleaner.cli.verb;

import java.io.IOException;
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
import org.gleaner.core.grid.Reply;
import org.gleaner.core.job.Spans;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.json.AnswerJson;

/** Shows the machines. */
public final class NodeVerb implements CliVerb {
    @Override
    public Syntax syntax() {
        return new Syntax(
                "node",
                "show the machines that work for the server",
                Operands.of("list", 1, 1),
                List.of(
                        new Example("gleaner node list", "all nodes, connected or not"),
                        new Example("gleaner node list --json", "for scripts"),
                        new Example("gleaner agent URL --token-file F", "add this machine")),
                List.of(Flag.JSON));
    }

    @Override
    public int run(Arguments arguments, Surroundings here) throws CliFailure, CallFailed, IOException {
        Words.expect(arguments, "list");
        Reply.Nodes answer = Access.calls(here).nodes().get();
        if (arguments.json()) {
            Printer.json(here.out(), answer, AnswerJson::writeNodes);
            return Exit.OK;
        }
        if (answer.nodes().isEmpty()) {
            here.out().println("No node has come yet. 'gleaner agent --help' shows how to start one.");
            return Exit.OK;
        }
        Table table = new Table("NODE", "NAME", "STATE", "SLOTS", "USED", "MEMORY", "OS", "HEARD");
        for (Reply.NodeSummary node : answer.nodes()) {
            table.add(
                    node.id().toString(),
                    node.facts().name(),
                    node.connected() ? "connected" : "away",
                    Integer.toString(node.capacity().slots()),
                    Integer.toString(node.slotsUsed()),
                    node.capacity().memory().toString(),
                    node.facts().os() + " " + node.facts().arch(),
                    Spans.text(node.silence()) + " ago");
        }
        table.print(here.out());
        return Exit.OK;
    }
}
