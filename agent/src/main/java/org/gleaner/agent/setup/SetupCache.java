package org.gleaner.agent.setup;

import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import org.gleaner.agent.disk.Durable;
import org.gleaner.agent.disk.Trees;
import org.gleaner.agent.sandbox.DirectorySize;
import org.gleaner.core.job.MemorySize;
import org.gleaner.protocol.message.Content;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Set-ups by the hash of what they are made of. Each lives at its final path from the first moment, as much of what
 * people install remembers where it is; a file beside it that is written last says that it is whole. Thread-safe.
 *
 * <pre>
 * HASH/files    what tasks see, read-only        HASH/done    its size
 * </pre>
 */
public final class SetupCache {
    private static final Logger LOG = LoggerFactory.getLogger(SetupCache.class);
    private static final Pattern NAME = Pattern.compile("[0-9a-f]{64}");

    private final Path root;
    private final MemorySize limit;
    /** In the order of their last use. */
    private final Map<String, Kept> kept = new LinkedHashMap<>(16, 0.75f, true);

    private final Map<String, CompletableFuture<String>> making = new LinkedHashMap<>();

    /**
     * Opens the cache.
     *
     * @param limit most bytes of all set-ups together, but for those in use
     */
    public SetupCache(Path root, MemorySize limit) {
        this.root = root;
        this.limit = limit;
    }

    private static final class Kept {
        private final long size;
        private int users;

        Kept(long size) {
            this.size = size;
        }
    }

    /** The right to use a set-up, which stays until it is given back. */
    public final class Lease implements Closeable {
        private final String name;

        private Lease(String name) {
            this.name = name;
        }

        public Path files() {
            return root.resolve(name).resolve("files");
        }

        @Override
        public void close() throws IOException {
            synchronized (SetupCache.this) {
                Kept used = kept.get(name);
                if (used != null) {
                    used.users--;
                }
            }
            shrink();
        }
    }

    /** The right and the duty to make a set-up that is not there. */
    public final class Order {
        private final String name;
        private final CompletableFuture<String> end;

        private Order(String name, CompletableFuture<String> end) {
            this.name = name;
            this.end = end;
        }

        /** An empty directory for what tasks shall see. */
        public Path begin() throws IOException {
            Trees.clear(root.resolve(name));
            return Files.createDirectories(root.resolve(name).resolve("files"));
        }

        /** It is whole, also after the machine is switched off: what says so is written last. */
        public void done() throws IOException, InterruptedException {
            Path files = root.resolve(name).resolve("files");
            Trees.seal(files);
            Durable.syncAll(files);
            long size = DirectorySize.of(files, new MemorySize(Long.MAX_VALUE)).bytes();
            Durable.write(root.resolve(name).resolve("done"), Long.toString(size));
            synchronized (SetupCache.this) {
                kept.put(name, new Kept(size));
            }
        }

        /**
         * To be called in any case: lets those go on who wait for it.
         *
         * @param failure why it can't be made, for them too; empty if it could, or if nobody knows
         */
        public void end(String failure) {
            synchronized (SetupCache.this) {
                making.remove(name);
                if (!kept.containsKey(name)) {
                    forget(name);
                }
            }
            end.complete(failure);
        }
    }

    /** What to do about a set-up: use it, make it, or wait for whoever makes it. */
    public record Answer(
            @Nullable Lease lease,
            @Nullable Order order,
            @Nullable CompletableFuture<String> other) {}

    /** Takes over what earlier lives finished and deletes what they did not. */
    public void takeOver() throws IOException {
        Files.createDirectories(root);
        try (DirectoryStream<Path> all = Files.newDirectoryStream(root)) {
            for (Path path : all) {
                String name = String.valueOf(path.getFileName());
                Path done = path.resolve("done");
                if (NAME.matcher(name).matches() && Files.isRegularFile(done)) {
                    synchronized (this) {
                        kept.put(name, new Kept(size(done)));
                    }
                } else {
                    Trees.clear(path);
                }
            }
        }
        shrink();
    }

    /**
     * The name of a set-up.
     *
     * @param made everything that it is made of and everything that could make it come out differently, in order
     */
    public static String nameOf(List<String> made) {
        StringBuilder text = new StringBuilder();
        for (String part : made) {
            // With its length before it, so that no two lists give one text.
            text.append(part.length()).append(' ').append(part).append('\n');
        }
        return Content.hash(text.toString().getBytes(StandardCharsets.UTF_8)).hex();
    }

    public synchronized Answer ask(String name) {
        Kept there = kept.get(name);
        if (there != null) {
            there.users++;
            return new Answer(new Lease(name), null, null);
        }
        CompletableFuture<String> busy = making.get(name);
        if (busy != null) {
            return new Answer(null, null, busy);
        }
        CompletableFuture<String> end = new CompletableFuture<>();
        making.put(name, end);
        return new Answer(null, new Order(name, end), null);
    }

    public MemorySize limit() {
        return limit;
    }

    /** What all take together. */
    public synchronized long total() {
        return kept.values().stream().mapToLong(one -> one.size).sum();
    }

    private synchronized void shrink() {
        long total = total();
        List<String> surplus = new ArrayList<>();
        for (Map.Entry<String, Kept> oldest : kept.entrySet()) {
            if (total <= limit.bytes()) {
                break;
            }
            if (oldest.getValue().users <= 0) {
                total -= oldest.getValue().size;
                surplus.add(oldest.getKey());
            }
        }
        for (String name : surplus) {
            kept.remove(name);
            forget(name);
        }
    }

    private void forget(String name) {
        try {
            // First, so that half of it is never taken for whole.
            Files.deleteIfExists(root.resolve(name).resolve("done"));
            Trees.clear(root.resolve(name));
        } catch (IOException failed) {
            LOG.warn("could not delete the set-up {}: {}", name, failed.toString());
        }
    }

    private static long size(Path done) throws IOException {
        try {
            return Math.max(0, Long.parseLong(Files.readString(done).strip()));
        } catch (NumberFormatException damaged) {
            return 0;
        }
    }
}
