package org.gleaner.server.store;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.gleaner.server.disk.OwnerOnly;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sqlite.SQLiteJDBCLoader;

/**
 * The part of SQLite's driver that is no Java. The driver unpacks it each time, by itself where all temporary files
 * are, and whoever is killed leaves it there; in the data directory the next start removes it. There is one for the
 * whole JVM, so the first directory gets it. Thread-safe.
 */
final class NativeLibrary {
    static final String FOLDER = "native";

    private static final String PLACE = "org.sqlite.tmpdir";
    private static final Logger LOG = LoggerFactory.getLogger(NativeLibrary.class);

    // As is what it says: the driver asks the JVM once.
    private static boolean settled;

    private NativeLibrary() {}

    /** @param data whose lock is held, so that nobody else uses what lies there */
    static synchronized void unpack(Path data) {
        if (settled || System.getProperty(PLACE) != null) {
            return;
        }
        settled = true;
        Path folder = data.resolve(FOLDER);
        try {
            OwnerOnly.directories(folder);
            empty(folder);
        } catch (IOException refused) {
            elsewhere(folder, refused);
            return;
        }
        System.setProperty(PLACE, folder.toAbsolutePath().toString());
        if (!isLoaded(folder)) {
            System.clearProperty(PLACE);
        }
    }

    private static boolean isLoaded(Path folder) {
        try {
            return SQLiteJDBCLoader.initialize();
        } catch (RuntimeException bug) {
            throw bug;
        } catch (Exception refused) {
            elsewhere(folder, refused);
            return false;
        }
    }

    /** Such as on a full disk, or on one from which nothing may be run: the driver tries by itself. */
    private static void elsewhere(Path folder, Exception refused) {
        LOG.info("SQLite's library can't be in {}: {}", folder, refused.toString());
    }

    private static void empty(Path folder) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                Files.delete(file);
            }
        }
    }
}
