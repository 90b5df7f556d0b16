package org.gleaner.cli.verb;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.cli.access.Access;
import org.gleaner.client.call.UserCalls;
import org.gleaner.core.grid.NodeSummary;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.job.Spans;
import org.gleaner.core.node.Duty;
import org.gleaner.core.node.NodeFacts;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.json.NodeAnswerJson;
import org.gleaner.protocol.message.DutyChange;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.argument.Flag;
import org.gleaner.terminal.argument.Syntax;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Exit;
import org.gleaner.terminal.console.Printer;
import org.gleaner.terminal.console.Surroundings;
import org.gleaner.terminal.console.Table;
import org.gleaner.terminal.verb.CliVerb;
import org.jspecify.annotations.Nullable;

/** Shows the machines and says what is wanted of them. */
public final class NodeVerb implements CliVerb {
    private static final Subcommands WORDS =
            Subcommands.of("list", "info NODE", "pause NODE", "resume NODE", "drain NODE", "forget NODE");
    /** Of what a machine provides; 'node info' shows all. */
    private static final int SHOWN = 3;

    private static final double PERCENT = 100;
    private static final String UNKNOWN = "unknown";

    @Override
    public Syntax syntax() {
        return Syntax.of("node", "show, pause, drain and forget the machines of the pool", WORDS.operands())
                .example(
                        "gleaner node list",
                        "all nodes; STAYS: how long one usually stays on; 2 H MORE: the chance of two more hours")
                .example("gleaner node drain lab-07", "finish what it has, start nothing new")
                .example("gleaner node forget n3", "remove one that is away for good; --force: even a connected one")
                .flags(
                        Flag.on("verbose", "list: also show who uses each machine's processor"),
                        Flag.on("force", "forget: also a connected one; its tasks are lost and run elsewhere"),
                        Flag.JSON);
    }

    @Override
    public int run(Arguments arguments, Surroundings here) throws CliFailure, CallFailed, IOException {
        String word = WORDS.chosen(arguments);
        boolean force = arguments.has("force");
        if (force && !word.equals("forget")) {
            throw CliFailure.usage(
                    "--force goes with 'forget'.",
                    "Only a machine that is to be forgotten can be forced.",
                    "Leave out --force, or type: gleaner node forget NODE --force");
        }
        UserCalls calls = Access.calls(here);
        if (word.equals("list")) {
            list(calls.nodes().get(), arguments, here);
            return Exit.OK;
        }
        NodeId node = find(calls, arguments.operand(1, ""));
        if (!word.equals("info")) {
            boolean unused =
                    calls.setDuty(node, new DutyChange(duty(word), force)).get();
            if (!arguments.json() || word.equals("forget")) {
                tell(word, node, arguments.json(), here);
                return Exit.OK;
            }
        }
        Reply.NodeDetail detail = calls.node(node).get();
        if (arguments.json()) {
            Printer.json(here.out(), detail, NodeAnswerJson::writeDetail);
        } else {
            NodeCard.print(detail, here.streams());
        }
        return Exit.OK;
    }

    private static Duty duty(String word) {
        return switch (word) {
            case "pause" -> Duty.PAUSED;
            case "drain" -> Duty.DRAINING;
            case "forget" -> Duty.FORGOTTEN;
            default -> Duty.WORKING;
        };
    }

    private static void tell(String word, NodeId node, boolean json, Surroundings here) {
        if (json) {
            Printer.json(here.out(), "forgotten", node.value());
            return;
        }
        here.out()
                .println(node
                        + switch (word) {
                            case "pause" -> " starts nothing new; running tasks continue.";
                            case "drain" ->
                                " will finish its running tasks and start no new ones; 'gleaner node list' shows the"
                                        + " progress.";
                            case "forget" ->
                                " is forgotten and its token revoked; its agent can join again as a new node.";
                            default -> " is accepting work again.";
                        });
    }

