package org.gleaner.server.store;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import org.gleaner.core.grid.Role;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.StoredGrid;
import org.gleaner.core.grid.StoredGrid.KeyRow;
import org.gleaner.core.grid.StoredGrid.NodeRow;
import org.gleaner.core.grid.StoredGrid.RefusalRow;
import org.gleaner.core.grid.SubmissionKey;
import org.gleaner.core.grid.Token;
import org.gleaner.core.grid.TokenHash;
import org.gleaner.core.grid.TokenNote;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.id.TypeKey;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Recipe;
import org.gleaner.core.node.Capacity;
import org.gleaner.core.node.Duty;
import org.gleaner.core.node.NodeFacts;
import org.jspecify.annotations.Nullable;

/** Reads all that is open. Texts are sorted here and not by the database, whose order of characters is another. */
record GridReader(SqlSession session) {
    private static final String NODES = "SELECT id, incarnation, name, os, arch, cores, benchmark, version, slots,"
            + " memory, disk, abilities, introduced, copy_of, duty FROM node"
            + " LEFT JOIN node_duty ON node_duty.node = node.id ORDER BY id";

    private static final String TOKENS =
            "SELECT hash, role, owner, node, name, created, expires, used, maker FROM token ORDER BY hash";

    private static final String KEYS = "SELECT owner, key, fingerprint, job, first_task, at FROM submission_key";

    StoredGrid read() throws StoreException {
        TreeMap<String, String> settings = new TreeMap<>();
        session.each("SELECT name, value FROM setting", row -> settings.put(row.getString(1), row.getString(2)));
        List<RefusalRow> refusals =
                session.list("SELECT node, owner, type, print, at FROM refusal", GridReader::refusal);
        refusals.sort(Comparator.comparing(RefusalRow::node).thenComparing(RefusalRow::recipe));
        return new StoredGrid(
                next("job"),
                next("node"),
                new JobReader(session).open(),
                nodes(),
                refusals,
                session.list(TOKENS, GridReader::token),
                session.list(KEYS, GridReader::key).stream()
                        .sorted(KeyRow.ORDER)
                        .toList(),
                settings,
                new SqlBeliefs(session).read());
    }

    /** All that ever introduced themselves. */
    List<NodeRow> nodes() throws StoreException {
        return session.list(NODES, GridReader::node);
    }

    private long next(String name) throws StoreException {
        return session.first("SELECT next FROM counter WHERE name = ?", row -> row.getLong(1), name)
                .orElseThrow(() -> new StoreException("the counter of the next " + name + " is missing"));
    }

    private static NodeRow node(ResultSet row) throws SQLException, StoreException {
        NodeFacts facts = new NodeFacts(
                row.getString(3),
                row.getString(4),
                row.getString(5),
                row.getInt(6),
                Duration.parse(row.getString(7)),
                row.getString(8),
                StoredAbilities.read(row.getString(12)));
        long original = row.getLong(14);
        boolean copied = !row.wasNull();
        return new NodeRow(
                new NodeId(row.getLong(1)),
                row.getInt(2),
                facts,
                new Capacity(row.getInt(9), new MemorySize(row.getLong(10)), new MemorySize(row.getLong(11))),
                Columns.instant(row.getLong(13)),
                duty(row.getString(15)),
                copied ? new NodeId(original) : null);
    }

    private static Duty duty(@Nullable String word) {
        return word == null ? Duty.WORKING : Duty.valueOf(word.toUpperCase(Locale.ROOT));
    }

    private static RefusalRow refusal(ResultSet row) throws SQLException {
        return new RefusalRow(
                new NodeId(row.getLong(1)),
                new Recipe(new TypeKey(new Owner(row.getString(2)), row.getString(3)), row.getLong(4)),
                Columns.instant(row.getLong(5)));
    }

    private static KeyRow key(ResultSet row) throws SQLException {
        return new KeyRow(
                new SubmissionKey(new Owner(row.getString(1)), row.getString(2), row.getLong(3)),
                new JobId(row.getLong(4)),
                row.getInt(5),
                Columns.instant(row.getLong(6)));
    }

    private static Token token(ResultSet row) throws SQLException {
        @Nullable String owner = row.getString(3);
        long node = row.getLong(4);
        boolean ofNode = !row.wasNull();
        @Nullable String maker = row.getString(9);
        return new Token(
                new TokenHash(row.getString(1)),
                Role.valueOf(row.getString(2).toUpperCase(Locale.ROOT)),
                owner == null ? null : new Owner(owner),
                ofNode ? new NodeId(node) : null,
                new TokenNote(
                        row.getString(5),
                        Columns.instant(row, 6),
                        Columns.instant(row, 7),
                        Columns.instant(row, 8),
                        maker == null ? null : new TokenHash(maker)));
    }
}
