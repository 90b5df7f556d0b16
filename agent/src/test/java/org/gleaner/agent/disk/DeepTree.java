package org.gleaner.agent.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Directories inside each other, deeper than any path may be long: made from the innermost outwards. */
public final class DeepTree {
    private DeepTree() {}

    /** Moves what is at {@code innermost} down, so that it lies below so many directories of this name at the root. */
    public static Path around(Path innermost, Path root, String name, int levels) throws IOException {
        Path chain = innermost;
        for (int i = 0; i < levels; i++) {
            Path outer = Files.createDirectory(root.resolve("level" + i));
            Files.move(chain, outer.resolve(name));
            chain = outer;
        }
        return chain;
    }
}
