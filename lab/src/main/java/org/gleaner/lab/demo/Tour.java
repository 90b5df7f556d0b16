package org.gleaner.lab.demo;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.gleaner.client.call.UserCalls;
import org.gleaner.core.grid.NodeSummary;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.message.Explanation;
import org.gleaner.terminal.console.CliFailure;

/** The demo from its first line to its last but the stopping. Confined to one thread. */
record Tour(Screen screen, OwnProgram gleaner, DemoGrid fleet, Door door) {
    private static final int VICTIM = 2;

    /** Finds the server, once it has said where it is. */
    interface Door {
        UserCalls open() throws CliFailure, IOException;
    }

    void play() throws CliFailure, CallFailed, IOException, InterruptedException {
        screen.line(screen.ink().bold("Gleaner, in about two minutes."));
        screen.line("Each line after $ is a real command, run as a separate process in a directory of its own:");
        screen.command("cd " + gleaner.home() + "; export GLEANER_HOME=$PWD");

        screen.chapter("1. A server and " + DemoPlan.AGENTS + " agents");
        screen.printed("listening on " + fleet.startServer());
        Stage stage = new Stage(screen, gleaner, fleet, door.open());
        stage.say("Shorter intervals than the defaults, so that you don't have to wait for a minute:");
        for (Map.Entry<String, String> setting : DemoPlan.settings().entrySet()) {
            gleaner.run(0, "config", "set", setting.getKey(), setting.getValue());
        }
        NodeId victim = agents(stage);

        PictureChapter picture = PictureChapter.submit(stage);
        picture.play(VICTIM, victim);

        screen.chapter("3. The results");
        picture.assemble();

        new RepairChapter(stage).play();

        screen.chapter("5. Why doesn't it run?");
        JobId large = stage.submit("--name large --memory 900G sleep 1");
        gleaner.run(0, "why", large.toString());
        Explanation reasons = stage.calls().why(large.toString()).get();
        stage.claim(
                !reasons.reasons().isEmpty(),
                "Nobody says why job " + large + " does not run.",
                "It needs more memory than any node has, and no reason was given.");
        gleaner.run(0, "cancel", large.toString());
    }

    /** Starts the agents one by one, to know which node is which, and returns the one that will die. */
    private NodeId agents(Stage stage) throws CliFailure, CallFailed, IOException, InterruptedException {
        TreeSet<NodeId> known = new TreeSet<>();
        NodeId victim = null;
        for (int number = 1; number <= DemoPlan.AGENTS; number++) {
            fleet.startAgent(number);
            NodeId node = newNode(stage, known);
            known.add(node);
            victim = number == VICTIM ? node : victim;
        }
        gleaner.run(0, "node", "list");
        if (victim == null) {
            throw new IllegalStateException("there is no agent " + VICTIM);
        }
        return victim;
    }

    private static NodeId newNode(Stage stage, TreeSet<NodeId> known)
            throws CliFailure, CallFailed, InterruptedException {
        long end = System.nanoTime() + DemoPlan.PATIENCE.toNanos();
        while (System.nanoTime() < end) {
            List<NodeSummary> nodes = stage.calls().nodes().get().nodes();
            for (NodeSummary node : nodes) {
                if (node.connected() && !known.contains(node.id())) {
                    return node.id();
                }
            }
            TimeUnit.MILLISECONDS.sleep(50);
        }
        throw Broken.promise("An agent did not join.", "The server never saw it.", stage.home());
    }
}
