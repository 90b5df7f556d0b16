package org.gleaner.agent.sandbox;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.FileVisitor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import org.gleaner.core.job.MemorySize;
import org.jspecify.annotations.Nullable;

/** How much is in a directory, as far as one can tell while somebody writes to it. */
public final class DirectorySize {
    /** A file that is empty still takes a block or so; this many names are enough to judge by. */
    private static final int MOST_NAMES = 1_000_000;

    private DirectorySize() {}

    /** Adds up sizes and stops as soon as there is more than {@code enough}; follows no link. */
    public static MemorySize of(Path root, MemorySize enough) throws IOException {
        Sum sum = new Sum(enough.bytes());
        if (Files.exists(root)) {
            Files.walkFileTree(root, sum);
        }
        return new MemorySize(sum.bytes);
    }

    private static final class Sum implements FileVisitor<Path> {
        private final long enough;
        private long bytes;
        private int names;

        Sum(long enough) {
            this.enough = enough;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
            return add(attributes.size());
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            return add(attributes.size());
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException gone) {
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failed) {
            return FileVisitResult.CONTINUE;
        }

        private FileVisitResult add(long size) {
            bytes += size;
            names++;
            return bytes > enough || names >= MOST_NAMES ? FileVisitResult.TERMINATE : FileVisitResult.CONTINUE;
        }
    }
}
