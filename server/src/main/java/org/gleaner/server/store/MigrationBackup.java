package org.gleaner.server.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import org.flywaydb.core.api.FlywayException;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.job.MemorySize;
import org.gleaner.protocol.problem.SystemWords;
import org.gleaner.server.disk.OwnerOnly;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The copy of a database that is made before it is brought up to a new version. Copies stay until somebody removes
 * them. One has its name only when it is whole: a start that fails for want of room is often tried again, and what is
 * half there would keep the disk full, or be put back one day.
 */
final class MigrationBackup {
    private static final Logger LOG = LoggerFactory.getLogger(MigrationBackup.class);
    private static final int MOST = 1_000;
    private static final String UNDER_WAY = "under-way.db";

    private MigrationBackup() {}

    /** @param version of the tables that are copied */
    static void make(Path data, int version, Database from) throws StoreUnusable {
        Path folder = data.resolve("backups");
        try {
            OwnerOnly.directories(folder);
            clear(folder);
            boolean kept = false;
            try {
                keep(folder, version, from);
                kept = true;
            } finally {
                if (!kept) {
                    clear(folder);
                }
            }
        } catch (SQLException | FlywayException e) {
            throw refused(folder, from, Schema.words(e), e);
        } catch (IOException e) {
            throw refused(folder, from, SystemWords.of(e, folder), e);
        }
    }

    private static void keep(Path folder, int version, Database from) throws IOException, SQLException {
        Path file = place(folder, version);
        LOG.atInfo()
                .addKeyValue("file", file.toString())
                .addKeyValue("version", version)
                .log("copying the database before upgrading it; the copy is kept");
        Path fresh = folder.resolve(UNDER_WAY);
        OwnerOnly.file(fresh);
        from.copyTo(fresh);
        try (FileChannel channel = FileChannel.open(fresh, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    }

    private static Path place(Path folder, int version) throws IOException {
        for (int number = 1; number <= MOST; number++) {
            Path file = folder.resolve("before-migration-of-v" + version + "-" + number + ".db");
            if (!Files.exists(file)) {
                return file;
            }
        }
        throw new IOException("there are " + MOST + " copies in " + folder + " already; delete some");
    }

    /** Also what a database keeps beside a file that it fills. */
    private static void clear(Path folder) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, UNDER_WAY + "*")) {
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
        }
    }

    private static StoreUnusable refused(Path folder, Database from, String why, Exception cause) {
        return new StoreUnusable(
                "The database " + from + " can't be upgraded.",
                "It can't be copied into " + folder + " first" + size(from) + ": " + why,
                "Free some space there, then start again; nothing was changed.",
                cause);
    }

    private static String size(Database from) {
        try (SqlSession session = from.reader()) {
            return ", which takes about " + new MemorySize(from.bytes(session));
        } catch (SQLException | StoreException unknown) {
            return "";
        }
    }
}
