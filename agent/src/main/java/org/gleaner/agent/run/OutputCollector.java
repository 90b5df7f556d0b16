package org.gleaner.agent.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.gleaner.agent.disk.FileHash;
import org.gleaner.agent.sandbox.Room;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.job.FilePath;
import org.gleaner.core.job.OutputFile;
import org.gleaner.protocol.message.Content;

/**
 * Gathers what a task left behind. Only regular files inside its directory count: a link is followed if it ends at such
 * a file, and whatever leads out of the directory is no output. All processes of the task are dead by now, so nothing
 * changes under our eyes, but in a shared directory: what lies there is copied before it is looked at.
 */
final class OutputCollector {
    private static final int MOST_FILES = 10_000;

    private final Path directory;
    private final boolean moving;
    private final Path kept;
    private final int inlineLimit;
    private final Map<BlobHash, Path> blobs = new LinkedHashMap<>();
    private int inlined;
    private int copies;

    /**
     * Prepares to collect.
     *
     * @param room what it left is where it ran; in a shared directory it stays there too
     * @param kept where files go that do not travel inline
     */
    OutputCollector(Room room, Path kept, int inlineLimit) {
        this.directory = room.start();
        this.moving = room.shared() == null;
        this.kept = kept;
        this.inlineLimit = inlineLimit;
    }

    /** An output that is not there or can't be taken; the message is one line for people. */
    static final class Missing extends Exception {
        Missing(String message) {
            super(message);
        }
    }

    List<ResultFile> outputs(List<OutputFile> wanted) throws IOException, Missing {
        Map<String, Path> found = new LinkedHashMap<>();
        for (OutputFile output : wanted) {
            find(output, found);
        }
        if (found.size() > MOST_FILES) {
            throw new Missing("there are more than " + MOST_FILES + " output files");
        }
        List<ResultFile> files = new ArrayList<>();
        for (Map.Entry<String, Path> file : found.entrySet()) {
            files.add(take(file.getKey(), file.getValue()));
        }
        return files;
    }

    /** A file outside the task's directory, written by the agent itself. */
    ResultFile stream(String name, Path file) throws IOException {
        return take(name, file);
    }

    /** Moves what does not travel inline to where results are kept. */
    void moveBlobs() throws IOException {
        if (!blobs.isEmpty()) {
            Files.createDirectories(kept);
        }
        for (Map.Entry<BlobHash, Path> blob : blobs.entrySet()) {
            Path target = kept.resolve(blob.getKey().hex());
            if (!moved(blob.getValue(), target)) {
                Files.copy(blob.getValue(), target, StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    /** False if it lies in a directory that can't be changed. */
    private static boolean moved(Path from, Path to) {
        try {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
            return true;
        } catch (IOException readOnlyDirectory) {
            return false;
        }
    }

    private void find(OutputFile output, Map<String, Path> found) throws IOException, Missing {
        Path path = directory.resolve(output.path());
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            if (!output.optional()) {
                throw new Missing("the output " + output.path() + " is missing");
            }
            return;
        }
        if (!isInside(path)) {
            throw new Missing("the output " + output.path() + " leads out of the task's directory");
        }
        if (Files.isDirectory(path)) {
            walk(output.path(), path.toRealPath(), found);
        } else if (Files.isRegularFile(path)) {
            found.put(output.path(), path.toRealPath());
        } else {
            throw new Missing("the output " + output.path() + " is neither a file nor a directory");
        }
    }

    private void walk(String name, Path root, Map<String, Path> found) throws IOException, Missing {
        // Sorted, so that two runs with the same files give the same report.
        Map<String, Path> sorted = new TreeMap<>();
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                boolean plain = Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
                if (plain || (Files.isSymbolicLink(file) && isFileInside(file))) {
                    String path = name + "/" + root.relativize(file);
                    sorted.put(FilePath.check(path), file.toRealPath());
                }
                if (sorted.size() > MOST_FILES) {
                    break;
                }
            }
        } catch (UncheckedIOException failed) {
            throw failed.getCause();
        } catch (IllegalArgumentException refused) {
            throw new Missing(String.valueOf(refused.getMessage()).replaceAll("\\p{Cntrl}", "?"));
        }
        found.putAll(sorted);
    }

    private boolean isFileInside(Path file) throws IOException {
        return Files.isRegularFile(file) && isInside(file);
    }

    private boolean isInside(Path path) throws IOException {
        return Files.exists(path) && path.toRealPath().startsWith(directory.toRealPath());
    }

    private ResultFile take(String name, Path file) throws IOException {
        boolean executable = Files.isExecutable(file);
        Path still = moving ? file : copied(file);
        long size = Files.size(still);
        if (size <= inlineLimit && inlined + size <= Content.MOST_INLINE) {
            byte[] content = Files.readAllBytes(still);
            inlined += content.length;
            return Content.inline(name, content, executable);
        }
        BlobHash hash = FileHash.of(still);
        blobs.putIfAbsent(hash, still);
        return new ResultFile(name, hash, size, executable, null);
    }

    /** What is not needed of the copies goes with the result. */
    private Path copied(Path file) throws IOException {
        copies++;
        return Files.copy(
                file, Files.createDirectories(kept).resolve("copy-" + copies), StandardCopyOption.REPLACE_EXISTING);
    }
}
