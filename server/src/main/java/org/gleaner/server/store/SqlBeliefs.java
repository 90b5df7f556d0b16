package org.gleaner.server.store;

import java.nio.ByteBuffer;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.TreeMap;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.StoredBeliefs;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.id.TypeKey;
import org.gleaner.core.observer.Bins;
import org.gleaner.core.observer.NodeBelief;
import org.gleaner.core.observer.Presence;
import org.gleaner.core.observer.Recent;
import org.gleaner.core.observer.StayWeek;
import org.gleaner.core.observer.Tries;
import org.gleaner.core.observer.TypeBelief;
import org.gleaner.core.store.PastStay;
import org.gleaner.core.store.Tables;
import org.jspecify.annotations.Nullable;

/** Writes and reads what the observer believes. Numbers are kept to the last bit: what is loaded equals what was. */
record SqlBeliefs(SqlSession session) implements Tables.Beliefs {
    private static final String PUT_NODE =
            Upsert.into("node_belief", 1, "node, uptimes, outcomes, deaths, exposure, stay, counted, since, seen");
    private static final String PUT_TYPE =
            Upsert.into("type_belief", 2, "owner, type, figures, done, finished, used, footprints");
    private static final String FOLD_STAYS = "INSERT INTO stay_week (node, week, stays, millis)"
            + " SELECT node, ended / ?, count(*), sum(ended - began) FROM stay WHERE ended < ? GROUP BY 1, 2"
            + " ON CONFLICT (node, week) DO UPDATE SET stays = stay_week.stays + excluded.stays,"
            + " millis = stay_week.millis + excluded.millis";
    /** Mean run time, mean work, core-minutes spent; and how attempts go, which earlier versions did not know. */
    private static final int FIGURES = 9;

    private static final int FIRST_FIGURES = 3;

    private static final String[] NODE_TABLES = {
        "DELETE FROM node_belief WHERE node = ?",
        "DELETE FROM stay WHERE node = ?",
        "DELETE FROM stay_week WHERE node = ?"
    };

    @Override
    public void put(NodeId node, NodeBelief belief) throws StoreException {
        Presence presence = belief.presence();
        session.update(
                PUT_NODE,
                node.value(),
                bytes(belief.uptimes().values()),
                bytes(belief.outcomes().values()),
                bytes(belief.deaths().toArray()),
                bytes(belief.exposure().toArray()),
                presence.stay(),
                presence.before().toMillis(),
                Columns.millis(presence.since()),
                Columns.millis(presence.seen()));
    }

    @Override
    public void remove(NodeId node) throws StoreException {
        for (String sql : NODE_TABLES) {
            session.update(sql, node.value());
        }
    }

    @Override
    public void put(TypeKey type, TypeBelief belief) throws StoreException {
        session.update(
                PUT_TYPE,
                type.owner().name(),
                type.type(),
                figures(belief),
                belief.done(),
                bytes(belief.finished().toArray()),
                belief.used().toEpochMilli(),
                StoredFootprints.bytes(belief.footprints()));
    }

    @Override
    public void remove(TypeKey type) throws StoreException {
        session.update(
                "DELETE FROM type_belief WHERE owner = ? AND type = ?",
                type.owner().name(),
                type.type());
    }

    @Override
    public void insert(PastStay stay) throws StoreException {
        session.update(
                "INSERT INTO stay (node, began, ended) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
                stay.node().value(),
                stay.from().toEpochMilli(),
                stay.to().toEpochMilli());
    }

    @Override
    public void foldStays(Instant before) throws StoreException {
        session.update(FOLD_STAYS, StayWeek.MILLIS, before.toEpochMilli());
        session.update("DELETE FROM stay WHERE ended < ?", before.toEpochMilli());
    }

    StoredBeliefs read() throws StoreException {
        TreeMap<NodeId, NodeBelief> nodes = new TreeMap<>();
        session.each(
                "SELECT node, uptimes, outcomes, deaths, exposure, stay, counted, since, seen FROM node_belief",
                row -> nodes.put(new NodeId(row.getLong(1)), node(row)));
        TreeMap<TypeKey, TypeBelief> types = new TreeMap<>();
        session.each(
                "SELECT owner, type, figures, done, finished, used, footprints FROM type_belief",
                row -> types.put(new TypeKey(new Owner(row.getString(1)), row.getString(2)), type(row)));
        return new StoredBeliefs(nodes, types);
    }

    private static NodeBelief node(ResultSet row) throws SQLException {
        return new NodeBelief(
                Recent.of(numbers(row.getBytes(2))),
                Recent.of(numbers(row.getBytes(3))),
                Bins.of(numbers(row.getBytes(4))),
                Bins.of(numbers(row.getBytes(5))),
                new Presence(
                        row.getString(6),
                        Duration.ofMillis(row.getLong(7)),
                        Columns.instant(row, 8),
                        Columns.instant(row, 9)));
    }

    private static byte[] figures(TypeBelief belief) {
        Tries tries = belief.tries();
        return bytes(
                belief.meanRuntime(),
                belief.meanWork(),
                belief.spent(),
                tries.first(),
                tries.firstFailed(),
                tries.again(),
                tries.againFailed(),
                tries.failedWork(),
                tries.beside());
    }

    private static TypeBelief type(ResultSet row) throws SQLException {
        double[] figures = numbers(row.getBytes(3));
        if (figures.length != FIGURES && figures.length != FIRST_FIGURES) {
            throw new IllegalArgumentException("a type has " + FIGURES + " figures, not " + figures.length);
        }
        return new TypeBelief(
                figures[0],
                figures[1],
                row.getLong(4),
                Bins.of(numbers(row.getBytes(5))),
                StoredFootprints.of(row.getBytes(7)),
                figures[2],
                figures.length == FIRST_FIGURES
                        ? Tries.NONE
                        : new Tries(figures[3], figures[4], figures[5], figures[6], figures[7], figures[8]),
                Columns.instant(row.getLong(6)));
    }

    private static byte[] bytes(double... numbers) {
        ByteBuffer bytes = ByteBuffer.allocate(numbers.length * Double.BYTES);
        bytes.asDoubleBuffer().put(numbers);
        return bytes.array();
    }

    /** An empty column may come back as none. */
    private static double[] numbers(byte @Nullable [] bytes) {
        double[] numbers = new double[bytes == null ? 0 : bytes.length / Double.BYTES];
        if (bytes != null) {
            ByteBuffer.wrap(bytes).asDoubleBuffer().get(numbers);
        }
        return numbers;
    }
}
