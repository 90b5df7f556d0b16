package org.gleaner.core.pool;

import java.util.HashSet;
import java.util.Set;
import org.gleaner.core.node.Duty;
import org.gleaner.core.node.NodeName;
import org.jspecify.annotations.Nullable;

/**
 * What a node is called: as its agent asks, plainly, with a number behind it if another has that name, or that tag:
 * work for all that have the tag would be this one's alone. The one home of this rule. A name stays with its node as
 * long as its agent asks for the same, whoever comes or goes meanwhile.
 */
public final class Naming {
    private Naming() {}

    /** @param before the node that introduces itself again; null: it is new */
    public static String of(Nodes nodes, @Nullable GridNode before, String asked) {
        String wanted = NodeName.plain(asked);
        if (before != null && isMadeOf(wanted, before.facts().name()) && keeps(nodes, before)) {
            return before.facts().name();
        }
        Set<String> taken = new HashSet<>();
        for (GridNode node : nodes.values()) {
            if (node != before && node.duty() != Duty.FORGOTTEN) {
                taken.add(node.facts().name());
                taken.addAll(node.facts().abilities().tags());
            }
        }
        String name = wanted;
        for (int number = 2; taken.contains(name) || NodeName.isReserved(name); number++) {
            name = wanted + "-" + number;
        }
        return name;
    }

    /** Of two that have the same name since nobody looked, the older one keeps it. */
    private static boolean keeps(Nodes nodes, GridNode before) {
        for (GridNode node : nodes.values()) {
            if (node.id().compareTo(before.id()) < 0
                    && node.duty() != Duty.FORGOTTEN
                    && node.facts().name().equals(before.facts().name())) {
                return false;
            }
        }
        return true;
    }

    /** Whether this is the name that was asked for, or one made of it. */
    private static boolean isMadeOf(String asked, String name) {
        return !NodeName.isReserved(name)
                && (name.equals(asked)
                        || (name.startsWith(asked + "-")
                                && name.substring(asked.length() + 1).matches("[1-9][0-9]{0,8}")));
    }
}
