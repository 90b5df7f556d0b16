package org.gleaner.server.store;

import java.time.Instant;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.StoredGrid.NodeRow;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.TypeKey;
import org.gleaner.core.job.Recipe;
import org.gleaner.core.node.Duty;

/** Writes nodes, their duties and what they refused. */
record SqlNodes(SqlSession session) {
    private static final String PUT = Upsert.into(
            "node",
            1,
            "id, incarnation, name, os, arch, cores, benchmark, version, slots, memory, disk, abilities,"
                    + " introduced, copy_of");
    private static final String PUT_DUTY = Upsert.into("node_duty", 1, "node, duty");
    private static final String PUT_REFUSAL = Upsert.into("refusal", 4, "node, owner, type, print, at");

    void put(NodeRow node) throws StoreException {
        NodeId copyOf = node.copyOf();
        session.update(
                PUT,
                node.node().value(),
                node.incarnation(),
                node.facts().name(),
                node.facts().os(),
                node.facts().arch(),
                node.facts().cores(),
                node.facts().benchmark().toString(),
                node.facts().version(),
                node.capacity().slots(),
                node.capacity().memory().bytes(),
                node.capacity().disk().bytes(),
                StoredAbilities.write(node.facts().abilities()),
                node.at().toEpochMilli(),
                copyOf == null ? null : copyOf.value());
    }

    void put(NodeId node, Duty duty) throws StoreException {
        session.update(PUT_DUTY, node.value(), duty.word());
    }

    void putRefusal(NodeId node, Recipe recipe, Instant at) throws StoreException {
        TypeKey type = recipe.type();
        session.update(PUT_REFUSAL, node.value(), type.owner().name(), type.type(), recipe.print(), at.toEpochMilli());
    }

    void removeRefusal(NodeId node, Recipe recipe) throws StoreException {
        session.update(
                "DELETE FROM refusal WHERE node = ? AND owner = ? AND type = ? AND print = ?",
                node.value(),
                recipe.type().owner().name(),
                recipe.type().type(),
                recipe.print());
    }
}
