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
        Set<String> taken = new HashSet<>();
        boolean mine = before != null && isMadeOf(wanted, before.facts().name());
        for (GridNode node : nodes.values()) {
            if (node != before && node.duty() != Duty.FORGOTTEN) {
                String name = node.facts().name();
                taken.add(name);
                taken.addAll(node.facts().abilities().tags());
                // Of two that have the same name since nobody looked, the older one keeps it.
                mine &= before == null
                        || node.id().compareTo(before.id()) > 0
                        || !name.equals(before.facts().name());
            }
        }
        if (before != null && mine) {
            return before.facts().name();
        }
        String name = wanted;
        for (int number = 2; taken.contains(name) || NodeName.isReserved(name); number++) {
            name = wanted + "-" + number;
        }
        return name;
    }

    /** Whether this is the name that was asked for, or one made of it. */
    private static boolean isMadeOf(String asked, String name) {
        return !NodeName.isReserved(name)
                && (name.equals(asked)
                        || (name.startsWith(asked + "-")
                                && name.substring(asked.length() + 1).matches("[1-9][0-9]{0,8}")));
    }
}
