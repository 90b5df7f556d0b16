package org.gleaner.server.store;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import org.gleaner.core.grid.StoreException;
import org.gleaner.server.blob.BlobStore;
import org.gleaner.server.disk.OwnerOnly;
import org.jspecify.annotations.Nullable;

/**
 * Which database a data directory belongs to: both hold the same mark. A directory's files are what the jobs of its
 * database name; a server with another database would take them all for nobody's and remove them, so it must not start.
 *
 * <p>The directory is marked first. So one without a mark meets a database with one only if they never belonged
 * together, and one whose database has none yet is told from a directory that lost its database by its files.
 */
public final class DirectoryMark {
    static final String FILE = "database";

    private static final Pattern MARK = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\\s");
    private static final int LONGEST = 1 << 16;

    /** The first version of the tables that holds a mark. */
    private static final int SINCE = 10;

    private static final String INSERT = "INSERT INTO directory (mark) VALUES (?)";

    private final Path directory;
    private final String place;
    private final String name;

    /** What the directory remembers: the mark, and for people where the database was. */
    private record Remembered(String mark, String place) {}

    DirectoryMark(Path directory, Database database) {
        this.directory = directory;
        this.place = database.place();
        this.name = database.toString();
    }

    /** Whether a server has kept its data there: one of 0.1 left no mark, but always a database. */
    public static boolean isOn(Path directory) throws IOException {
        Path mark = directory.resolve(FILE);
        return Files.isRegularFile(directory.resolve(SqlStore.FILE), LinkOption.NOFOLLOW_LINKS)
                || (Files.isRegularFile(mark, LinkOption.NOFOLLOW_LINKS)
                        && Files.size(mark) < LONGEST
                        && MARK.matcher(Files.readString(mark, ISO_8859_1)).lookingAt());
    }

    /**
     * Refuses a database that can't be the directory's, before anything is changed in it.
     *
     * @param version of its tables; 0 if it is empty
     */
    void check(int version) throws StoreUnusable, IOException {
        if (version < SINCE) {
            checkUnmarked(version == 0);
        }
    }

    /** An empty database may only be made for a directory that holds no files of another. */
    private void checkUnmarked(boolean empty) throws StoreUnusable, IOException {
        Remembered known = remembered();
        if (known != null && !known.place().equals(place)) {
            throw another(known);
        }
        if (empty && BlobStore.holdsAny(directory)) {
            throw new StoreUnusable(
                    "The data directory " + directory + " does not belong to the database " + name + ".",
                    "The database is new and empty, but the directory holds files of jobs, which this server would"
                            + " delete.",
                    known == null
                            ? "Start it with the database that it had, with or without --db, or choose another --data"
                                    + " directory."
                            : "Restore the database from a backup, or choose another --data directory.");
        }
        if (empty && known != null && place.equals(SqlStore.FILE) && !Files.exists(directory.resolve(place))) {
            throw new StoreUnusable(
                    "The database " + name + " is gone.",
                    "This data directory has had one; a new one would know no job, user or machine.",
                    "Put the file back or restore a backup; to begin anew all the same, delete "
                            + directory.resolve(FILE) + ".");
        }
    }

    /** Sees to it that both have the same mark, or refuses. Leaves no transaction. */
    void settle(SqlSession session) throws StoreUnusable, IOException, StoreException {
        Remembered known = remembered();
        String stored = session.first("SELECT mark FROM directory", row -> row.getString(1))
                .orElse(null);
        if (stored == null) {
            // No server has been started with it if nobody has a token.
            checkUnmarked(!session.exists("SELECT 1 FROM token"));
        } else if (known == null && !place.equals(SqlStore.FILE)) {
            throw new StoreUnusable(
                    "The database " + name + " does not belong to the data directory " + directory + ".",
                    "The files of its jobs are in the directory whose file '" + FILE + "' begins with " + stored + ".",
                    "Start it with that --data directory; if you have moved its files here, first:" + " echo " + stored
                            + " > " + directory.resolve(FILE));
        } else if (known != null && !known.mark().equals(stored)) {
            throw another(known);
        }
        String mark = stored != null
                ? stored
                : known != null ? known.mark() : UUID.randomUUID().toString();
        remember(mark);
        if (stored == null) {
            session.update(INSERT, mark);
            session.commit();
        } else {
            session.rollback();
        }
    }

    /** Gives a new mark to a database that has just been made for this directory. */
    void renew(SqlSession session) throws IOException, StoreException {
        String mark = UUID.randomUUID().toString();
        remember(mark);
        session.update("DELETE FROM directory");
        session.update(INSERT, mark);
        session.commit();
    }

    private StoreUnusable another(Remembered known) {
        String start = known.place().equals(SqlStore.FILE)
                ? "Start it without --db"
                : "Start it with --db " + (known.place().isEmpty() ? "and its address" : known.place());
        String right = !known.place().equals(place)
                ? start + ", as before"
                : place.equals(SqlStore.FILE)
                        ? "Put back the " + SqlStore.FILE + " that was there before"
                        : "Restore the database that was there before";
        return new StoreUnusable(
                "The data directory " + directory + " does not belong to the database " + name + ".",
                "Its files belong to the jobs of another database; this server would treat them as unused and delete"
                        + " them.",
                right + ", or choose another --data directory.");
    }

    private @Nullable Remembered remembered() throws IOException {
        try {
            List<String> lines = Files.readAllLines(directory.resolve(FILE), UTF_8);
            return lines.isEmpty() ? null : new Remembered(lines.get(0).strip(), lines.size() > 1 ? lines.get(1) : "");
        } catch (NoSuchFileException never) {
            return null;
        }
    }

    private void remember(String mark) throws IOException {
        Remembered now = new Remembered(mark, place);
        if (!now.equals(remembered())) {
            OwnerOnly.write(directory.resolve(FILE), mark + "\n" + place + "\n");
        }
    }
}