    /** A number, with or without its n, or the name of exactly one node. */
    static NodeId find(UserCalls calls, String text) throws CliFailure, CallFailed {
        if (NodeId.isWritten(text)) {
            return NodeId.parse(text);
        }
        List<NodeId> named = calls.nodes().get().nodes().stream()
                .filter(node -> node.facts().name().equals(text))
                .map(NodeSummary::id)
                .toList();
        if (named.size() != 1) {
            throw CliFailure.refused(
                    named.isEmpty() ? "Unknown node '" + text + "'." : "Ambiguous node '" + text + "'.",
                    named.isEmpty()
                            ? "No node has this id or name."
                            : named.size() + " nodes have this name: " + listed(named) + ".",
                    "'gleaner node list' shows their ids.");
        }
        return named.get(0);
    }

    private static String listed(List<NodeId> several) {
        List<String> ids = several.stream().map(NodeId::toString).toList();
        int last = ids.size() - 1;
        return String.join(", ", ids.subList(0, last)) + " and " + ids.get(last);
    }

    private static void list(Reply.Nodes answer, Arguments arguments, Surroundings here) {
        if (arguments.json()) {
            Printer.json(here.out(), answer, NodeAnswerJson::writeNodes);
            return;
        }
        if (answer.nodes().isEmpty()) {
            here.out().println("No node has joined yet. 'gleaner agent --help' shows how to start one.");
            return;
        }
        Table table = new Table(
                "NODE", "NAME", "STATE", "SLOTS", "USED", "MEMORY", "OS", "STAYS", "2 H MORE", "LAST SEEN", "");
        for (NodeSummary node : answer.nodes()) {
            table.add(
                    node.id().toString(),
                    node.facts().name(),
                    NodeCard.state(node) + (node.connected() || node.duty() == Duty.WORKING ? "" : ", away"),
                    Integer.toString(node.capacity().slots()),
                    Integer.toString(node.slotsUsed()),
                    node.capacity().memory().toString(),
                    node.facts().os() + " " + node.facts().arch(),
                    usual(node.staying()),
                    chance(node.staying()),
                    heard(node),
                    remarks(node.facts()));
        }
        table.print(here.out());
        if (arguments.has("verbose")) {
            here.out().println();
            processors(answer.nodes()).print(here.out());
        }
    }

    private static Table processors(List<NodeSummary> nodes) {
        Table table = new Table("NODE", "NAME", "CORES", "TASKS RUN", "CPU OF TASKS", "OTHERS RUN", "CPU OF OTHERS");
        for (NodeSummary node : nodes) {
            NodeSummary.Burden burden = node.burden();
            table.add(
                    node.id().toString(),
                    node.facts().name(),
                    Integer.toString(node.facts().cores()),
                    Integer.toString(burden.running()),
                    share(burden.tasksLoad()),
                    burden.programs() == null ? UNKNOWN : "about " + burden.programs(),
                    share(burden.tasksLoad() == null ? null : burden.load()));
        }
        return table;
    }

    static String share(@Nullable Double load) {
        return load == null ? UNKNOWN : Math.round(PERCENT * load) + "%";
    }

    private static String remarks(NodeFacts facts) {
        List<String> provides = facts.abilities().provides().texts();
        int more = provides.size() - SHOWN;
        List<String> remarks = new ArrayList<>(more > 0 ? provides.subList(0, SHOWN) : provides);
        if (more > 0) {
            remarks.set(SHOWN - 1, remarks.get(SHOWN - 1) + " and " + more + " more");
        }
        if (!facts.isConfined()) {
            remarks.add("no sandbox");
        }
        return String.join(", ", remarks);
    }

    private static String usual(NodeSummary.Staying staying) {
        Duration usual = staying.usual();
        return usual == null ? "-" : Spans.text(usual);
    }

    private static String chance(NodeSummary.Staying staying) {
        Double chance = staying.chance();
        return chance == null ? "-" : Math.round(PERCENT * chance) + "%";
    }

    private static String heard(NodeSummary node) {
        Duration silence = node.silence();
        return silence == null ? "not since the server started" : Spans.text(silence) + " ago";
    }
}
