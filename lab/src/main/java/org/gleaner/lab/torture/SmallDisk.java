package org.gleaner.lab.torture;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.gleaner.lab.child.Impossible;
import org.gleaner.lab.child.Tool;
import org.jspecify.annotations.Nullable;

/** A disk in memory of a few megabytes, which can be full. Confined to one thread. */
final class SmallDisk {
    private static final int PAGE = 1 << 12;
    private static final int PIECE = 1 << 20;

    private final Path place;
    private boolean full;
    /** When it was last full, if ever. */
    private @Nullable Long fullAt;

    private SmallDisk(Path place) {
        this.place = place;
    }

    /** Only its owner may look into it. */
    static SmallDisk mount(Path place, int megabytes) throws Impossible, IOException, InterruptedException {
        Files.createDirectories(place);
        Tool.must("mount", "-t", "tmpfs", "-o", "mode=700,size=" + megabytes + "m", "tmpfs", place.toString());
        return new SmallDisk(place);
    }

    /** Takes all that is free, to the last page. */
    void fill() throws IOException {
        full = true;
        try (OutputStream out = Files.newOutputStream(ballast())) {
            fill(out, new byte[PIECE]);
            fill(out, new byte[PAGE]);
        } catch (IOException full) {
            // That is what was wanted.
            return;
        }
    }

    private void fill(OutputStream out, byte[] piece) throws IOException {
        while (place.toFile().getUsableSpace() >= piece.length) {
            out.write(piece);
        }
    }

    void free() throws IOException {
        Files.deleteIfExists(ballast());
        full = false;
        fullAt = System.nanoTime();
    }

    /** Whether somebody may still suffer from it. */
    boolean wasFullWithin(Duration aftermath) {
        return full || (fullAt != null && System.nanoTime() - fullAt < aftermath.toNanos());
    }

    private Path ballast() {
        return place.resolve("ballast");
    }

    void unmount() throws IOException, InterruptedException {
        Tool.Result done = Tool.run(List.of("umount", place.toString()));
        if (!done.isWell()) {
            // Somebody still looks at it: it goes with the last one.
            Tool.run(List.of("umount", "-l", place.toString()));
        }
    }
}
