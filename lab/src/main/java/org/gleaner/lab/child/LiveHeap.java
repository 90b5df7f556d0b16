package org.gleaner.lab.child;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What a JVM keeps in its heap when all that nobody needs is gone. */
public final class LiveHeap {
    private LiveHeap() {}

    /** In bytes, after a collection; -1 where the JDK's {@code jcmd} is not at hand. */
    public static long bytes(long pid) throws IOException, InterruptedException {
        Path jcmd = Path.of(System.getProperty("java.home", ""), "bin", "jcmd");
        if (!Files.isExecutable(jcmd)) {
            return -1;
        }
        // A histogram counts live objects only, so the JVM collects before it.
        String told = Tool.run(List.of(jcmd.toString(), Long.toString(pid), "GC.class_histogram"))
                .said();
        return told.lines()
                .filter(line -> line.startsWith("Total"))
                .mapToLong(line -> Long.parseLong(line.strip().split("\\s+", -1)[2]))
                .findFirst()
                .orElse(-1);
    }
}
