package org.gleaner.agent.machine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The control groups that a process is in.
 *
 * @param lines such as {@code 4:memory:/user.slice}, one for each tree of groups
 */
public record OwnGroups(List<String> lines) {
    /** Where a process reads its own. */
    public static final Path OWN = Path.of("/proc/self/cgroup");

    /** Where the kernel shows control groups. */
    public static final Path MOUNTS = Path.of("/sys/fs/cgroup");

    public OwnGroups {
        lines = List.copyOf(lines);
    }

    /** Of no group at all where the kernel has none. */
    public static OwnGroups read(Path file) throws IOException {
        return new OwnGroups(Files.exists(file) ? Files.readAllLines(file, StandardCharsets.UTF_8) : List.of());
    }

    /** The group's path in the tree of that controller, null if there is none; of several in one tree each counts. */
    public @Nullable String of(String controller) {
        for (String line : lines) {
            String[] parts = line.split(":", 3);
            if (parts.length == 3 && List.of(parts[1].split(",", -1)).contains(controller)) {
                return parts[2];
            }
        }
        return null;
    }

    /** The directory of a group in a tree. */
    public static Path beneath(Path mount, String path) {
        return mount.resolve(path.substring(1)).normalize();
    }
}
