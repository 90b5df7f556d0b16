package org.gleaner.lab.child;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A folder that is gone when we end, also when a signal ends us: there may be gigabytes in it. Unless it is kept. */
public final class TemporaryFolder implements AutoCloseable {
    private static final int MOST_TRIES = 50;
    private static final int PAUSE_MILLIS = 100;

    private final Path path;

    public TemporaryFolder() throws IOException {
        this(() -> false);
    }

    /** @param kept asked when this process ends: whether somebody will want to look into the folder */
    public TemporaryFolder(BooleanSupplier kept) throws IOException {
        path = Files.createTempDirectory("gleaner-bench-");
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            if (!kept.getAsBoolean()) {
                close();
            }
        }));
    }

    public Path folder(String name) throws IOException {
        return Files.createDirectories(path.resolve(name));
    }

    public Path file(String name) {
        return path.resolve(name);
    }

    /** Children that are being ended meanwhile may still write; what stays even so is but a temporary file. */
    @Override
    public void close() {
        for (int tries = 0; tries < MOST_TRIES && Files.exists(path); tries++) {
            try {
                delete(path);
            } catch (UncheckedIOException busy) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(PAUSE_MILLIS));
            }
        }
    }

    /** With everything in it; what is only linked stays. */
    public static void delete(Path path) {
        try (Stream<Path> all = Files.walk(path)) {
            List<Path> deepestFirst = all.sorted(Comparator.reverseOrder()).collect(Collectors.toList());
            for (Path one : deepestFirst) {
                Files.deleteIfExists(one);
            }
        } catch (UncheckedIOException e) {
            throw new UncheckedIOException("the folder " + path + " can't be removed", e.getCause());
        } catch (IOException e) {
            throw new UncheckedIOException("the folder " + path + " can't be removed", e);
        }
    }
}
