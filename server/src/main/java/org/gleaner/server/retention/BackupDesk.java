package org.gleaner.server.retention;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.gleaner.core.grid.StoreException;
import org.gleaner.protocol.message.BackupTicket;
import org.gleaner.server.blob.BlobStore;
import org.gleaner.server.disk.OwnerOnly;
import org.gleaner.server.store.Snapshots;
import org.jspecify.annotations.Nullable;

/**
 * The copy of the database that somebody fetches now; one at a time. While they go on asking, nothing is swept, so all
 * content that the copy names can be fetched too; after a long silence that is over, and so is the copy. Thread-safe.
 */
public final class BackupDesk {
    /** Long, as a large database may travel for a while between two questions. */
    private static final Duration PATIENCE = Duration.ofHours(1);

    private static final String FOLDER = "backup-under-way";

    private final Path folder;
    private final Snapshots snapshots;
    private final BlobStore blobs;
    private final RandomGenerator random;
    private final LastBackup last;
    private @Nullable BackupTicket open;
    /** Whether whoever fetches it has been told of all files. */
    private boolean listed;

    public BackupDesk(Path data, Snapshots snapshots, BlobStore blobs, RandomGenerator random, LastBackup last) {
        this.last = last;
        this.folder = data.resolve(FOLDER);
        this.snapshots = snapshots;
        this.blobs = blobs;
        this.random = random;
    }

    /** Makes a new copy; one that was not given back is forgotten. */
    public synchronized BackupTicket begin() throws IOException, StoreException {
        end();
        // First this, so that nothing goes which is named by the time of the copy.
        blobs.pins().hold(PATIENCE);
        boolean well = false;
        try {
            OwnerOnly.directories(folder);
            OwnerOnly.file(file());
            snapshots.copyTo(file());
            BackupTicket ticket =
                    new BackupTicket(Long.toString(random.nextLong() >>> 1, Character.MAX_RADIX), Files.size(file()));
            open = ticket;
            well = true;
            return ticket;
        } finally {
            if (!well) {
                // A disk that was too small for the copy needs what it took, and the sweep.
                end();
            }
        }
    }

    /** The copy, if this is the id of the one under way. */
    public synchronized Optional<Path> find(String id) {
        BackupTicket known = open;
        if (known == null || !known.id().equals(id) || !blobs.pins().isHeld()) {
            return Optional.empty();
        }
        blobs.pins().hold(PATIENCE);
        return Optional.of(file());
    }

    /** Forgets a copy for which nobody has come for long. */
    public void tidy() throws IOException {
        // Asked before, so that nobody waits here while a copy is made.
        if (!blobs.pins().isHeld()) {
            endUnlessHeld();
        }
    }

    private synchronized void endUnlessHeld() throws IOException {
        if (!blobs.pins().isHeld()) {
            end();
        }
    }

    /** Its names have all been told. */
    public synchronized void listed() {
        listed = true;
    }

    /** Whoever fetched it needs it no more. */
    public synchronized void giveBack() throws IOException {
        if (listed) {
            last.note();
        }
        end();
    }

    /** Forgets the copy; also what a server left that was killed meanwhile. */
    public synchronized void end() throws IOException {
        open = null;
        listed = false;
        blobs.pins().hold(Duration.ZERO);
        if (Files.isDirectory(folder)) {
            // Whoever was killed while it copied also left what its database keeps beside the file.
            try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
                for (Path file : files) {
                    Files.deleteIfExists(file);
                }
            }
            Files.delete(folder);
        }
    }

    private Path file() {
        return folder.resolve("gleaner.db");
    }
}
