package org.gleaner.lab.bench;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Files that travel: all of one size, with content that no compression shrinks. Each call of {@link #renew} makes them
 * new ones, as what a server has once it need not be sent again.
 *
 * @param name of the folder that they are in
 */
record Freight(String name, Path folder, int files, long bytesEach) {
    private static final int BLOCK = 1 << 20;
    private static final int SEED = 42;

    /** Writes them. */
    static Freight make(Path root, String name, int files, long bytesEach) throws IOException {
        Path folder = Files.createDirectories(root.resolve(name));
        SplittableRandom random = new SplittableRandom(SEED);
        byte[] block = new byte[(int) Math.min(BLOCK, bytesEach)];
        for (int i = 0; i < files; i++) {
            random.nextBytes(block);
            try (OutputStream out = Files.newOutputStream(folder.resolve(nameOf(i)))) {
                for (long left = bytesEach; left > 0; left -= block.length) {
                    out.write(block, 0, (int) Math.min(block.length, left));
                }
            }
        }
        return new Freight(name, folder, files, bytesEach);
    }

    static String nameOf(int file) {
        return String.format(Locale.ROOT, "f%05d", file);
    }

    /** Changes the first bytes of each and forces it to the disk, so that nothing of it waits there to be written. */
    void renew(long number) throws IOException {
        for (int i = 0; i < files; i++) {
            Path file = folder.resolve(nameOf(i));
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                ByteBuffer head = ByteBuffer.allocate(Long.BYTES);
                head.putLong(number).flip();
                while (head.hasRemaining()) {
                    channel.write(head, head.position());
                }
                channel.force(true);
            }
        }
    }

    double megabytes() {
        return files * (bytesEach / 1e6);
    }
}
