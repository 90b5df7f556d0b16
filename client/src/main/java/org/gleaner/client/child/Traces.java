package org.gleaner.client.child;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a task may have left in its JVM's surroundings: files, processes, threads. Files that were not there before are
 * deleted; of everything else it is only said that it is there. Confined to one thread.
 */
final class Traces {
    private static final Path PROCESSES = Path.of("/proc");
    private static final List<Path> ELSEWHERE = List.of(Path.of("/tmp"), Path.of("/dev/shm"), Path.of("/dev/mqueue"));
    /** Whoever leaves more is not worth looking at all of them. */
    private static final int MOST_FILES = 200_000;

    private static final long LONGEST_END_MILLIS = 10;

    private final Path outcome;
    private final List<Path> places = new ArrayList<>(ELSEWHERE);
    private final Map<Path, Seal> files = new HashMap<>();
    private final Set<Thread> threads = new HashSet<>();
    private int processes;

    /** By which one sees that a file was changed, or swapped for another; of a directory only that it is there. */
    private record Seal(
            long size,
            @Nullable FileTime modified,
            @Nullable Object key) {
        static Seal of(Path file) throws IOException {
            BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            return now.isDirectory()
                    ? new Seal(0, null, null)
                    : new Seal(now.size(), now.lastModifiedTime(), now.fileKey());
        }
    }

    /** @param outcome the file that a task leaves for others, in the directory in which it runs */
    Traces(Path outcome) {
        this.outcome = outcome;
        Path directory = outcome.getParent();
        if (directory != null) {
            places.add(directory);
        }
    }

    /** Takes what is there now as what shall be there. */
    void remember() throws IOException {
        for (Path path : all()) {
            files.put(path, Seal.of(path));
        }
        threads.addAll(threads());
        processes = processes();
    }

    /** Whoever ordered a task has taken it by now. */
    void removeOutcome() throws IOException {
        Files.deleteIfExists(outcome);
    }

    /** Removes what a task left but for its outcome; false if something is left or changed. */
    boolean areGone() throws InterruptedException {
        try {
            return areFilesGone() && processes() <= processes && areThreadsGone();
        } catch (IOException stubborn) {
            return false;
        }
    }

    private boolean areFilesGone() throws IOException {
        int kept = 0;
        List<Path> found = all();
        // What is in a directory comes behind it.
        for (int i = found.size() - 1; i >= 0; i--) {
            Path path = found.get(i);
            @Nullable Seal before = files.get(path);
            if (before == null && !path.equals(outcome)) {
                Files.delete(path);
            } else if (before != null) {
                kept++;
                if (!before.equals(Seal.of(path))) {
                    return false;
                }
            }
        }
        return kept == files.size();
    }

    private List<Path> all() throws IOException {
        List<Path> found = new ArrayList<>();
        for (Path place : places) {
            if (Files.isDirectory(place, LinkOption.NOFOLLOW_LINKS)) {
                try (Stream<Path> below = Files.walk(place)) {
                    below.limit(MOST_FILES).forEach(found::add);
                } catch (UncheckedIOException closed) {
                    throw closed.getCause();
                }
            }
        }
        if (found.size() >= MOST_FILES) {
            throw new IOException("there are too many files");
        }
        return found;
    }

    private static int processes() throws IOException {
        int count = 0;
        try (DirectoryStream<Path> names = Files.newDirectoryStream(PROCESSES, "[1-9]*")) {
            for (Path unused : names) {
                count++;
            }
        }
        return count;
    }

    private boolean areThreadsGone() throws InterruptedException {
        for (Thread thread : threads()) {
            if (!threads.contains(thread) && !isIdleWorker(thread)) {
                // It may have been told to end, and be about to.
                thread.join(LONGEST_END_MILLIS);
                if (thread.isAlive()) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Those of the pool that all share stay for a while after they have done something, as for streams. */
    private static boolean isIdleWorker(Thread thread) {
        return thread instanceof ForkJoinWorkerThread worker
                && worker.getPool() == ForkJoinPool.commonPool()
                && ForkJoinPool.commonPool().isQuiescent();
    }

    /** Those that calls may have begun; the JVM's own are in a group above. */
    private static Set<Thread> threads() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        Thread[] found = new Thread[group.activeCount() + 10];
        int count = group.enumerate(found);
        while (count == found.length) {
            found = new Thread[2 * count];
            count = group.enumerate(found);
        }
        return new HashSet<>(Arrays.asList(found).subList(0, count));
    }
}
