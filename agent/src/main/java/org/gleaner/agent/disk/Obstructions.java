package org.gleaner.agent.disk;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.agent.machine.QuietCommand;

/** What keeps even root from deleting a tree: mounts in it, and flags that forbid every change. */
final class Obstructions {
    private static final Path MOUNTS = Path.of("/proc/self/mountinfo");
    private static final int MOUNT_POINT = 4;
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private Obstructions() {}

    /** Takes away what is mounted below; throws if something stays. */
    static void unmount(Path root) throws IOException {
        Path real = root.toRealPath();
        List<String> mounted = below(real);
        // The last was mounted last, maybe onto one before it.
        for (int i = mounted.size() - 1; i >= 0; i--) {
            run("umount", "--lazy", mounted.get(i));
        }
        if (!mounted.isEmpty() && !below(real).isEmpty()) {
            throw new IOException("something is mounted at " + below(real).get(0));
        }
    }

    private static List<String> below(Path root) throws IOException {
        List<String> found = new ArrayList<>();
        if (Files.isReadable(MOUNTS)) {
            // Byte by byte, as a task may give a mount point a name in any encoding.
            String prefix = recoded(root.toString(), StandardCharsets.UTF_8, StandardCharsets.ISO_8859_1);
            for (String line : Files.readAllLines(MOUNTS, StandardCharsets.ISO_8859_1)) {
                String[] fields = line.split(" ", MOUNT_POINT + 2);
                String point = fields.length > MOUNT_POINT ? unescaped(fields[MOUNT_POINT]) : "";
                if (point.equals(prefix) || point.startsWith(prefix + "/")) {
                    found.add(recoded(point, StandardCharsets.ISO_8859_1, StandardCharsets.UTF_8));
                }
            }
        }
        return found;
    }

    private static String recoded(String text, Charset from, Charset to) {
        return new String(text.getBytes(from), to);
    }

    /** Blanks, tabs, line ends and backslashes are written as three octal digits. */
    private static String unescaped(String name) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < name.length(); i++) {
            boolean octal = name.startsWith("\\", i) && i + 3 < name.length();
            text.append(octal ? (char) Integer.parseInt(name.substring(i + 1, i + 4), 8) : name.charAt(i));
            i += octal ? 3 : 0;
        }
        return text.toString();
    }

    /** Lets everything below be changed again, as far as we may. */
    static void unlock(Path root) {
        run("chattr", "-R", "-f", "-i", "-a", root.toString());
    }

    /** Whoever calls finds out whether anything has changed. */
    private static void run(String... words) {
        int unused = QuietCommand.runAnyway(LIMIT, List.of(words));
    }
}
