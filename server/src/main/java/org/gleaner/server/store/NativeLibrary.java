package org.gleaner.server.store;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.gleaner.server.disk.OwnerOnly;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sqlite.SQLiteJDBCLoader;
import org.sqlite.util.LibraryLoaderUtil;

/**
 * The part of SQLite's driver that is no Java. The driver would unpack it each time where all temporary files are,
 * where whoever is killed leaves it, and compare both byte by byte, which takes a fifth of a server's start; in the
 * data directory the next start replaces it. There is one for the whole JVM, so the first directory gets it.
 * Thread-safe.
 */
final class NativeLibrary {
    static final String FOLDER = "native";

    private static final String PLACE = "org.sqlite.lib.path";
    /** Where somebody who runs the server wants it. */
    private static final String CHOSEN = "org.sqlite.tmpdir";

    private static final Logger LOG = LoggerFactory.getLogger(NativeLibrary.class);

    // As is what it says: the driver asks the JVM once.
    private static boolean settled;

    private NativeLibrary() {}

    /** @param data whose lock is held, so that nobody else uses what lies there */
    static synchronized void unpack(Path data) {
        if (settled || System.getProperty(CHOSEN) != null || System.getProperty(PLACE) != null) {
            return;
        }
        settled = true;
        Path folder = data.resolve(FOLDER);
        try {
            OwnerOnly.directories(folder);
            empty(folder);
            copyInto(folder);
            System.setProperty(PLACE, folder.toAbsolutePath().toString());
            // It tries its own way if this one fails, such as where nothing may be run.
            SQLiteJDBCLoader.initialize();
        } catch (RuntimeException bug) {
            throw bug;
        } catch (Exception refused) { // such as a full disk; the driver says no more than this of what it throws
            LOG.info("SQLite's library can't be in {}: {}", folder, refused.toString());
            System.clearProperty(PLACE);
        }
    }

    private static void copyInto(Path folder) throws IOException {
        String name = LibraryLoaderUtil.getNativeLibName();
        String resource = LibraryLoaderUtil.getNativeLibResourcePath() + "/" + name;
        try (InputStream packed = SQLiteJDBCLoader.class.getResourceAsStream(resource)) {
            if (packed == null) {
                throw new IOException("the driver has none for this kind of machine: " + resource);
            }
            Files.copy(packed, folder.resolve(name));
        }
    }

    private static void empty(Path folder) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                Files.delete(file);
            }
        }
    }
}
