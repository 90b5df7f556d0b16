package org.gleaner.client.executor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/** Holds files while they travel. Is gone when it is closed, or when the program ends without that. */
final class TravelDirectory implements AutoCloseable {
    private final Path path;
    private final Thread hook = new Thread(this::delete, "gleaner-files");

    TravelDirectory() throws IOException {
        path = Files.createTempDirectory("gleaner-executor");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    Path path() {
        return path;
    }

    @Override
    public void close() {
        delete();
        try {
            boolean unused = Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException ending) {
            // Then it runs, and finds nothing.
            return;
        }
    }

    private void delete() {
        List<Path> all = new ArrayList<>();
        try (Stream<Path> found = Files.walk(path)) {
            found.forEach(all::add);
        } catch (IOException gone) {
            // Others tidy temporary files, too.
            return;
        }
        Collections.reverse(all);
        for (Path one : all) {
            boolean unused = one.toFile().delete();
        }
    }
}
