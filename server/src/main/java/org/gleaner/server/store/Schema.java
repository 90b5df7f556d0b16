package org.gleaner.server.store;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;

/**
 * The versions of the tables. The first is written once per make of database; from the second on a script in
 * {@code db/migration} serves all of them: SQLite takes BIGINT, TEXT and BYTEA as well as PostgreSQL does, and
 * {@code ${without_rowid}} stands behind a table whose rows are only found by their key.
 */
final class Schema {
    /** That of the youngest script in {@code db/migration}; a test holds it against them. */
    static final int VERSION = 21;

    private Schema() {}

    /** Runs what is missing. Flyway takes a good part of a second, so call it only when there is something to do. */
    static void migrate(DataSource database, String firstScripts, String withoutRowid, int version) {
        Flyway.configure()
                .dataSource(database)
                .locations("classpath:db/" + firstScripts, "classpath:db/migration")
                .placeholders(Map.of("without_rowid", withoutRowid))
                .target(Integer.toString(version))
                .loggers("slf4j")
                .load()
                .migrate();
    }

    /** An upgrade that ended in the middle: what was done of it stays. */
    static StoreUnusable unfinished(Database database, Path data, Exception cause) {
        return new StoreUnusable(
                "The upgrade of the database " + database + " was not finished.",
                database.make() + " says: " + words(cause),
                "Check the free disk space, then start again: the upgrade goes on where it stopped. To return to the"
                        + " older program instead, put back the copy in " + data.resolve("backups") + ".",
                cause);
    }

    /** What the database says, in one line; Flyway's own words are many lines about its scripts. */
    static String words(Exception failed) {
        Throwable said = failed;
        for (Throwable at = failed.getCause(); at != null; at = at.getCause()) {
            said = at instanceof SQLException ? at : said;
        }
        return String.valueOf(said.getMessage()).lines().findFirst().orElse("nothing");
    }

    /** A database that only a newer program understands. */
    static StoreUnusable tooNew(String database, int version) {
        return new StoreUnusable(
                "The database " + database + " can't be opened by this version of Gleaner.",
                "It has schema version " + version + "; this program knows versions up to " + VERSION + ".",
                "Start the newer program again, or start this one with another --data directory.");
    }
}
