package org.gleaner.client.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.gleaner.client.call.UserCalls;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.job.FilePath;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.http.PartFile;
import org.gleaner.protocol.message.Content;

/**
 * Lays results into a directory. A file appears only when it is whole; one that is there already with the same content
 * is left alone; nothing is written outside of the directory, whatever the server names. Confined to one call.
 */
public final class Fetcher {
    private final UserCalls calls;
    private final Path target;
    private int written;
    private int unchanged;
    private final List<Path> replaced = new ArrayList<>();

    public Fetcher(UserCalls calls, Path target) {
        this.calls = calls;
        this.target = target.normalize();
    }

    public int written() {
        return written;
    }

    public int unchanged() {
        return unchanged;
    }

    /** Of those that were written the ones that were there with other content. */
    public List<Path> replaced() {
        return replaced;
    }

    /** @param name relative to the directory, with forward slashes */
    public void fetch(String name, ResultFile file) throws ClientFailure, CallFailed, IOException {
        Path path = place(name);
        if (isThere(path, file)) {
            unchanged++;
            return;
        }
        boolean replaces = Files.exists(path, LinkOption.NOFOLLOW_LINKS);
        if (file.inline() == null) {
            long unused = calls.download(file.hash(), file.size(), path).get();
        } else {
            Path part = PartFile.of(path, file.hash());
            Files.deleteIfExists(part);
            Files.write(part, Content.inlineBytes(file));
            Files.move(part, path, StandardCopyOption.REPLACE_EXISTING);
        }
        if (file.executable()) {
            makeExecutable(path);
        }
        if (replaces) {
            replaced.add(path);
        }
        written++;
    }

    /** Whether nothing else would fare better: there is no directory to write to, or no room for such a file. */
    public boolean isHopeless(ResultFile file) throws IOException {
        return !Files.isDirectory(target)
                || !Files.isWritable(target)
                || Files.getFileStore(target).getUsableSpace() < file.size();
    }

    /** Makes an empty directory, unless it is there; that something lies in it does no harm. */
    public void make(String name) throws ClientFailure, IOException {
        Path unused = place(name + "/any");
    }

    /** Checks every directory on the way: a link among them could lead outside. */
    private Path place(String name) throws ClientFailure, IOException {
        try {
            FilePath.checkNew(name);
        } catch (IllegalArgumentException unusable) {
            throw unsafe(name, String.valueOf(unusable.getMessage()) + ".");
        }
        Files.createDirectories(target);
        Path at = target;
        String[] parts = name.split("/", -1);
        for (int i = 0; i < parts.length - 1; i++) {
            at = at.resolve(parts[i]);
            if (!Files.exists(at, LinkOption.NOFOLLOW_LINKS)) {
                Files.createDirectory(at);
            } else if (!Files.isDirectory(at, LinkOption.NOFOLLOW_LINKS)) {
                throw unsafe(name, at + " is a link or a file, not a directory.");
            }
        }
        Path path = at.resolve(parts[parts.length - 1]);
        if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
            throw unsafe(name, path + " is a directory.");
        }
        return path;
    }

    private static ClientFailure unsafe(String name, String why) {
        return ClientFailure.complete(
                "The result '" + name + "' was not written.", why, "Fetch into another directory.");
    }

    private static boolean isThere(Path path, ResultFile file) throws ClientFailure, IOException {
        return Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)
                && Files.size(path) == file.size()
                && new Hasher().input(new LocalFile(path, "result")).hash().equals(file.hash());
    }

    private static void makeExecutable(Path path) throws IOException {
        if (Files.getFileStore(path).supportsFileAttributeView("posix")) {
            Set<PosixFilePermission> rights = new HashSet<>(Files.getPosixFilePermissions(path));
            rights.add(PosixFilePermission.OWNER_EXECUTE);
            Files.setPosixFilePermissions(path, rights);
        }
    }
}
