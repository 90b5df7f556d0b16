package org.gleaner.server.route;

import java.util.HashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.gleaner.core.ahead.Sketch;
import org.gleaner.core.ahead.Variation;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.job.Machines;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.node.Match;
import org.gleaner.core.node.NodeFacts;
import org.gleaner.protocol.message.WhatIfQuestion;
import org.gleaner.protocol.problem.ShellProblems;
import org.gleaner.server.http.Refused;

/** The machines that a question speaks of, among those of the pool. */
record SupposedMachines(NavigableMap<NodeId, Known> pool, int mostSlots, MemorySize room) {
    /** More slots than this take too long to look ahead at. */
    static final int MOST_TO_COME = 100_000;

    /** In a simulation of the past each slot is a machine of its own, so fewer take as long. */
    static final int MOST_IN_PAST = 20_000;

    /** What of the heap the machines of a question may take, of which one is answered at a time. */
    private static final int PART_OF_HEAP = 8;

    /** In a future that is looked at: what is known of it, its agent, its calls; measured, and some more. */
    private static final long BYTES_OF_MACHINE = 6 << 10;

    /** The same of what it runs. */
    private static final long BYTES_OF_SLOT = 1 << 10;

    private static final String SEE_NODES = "The list of nodes shows their ids, names and tags.";

    record Known(NodeFacts facts, int slots) {}

    /** @param heap of the server, in bytes */
    static SupposedMachines toCome(Sketch sketch, long heap) {
        NavigableMap<NodeId, Known> known = new TreeMap<>();
        sketch.nodes()
                .forEach((id, node) -> known.put(
                        id, new Known(node.row().facts(), node.row().capacity().slots())));
        return new SupposedMachines(known, MOST_TO_COME, new MemorySize(heap / PART_OF_HEAP));
    }

    /** That is simulated in a process of its own, which has room for so many. */
    static SupposedMachines inPast(Reply.Nodes nodes) {
        NavigableMap<NodeId, Known> known = new TreeMap<>();
        nodes.nodes()
                .forEach(node -> known.put(
                        node.id(), new Known(node.facts(), node.capacity().slots())));
        return new SupposedMachines(known, MOST_IN_PAST, new MemorySize(Long.MAX_VALUE));
    }

    /** What the question says about machines and settings, and nothing of what it says about jobs. */
    Variation of(WhatIfQuestion question) throws Refused {
        Variation variation = Variation.NONE;
        long slots = 0;
        long machines = 0;
        for (int i = 0; i < question.add().size(); i++) {
            WhatIfQuestion.More more = question.add().get(i);
            List<NodeId> like = more.like().isEmpty() ? List.copyOf(pool.keySet()) : called(more.like());
            if (like.isEmpty()) {
                throw more.like().isEmpty()
                        ? unanswered(
                                "/add/" + i,
                                "No machine has joined this pool yet, so there are none to copy.",
                                "Have a machine join first.")
                        : unanswered("/add/" + i + "/like", nobody(more.like()), SEE_NODES);
            }
            slots += slots(more.count(), like);
            if (slots > mostSlots) {
                throw unanswered(
                        "/add/" + i + "/count",
                        "The machines to add have " + slots + " slots in all; at most " + mostSlots
                                + " can be simulated"
                                + (mostSlots == MOST_IN_PAST ? " for the past." : "."),
                        "Add fewer machines.");
            }
            machines += more.count();
            MemorySize taken = new MemorySize(machines * BYTES_OF_MACHINE + slots * BYTES_OF_SLOT);
            if (taken.compareTo(room) > 0) {
                throw unanswered(
                        "/add/" + i + "/count",
                        "Simulating the machines to add takes about " + taken + " of the server's memory; at most "
                                + room + " can be used for that.",
                        "Add fewer machines, or have the server started with a larger heap (java -Xmx).");
            }
            variation = variation.adding(more.count(), like);
        }
        for (int i = 0; i < question.remove().size(); i++) {
            List<NodeId> gone = called(question.remove().get(i));
            if (gone.isEmpty()) {
                throw unanswered("/remove/" + i, nobody(question.remove().get(i)), SEE_NODES);
            }
            variation = variation.removing(gone);
        }
        for (String setting : question.settings().keySet()) {
            variation =
                    variation.with(setting, String.valueOf(question.settings().get(setting)));
        }
        return variation;
    }

    /** A node is called by its id, its name or one of its tags. */
    private List<NodeId> called(String word) {
        Machines meant = new Machines(List.of(word), List.of(), null);
        Set<String> names = new HashSet<>();
        pool.values().forEach(node -> names.add(node.facts().name()));
        return pool.entrySet().stream()
                .filter(node ->
                        Match.isMeant(meant, node.getKey(), node.getValue().facts(), 1, names::contains))
                .map(node -> node.getKey())
                .toList();
    }

    /** They are taken in turns. */
    private long slots(int count, List<NodeId> like) {
        long all = 0;
        long some = 0;
        for (int i = 0; i < like.size(); i++) {
            Known node = pool.get(like.get(i));
            int slots = node == null ? 1 : Math.max(1, node.slots());
            all += slots;
            some += i < count % like.size() ? slots : 0;
        }
        return count / like.size() * all + some;
    }

    private static String nobody(String word) {
        return "No node has the id, name or tag '" + word + "'.";
    }

    static Refused unanswered(String path, String detail, String remedy) {
        return new Refused(ShellProblems.unansweredQuestion(path, detail, remedy));
    }
}
