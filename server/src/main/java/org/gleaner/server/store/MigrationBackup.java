package org.gleaner.server.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.gleaner.server.disk.OwnerOnly;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where a database is copied to before it is brought up to a new version. Copies stay until somebody removes them. */
final class MigrationBackup {
    private static final Logger LOG = LoggerFactory.getLogger(MigrationBackup.class);
    private static final int MOST = 1_000;

    private MigrationBackup() {}

    /** A new file for a database of this version. */
    static Path place(Path data, int version) throws IOException {
        Path folder = data.resolve("backups");
        OwnerOnly.directories(folder);
        for (int number = 1; number <= MOST; number++) {
            Path file = folder.resolve("before-migration-of-v" + version + "-" + number + ".db");
            if (!Files.exists(file)) {
                LOG.atInfo()
                        .addKeyValue("file", file.toString())
                        .addKeyValue("version", version)
                        .log("copying the database before upgrading it; the copy is kept");
                OwnerOnly.file(file);
                return file;
            }
        }
        throw new IOException("there are " + MOST + " copies in " + folder + " already; delete some");
    }
}
