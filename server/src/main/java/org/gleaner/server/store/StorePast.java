package org.gleaner.server.store;

import java.nio.file.Path;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.StoredBeliefs;
import org.gleaner.core.grid.StoredGrid.NodeRow;
import org.gleaner.core.store.PastStay;
import org.jspecify.annotations.Nullable;

/**
 * What a server has seen of its pool: read at one moment without changing anything, also while the server runs.
 *
 * @param stays that have ended
 */
public record StorePast(List<NodeRow> nodes, StoredBeliefs beliefs, List<PastStay> stays, List<FinishedTask> finished) {
    private static final int MOST_ROWS = 1_000_000;

    public StorePast {
        nodes = List.copyOf(nodes);
        stays = List.copyOf(stays);
        finished = List.copyOf(finished);
    }

    /** @param login null takes the SQLite database in the directory */
    public static StorePast read(Path directory, @Nullable PostgresLogin login, Instant since) throws StoreUnusable {
        Database database = login == null
                ? new SqliteFile(directory.resolve(SqlStore.FILE))
                : new PostgresDatabase(login, PostgresDatabase.UNHURRIED_SECONDS);
        try (SqlSession session = database.reader()) {
            PastReader past = new PastReader(session);
            return new StorePast(
                    new GridReader(session).nodes(),
                    new SqlBeliefs(session).read(),
                    past.stays(since, MOST_ROWS),
                    past.finished(since, MOST_ROWS));
        } catch (SQLException | StoreException | IllegalArgumentException | DateTimeException e) {
            throw new StoreUnusable(
                    "The history in " + database + " can't be read.",
                    database.make() + " says: " + e.getMessage(),
                    "Name the server's --data directory or its --db; if an older program wrote it, start its server"
                            + " once with this one.",
                    e);
        }
    }
}
