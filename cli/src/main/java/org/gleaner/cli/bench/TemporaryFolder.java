package org.gleaner.cli.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A folder that is gone when the benchmark ends. */
public final class TemporaryFolder implements AutoCloseable {
    private final Path path;

    public TemporaryFolder() throws IOException {
        path = Files.createTempDirectory("gleaner-bench-");
    }

    public Path folder(String name) throws IOException {
        return Files.createDirectories(path.resolve(name));
    }

    public Path file(String name) {
        return path.resolve(name);
    }

    @Override
    public void close() {
        try (Stream<Path> all = Files.walk(path)) {
            List<Path> deepestFirst = all.sorted(Comparator.reverseOrder()).collect(Collectors.toList());
            for (Path one : deepestFirst) {
                Files.deleteIfExists(one);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the folder " + path + " can't be removed", e);
        }
    }
}
