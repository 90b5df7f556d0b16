package org.gleaner.agent.disk;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.MemorySize;
import org.jspecify.annotations.Nullable;

/**
 * Input files by their hash, so that each crosses the network once. Thread-safe.
 *
 * <p>No task ever owns, or can write to, a file of this cache. It gets copies, read-only by their mode; large ones it
 * may get lent: a link that is mounted read-only into its sandbox. Size, time and mode of a cached file are compared
 * before every use, and its hash when they differ or were never seen by this process. Where there is no sandbox, tasks
 * run as the agent's own user and can do to the cache whatever the agent can: there every copy is compared with its
 * hash.
 */
public final class InputCache {
    private static final int LOCKS = 32;
    private static final int MOST_TRIES = 3;
    /** Files kept, however small they are: each takes some of the agent's memory. */
    private static final int MOST_FILES = 200_000;

    private static final Pattern NAME = Pattern.compile("[0-9a-f]{64}(-x)?");

    /** Brings a blob's content into a file and compares it with its hash; tries once. */
    @FunctionalInterface
    public interface Source {
        void download(BlobHash hash, long size, Path target) throws IOException, InputUnavailable, ServerAway;
    }

    /** There may be very many of these, so they share their modes. */
    private record Seal(long size, long modified, String mode) {
        static Seal of(PosixFileAttributes file) {
            String mode = PosixFilePermissions.toString(file.permissions()).intern();
            return new Seal(file.size(), file.lastModifiedTime().to(TimeUnit.NANOSECONDS), mode);
        }

        boolean isWritable() {
            return mode.startsWith("rw") || mode.startsWith("-w");
        }
    }

    private final Path root;
    private final Source source;
    private final MemorySize limit;
    private final int mostFiles;
    private final LongSupplier taken;
    private final boolean verifying;
    private final Object[] locks = new Object[LOCKS];
    /** In the order of their last use. */
    private final Map<String, Seal> seals = new LinkedHashMap<>(16, 0.75f, true);

    /** Of all of them. */
    private long bytes;

    /**
     * Opens the cache.
     *
     * @param limit most bytes kept
     * @param taken what others have taken of that
     * @param verifying whether tasks can get at the cache, so that every copy is to be compared with its hash
     */
    public InputCache(Path root, Source source, MemorySize limit, LongSupplier taken, boolean verifying) {
        this(root, source, limit, MOST_FILES, taken, verifying);
    }

    InputCache(Path root, Source source, MemorySize limit, int mostFiles, LongSupplier taken, boolean verifying) {
        this.mostFiles = mostFiles;
        this.taken = taken;
        this.root = root;
        this.source = source;
        this.limit = limit;
        this.verifying = verifying;
        for (int i = 0; i < LOCKS; i++) {
            locks[i] = new Object();
        }
    }

