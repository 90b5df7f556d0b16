package org.gleaner.agent.run;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import org.gleaner.agent.disk.Folder;
import org.gleaner.agent.sandbox.Room;
import org.gleaner.core.attempt.Outputs;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.job.FilePath;
import org.gleaner.core.job.OutputFile;
import org.gleaner.protocol.json.FileJson;
import org.gleaner.protocol.json.Json;
import org.gleaner.protocol.message.Content;
import org.jspecify.annotations.Nullable;

/**
 * Gathers what a task left behind. Only regular files inside its directory count: a link is followed if it ends at such
 * a file, and whatever leads out of the directory is no output. In a shared directory others may swap any name for
 * another thing while we look. So a path only tells where to look; what is taken is opened step by step without
 * following a link, and what was opened is what counts.
 */
final class OutputCollector {
    /** Small content that travels inside of a list, which is a blob itself. */
    private static final int MOST_INLINE_IN_LIST = 8 << 20;

    private static final int DEEPEST = 100;

    private final Room room;
    private @Nullable Path base;
    private final Path kept;
    private final int inlineLimit;
    private final Gathering gathering;
    private final Semaphore turn;
    private final boolean inhabited;
    private final Map<String, Path> lent = new HashMap<>();
    /** By where they were found: two outputs may be one file. */
    private final Map<Path, ResultFile> taken = new HashMap<>();

    private final Map<BlobHash, Path> blobs = new LinkedHashMap<>();
    private int inlineRoom = Content.MOST_INLINE;
    private int copies;

    /**
     * Prepares to collect.
     *
     * @param room what it left is where it ran; in a shared directory it stays there too
     * @param kept where files go that do not travel inline
     * @param turn of those attempts of the agent that left very many files
     * @param inhabited whether processes may be in its directory still, and change any file and name
     */
    OutputCollector(Room room, Path kept, int inlineLimit, Gathering gathering, Semaphore turn, boolean inhabited) {
        this.inhabited = inhabited;
        this.room = room;
        this.kept = kept;
        this.inlineLimit = inlineLimit;
        this.gathering = gathering;
        this.turn = turn;
        if (room.shared() == null) {
            room.lent().forEach(one -> lent.put(one.path(), one.source()));
        }
    }

    /** Asked for only if something is to be found there: many tasks only print. */
    private Path base() throws IOException {
        Path known = base;
        if (known == null) {
            known = room.base().toRealPath();
            base = known;
        }
        return known;
    }

    private Path start() throws IOException {
        return room.shared() == null ? base() : room.start();
    }

    Outputs outputs(List<OutputFile> wanted) throws IOException, Ungathered, InterruptedException {
        try (FoundOutputs found = new FoundOutputs(turn, gathering)) {
            for (OutputFile output : wanted) {
                find(output, found);
                found.endOfOne();
            }
            inlineRoom = found.areMany() ? MOST_INLINE_IN_LIST : Content.MOST_INLINE;
            List<ResultFile> files = new ArrayList<>();
            for (Map.Entry<String, Path> file : found.ways().entrySet()) {
                files.add(take(file.getKey(), file.getValue()));
            }
            inlineRoom = Content.MOST_INLINE;
            Outputs outputs = found.areMany() ? Outputs.listed(list(files)) : Outputs.of(files);
            return outputs.with(found.empty());
        }
    }

    /** Writes the list down beside what it names. */
    private ResultFile list(List<ResultFile> files) throws IOException, Ungathered, InterruptedException {
        Path list = nextCopy();
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(list))) {
            Json.write(out, files, FileJson::writeResults);
        }
        BlobHash hash = gathering.hash(list);
        blobs.putIfAbsent(hash, list);
        return new ResultFile(Outputs.LIST, hash, Files.size(list), false, null);
    }

    private Path nextCopy() throws IOException {
        return Files.createDirectories(kept).resolve("copy-" + ++copies);
    }

    /** A file outside the task's directory, in a directory of the agent's. */
    ResultFile stream(String name, Path file) throws IOException, Ungathered, InterruptedException {
        BasicFileAttributes attributes =
                Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (attributes.isRegularFile() && attributes.size() == 0) {
            // As most are, and opening them takes more calls of the system than all else that is done for a report.
            return Content.inline(name, new byte[0], false);
        }
        try (Folder folder = Folder.around(file)) {
            return take(name, folder, file.getFileName(), !inhabited);
        }
    }

    /** Gives what does not travel inline the names under which results are kept. */
    void moveBlobs() throws IOException {
        for (Map.Entry<BlobHash, Path> blob : blobs.entrySet()) {
            Files.move(
                    blob.getValue(),
                    kept.resolve(blob.getKey().hex()),
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private void find(OutputFile output, FoundOutputs found) throws IOException, Ungathered, InterruptedException {
        Path path = start().resolve(output.path());
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            if (!output.optional()) {
                throw Ungathered.missing("the output " + output.path() + " is missing");
            }
            return;
        }
        Path way = inside(path);
        if (way == null) {
            throw Ungathered.missing("the output " + output.path() + " points outside the task's directory");
        }
        if (Files.isDirectory(base().resolve(way))) {
            try (Folder folder = opened(way)) {
                walk(output.path(), way, folder, 0, found);
            } catch (IllegalArgumentException refused) {
                throw Ungathered.missing(String.valueOf(refused.getMessage()).replaceAll("\\p{Cntrl}", "?"));
            }
        } else if (Files.isRegularFile(base().resolve(way))) {
            found.put(output.path(), way);
        } else {
            throw Ungathered.missing("the output " + output.path() + " is neither a file nor a directory");
        }
    }

    private void walk(String name, Path way, Folder folder, int depth, FoundOutputs found)
            throws IOException, Ungathered, InterruptedException {
        if (depth > DEEPEST) {
            throw Ungathered.missing("the output " + name + " is nested deeper than " + DEEPEST + " directories");
        }
        boolean empty = true;
        for (Path child = folder.next(); child != null; child = folder.next()) {
            empty = false;
            gathering.check();
            PosixFileAttributes attributes = folder.look(child);
            String path = name + "/" + child;
            Path below = way.resolve(child);
            if (attributes.isDirectory()) {
                require(attributes, PosixFilePermission.OTHERS_EXECUTE, below);
                try (Folder inner = folder.enter(child)) {
                    walk(path, below, inner, depth + 1, found);
                }
            } else if (attributes.isRegularFile()) {
                found.put(checked(path), below);
            } else if (attributes.isSymbolicLink()) {
                Path end = inside(base().resolve(below));
                if (end != null && Files.isRegularFile(base().resolve(end))) {
                    found.put(checked(path), end);
                }
            }
        }
        if (empty) {
            found.putEmpty(checked(name));
        }
    }

    /** A name that is not in our encoding is altered, its directories' too, and two such names might become one. */
    private static String checked(String path) throws Ungathered {
        if (FilePath.isAltered(path)) {
            throw Ungathered.missing("the output " + path + " has a name that is not UTF-8 text");
        }
        return FilePath.checkNew(path);
    }

    /** The way from the base to where the path ends, links followed; null if that is nowhere, or outside. */
    private @Nullable Path inside(Path path) throws IOException {
        if (!Files.exists(path)) {
            return null;
        }
        Path real = path.toRealPath();
        return real.startsWith(start()) ? base().relativize(real) : null;
    }

    /** Opens the directory at the end of the way, step by step. */
    private Folder opened(@Nullable Path way) throws IOException {
        Folder at = Folder.open(base());
        for (Path name : way == null || way.toString().isEmpty() ? List.<Path>of() : way) {
            Folder above = at;
            try (above) {
                require(above.look(name), PosixFilePermission.OTHERS_EXECUTE, name);
                at = above.enter(name);
            }
        }
        return at;
    }

    private ResultFile take(String name, Path way) throws IOException, Ungathered, InterruptedException {
        ResultFile before = taken.get(way);
        if (before != null) {
            return new ResultFile(name, before.hash(), before.size(), before.executable(), before.inline());
        }
        Path source = lent.get(way.toString());
        ResultFile file;
        if (source != null) {
            try (Folder folder = Folder.around(source)) {
                file = take(name, folder, source.getFileName(), false);
            }
        } else {
            try (Folder folder = opened(way.getParent())) {
                file = take(name, folder, way.getFileName(), !inhabited && room.shared() == null);
            } catch (NotDirectoryException swapped) {
                throw new AccessDeniedException(way.toString());
            }
        }
        taken.put(way, file);
        return file;
    }

    private ResultFile take(String name, Folder folder, Path file, boolean moving)
            throws IOException, Ungathered, InterruptedException {
        PosixFileAttributes attributes = folder.look(file);
        require(attributes, PosixFilePermission.OTHERS_READ, file);
        boolean executable = attributes.permissions().contains(PosixFilePermission.OWNER_EXECUTE);
        Path still;
        long size;
        try (SeekableByteChannel content = opened(folder, file)) {
            size = content.size();
            gathering.count(name, size);
            if (size <= inlineLimit && size <= inlineRoom) {
                byte[] bytes = bytes(content, (int) size);
                inlineRoom -= bytes.length;
                return Content.inline(name, bytes, executable);
            }
            still = nextCopy();
            if (!moving || !moved(folder, file, still)) {
                gathering.copy(content, size, still);
                size = Files.size(still);
            }
        }
        BlobHash hash = gathering.hash(still);
        blobs.putIfAbsent(hash, still);
        return new ResultFile(name, hash, size, executable, null);
    }

    private SeekableByteChannel opened(Folder folder, Path file) throws IOException {
        return inhabited || room.shared() != null ? folder.readAmongOthers(file) : folder.read(file);
    }

    /** False if it lies in a directory that can't be changed. */
    private static boolean moved(Folder folder, Path file, Path to) throws IOException {
        try (Folder target = Folder.around(to)) {
            folder.move(file, target, to.getFileName());
        } catch (IOException readOnlyDirectory) {
            return false;
        }
        if (!Files.isRegularFile(to, LinkOption.NOFOLLOW_LINKS)) {
            throw new AccessDeniedException(file.toString(), null, "it changed while it was being collected");
        }
        return true;
    }

    /** As many as there were when it was opened, or fewer if it has become shorter. */
    private static byte[] bytes(SeekableByteChannel content, int size) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(size);
        int read = 0;
        while (buffer.hasRemaining() && read >= 0) {
            read = content.read(buffer);
        }
        return Arrays.copyOf(buffer.array(), buffer.position());
    }

    /** In a shared directory an agent that is root must not read for a task what the task itself could not. */
    private void require(PosixFileAttributes attributes, PosixFilePermission right, Path name) throws IOException {
        if (room.shared() == null) {
            return;
        }
        UserPrincipal task = Files.getOwner(room.files(), LinkOption.NOFOLLOW_LINKS);
        UserPrincipal agent = Files.getOwner(Files.createDirectories(kept), LinkOption.NOFOLLOW_LINKS);
        boolean own = attributes.owner().equals(task);
        if (!task.equals(agent) && !own && !attributes.permissions().contains(right)) {
            throw new AccessDeniedException(name.toString());
        }
    }
}