    /** Takes over what earlier lives left, to be checked at its first use, and deletes interrupted downloads. */
    public void takeOver() throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(root)) {
            for (Path file : files) {
                String name = String.valueOf(file.getFileName());
                if (NAME.matcher(name).matches() && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                    keep(name, new Seal(Files.size(file), 0, ""));
                } else {
                    Trees.clear(file);
                }
            }
        }
    }

    /** Whether the input can be placed without asking the server, as far as one can tell without looking closely. */
    public boolean has(InputFile input) {
        synchronized (seals) {
            return seals.containsKey(nameOf(input));
        }
    }

    /** Makes sure that the input is here. */
    public void fetch(InputFile input) throws IOException, InputUnavailable, ServerAway {
        boolean unused = use(input, cached -> true);
    }

    /** Lays a copy of the input at {@code target}, whose directory exists. */
    public void place(InputFile input, Path target) throws IOException, InputUnavailable, ServerAway {
        boolean unused = use(input, cached -> isCopied(cached, target, input.hash()));
    }

    /** Makes a link to the cached file, whose directory exists; false if there can be none, so that a copy must do. */
    public boolean lend(InputFile input, Path link) throws IOException, InputUnavailable, ServerAway {
        return !verifying && use(input, cached -> isLinked(cached, link));
    }

    /** Does something with a cached file. */
    @FunctionalInterface
    private interface Using {
        boolean use(Path cached) throws IOException;
    }

    private boolean use(InputFile input, Using using) throws IOException, InputUnavailable, ServerAway {
        String name = nameOf(input);
        Path cached = root.resolve(name);
        synchronized (lockOf(name)) {
            for (int tries = 1; ; tries++) {
                if (!isSound(name, cached, input.hash())) {
                    fetch(input, name, cached);
                }
                try {
                    return using.use(cached);
                } catch (NoSuchFileException gone) {
                    // Another thread made room in the cache between our look and our use, or it was spoilt.
                    if (tries == MOST_TRIES) {
                        throw gone;
                    }
                }
            }
        }
    }

    private boolean isCopied(Path cached, Path target, BlobHash hash) throws IOException {
        Files.copy(cached, target, StandardCopyOption.COPY_ATTRIBUTES);
        if (verifying && !FileHash.of(target).equals(hash)) {
            Files.delete(target);
            Files.deleteIfExists(cached);
            throw new NoSuchFileException(cached.toString(), null, "its content does not match its hash");
        }
        return true;
    }

    private static String nameOf(InputFile input) {
        return input.executable() ? input.hash().hex() + "-x" : input.hash().hex();
    }

    private Object lockOf(String name) {
        return locks[Math.floorMod(name.hashCode(), LOCKS)];
    }

    private boolean isSound(String name, Path cached, BlobHash hash) throws IOException {
        Seal now = seal(cached);
        if (now == null) {
            return false;
        }
        synchronized (seals) {
            if (now.equals(seals.get(name))) {
                return true;
            }
        }
        if (!now.isWritable() && FileHash.of(cached).equals(hash)) {
            keep(name, now);
            return true;
        }
        Files.deleteIfExists(cached);
        return false;
    }

    private void fetch(InputFile input, String name, Path cached) throws IOException, InputUnavailable, ServerAway {
        // Always the same name, so that an interrupted download can be continued.
        Path fresh = root.resolve(name + ".new");
        boolean here = false;
        for (int tries = 1; !here; tries++) {
            try {
                source.download(input.hash(), input.size(), fresh);
                here = true;
            } catch (IOException noRoom) {
                makeRoom(name);
                if (tries > 1) {
                    throw noRoom;
                }
            }
        }
        Files.setPosixFilePermissions(
                fresh, PosixFilePermissions.fromString(input.executable() ? "r-xr-xr-x" : "r--r--r--"));
        Files.move(fresh, cached, StandardCopyOption.ATOMIC_MOVE);
        Seal seal = seal(cached);
        if (seal != null) {
            keep(name, seal);
        }
        shrink(name);
    }

    /** Our disk is full, most likely. What is only cached, or half here, must not keep the node from working. */
    private void makeRoom(String name) throws IOException {
        List<String> all;
        synchronized (seals) {
            all = List.copyOf(seals.keySet());
            seals.clear();
            bytes = 0;
        }
        for (String one : all) {
            Files.deleteIfExists(root.resolve(one));
        }
        try (DirectoryStream<Path> halves = Files.newDirectoryStream(root, name + ".new*")) {
            for (Path half : halves) {
                Files.deleteIfExists(half);
            }
        }
    }

    private static boolean isLinked(Path cached, Path target) throws IOException {
        try {
            Files.createLink(target, cached);
            return true;
        } catch (NoSuchFileException gone) {
            throw gone;
        } catch (UnsupportedOperationException unsupported) {
            return false;
        } catch (FileSystemException refused) {
            // Another file system, too many links: a copy does as well. If the target is the cause, so will the copy
            // say.
            return false;
        }
    }

    /** Forgets what was not used for longest. Tasks keep their links, and a copy being made keeps its open file. */
    private void shrink(String newest) throws IOException {
        List<String> surplus = new ArrayList<>();
        synchronized (seals) {
            long room = limit.bytes() - taken.getAsLong();
            Iterator<Map.Entry<String, Seal>> oldest = seals.entrySet().iterator();
            while ((bytes > room || seals.size() > mostFiles) && oldest.hasNext()) {
                Map.Entry<String, Seal> one = oldest.next();
                if (one.getKey().equals(newest)) {
                    break;
                }
                bytes -= one.getValue().size();
                surplus.add(one.getKey());
                oldest.remove();
            }
        }
        for (String name : surplus) {
            Files.deleteIfExists(root.resolve(name));
        }
    }

    private void keep(String name, Seal seal) {
        synchronized (seals) {
            Seal before = seals.put(name, seal);
            bytes += seal.size() - (before == null ? 0 : before.size());
        }
    }

    private static @Nullable Seal seal(Path file) throws IOException {
        try {
            PosixFileAttributes attributes =
                    Files.readAttributes(file, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            return attributes.isRegularFile() ? Seal.of(attributes) : null;
        } catch (NoSuchFileException none) {
            return null;
        }
    }
}
