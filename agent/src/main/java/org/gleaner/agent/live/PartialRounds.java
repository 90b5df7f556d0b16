package org.gleaner.agent.live;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import org.gleaner.agent.disk.AgentDirectory;
import org.gleaner.agent.disk.Trees;
import org.gleaner.agent.live.PartialTelling.News;
import org.gleaner.agent.run.Runs;
import org.gleaner.agent.run.Written;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.job.Entry;
import org.gleaner.core.job.FilePath;
import org.gleaner.core.job.OutputFile;
import org.gleaner.core.message.PartialCall;
import org.gleaner.core.message.Start;
import org.gleaner.protocol.message.Content;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shows now and then what attempts have written so far, if their jobs want it: files that are new or changed since the
 * last round are copied and told to the server, and uploaded if it wants them; so are the names of those that are gone.
 * Each attempt's round has a thread of its own, so that one that plays tricks with its files harms nobody else.
 * Thread-safe.
 */
public final class PartialRounds implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(PartialRounds.class);
    private static final int MOST_FILES = 200;
    private static final long LARGEST = 1L << 30;
    private static final long MOST_BYTES = 2L << 30;
    /** What a copy must leave free on the disk, as tasks come first. */
    private static final long SPARE = 256L << 20;

    /** So many names are remembered of an attempt that the server does not answer. */
    private static final int MOST_NOTED = 10_000;

    /** How a file looked when it was sent. */
    private record Stamp(FileTime modified, long size) {
        /** Of one that the server may have, but not from us or in a state that we don't know. */
        static final Stamp UNKNOWN = new Stamp(FileTime.fromMillis(0), -1);
    }

    private final Runs runs;
    private final ShowCalls calls;
    private final Path work;
    private final IntSupplier inlineLimit;
    private final ScheduledThreadPoolExecutor timer;
    private final ExecutorService rounds;
    private final Map<AttemptId, ScheduledFuture<?>> due = new ConcurrentHashMap<>();

    /** @param work where copies are made, each attempt's in a directory of its own */
    public PartialRounds(Runs runs, ShowCalls calls, Path work, IntSupplier inlineLimit, ThreadFactory daemons) {
        this.runs = runs;
        this.calls = calls;
        this.work = work;
        this.inlineLimit = inlineLimit;
        timer = new ScheduledThreadPoolExecutor(1, daemons);
        timer.setRemoveOnCancelPolicy(true);
        rounds = Executors.newCachedThreadPool(daemons);
    }

    /** Begins with the rounds of an attempt, if its job wants any; they end with the attempt. */
    public void begin(Start start) {
        Duration interval = start.spec().feedback().partial();
        due.forEach((attempt, round) -> {
            if (!runs.isRunning(attempt)) {
                round.cancel(false);
                due.remove(attempt, round);
            }
        });
        if (interval != null) {
            Map<String, Stamp> sent = new HashMap<>();
            Entry entry = start.entry();
            if (start.resumed() && entry != null) {
                entry.files().forEach(file -> sent.put(file.path(), Stamp.UNKNOWN));
            }
            plan(start.attempt(), interval, sent);
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
        rounds.shutdownNow();
    }

    private void plan(AttemptId attempt, Duration interval, Map<String, Stamp> sent) {
        try {
            due.put(
                    attempt,
                    timer.schedule(
                            () -> rounds.execute(() -> round(attempt, interval, sent)),
                            interval.toMillis(),
                            TimeUnit.MILLISECONDS));
        } catch (RejectedExecutionException closing) {
            due.remove(attempt);
        }
    }

    private void round(AttemptId attempt, Duration interval, Map<String, Stamp> sent) {
        if (!runs.isRunning(attempt)) {
            due.remove(attempt);
            return;
        }
        Path copies = work.resolve(AgentDirectory.nameOf(attempt) + ".partial");
        try {
            Written written = runs.written(attempt).orElse(null);
            if (written != null) {
                Trees.clear(copies);
                Files.createDirectories(copies);
                show(attempt, written, copies, sent);
            }
        } catch (IOException | IllegalArgumentException failed) {
            LOG.debug("could not show the partial outputs of {}: {}", attempt, failed.toString());
        } finally {
            Trees.clear(copies);
            plan(attempt, interval, sent);
        }
    }

    private void show(AttemptId attempt, Written written, Path copies, Map<String, Stamp> sent) throws IOException {
        Map<String, Stamp> stamps = new HashMap<>();
        List<ResultFile> files = new ArrayList<>();
        long[] left = {MOST_BYTES};
        int[] inline = {Content.MOST_INLINE};
        Map<BlobHash, Path> large = new HashMap<>();
        // Before the others are looked at: whatever took the place of one that is gone is found then.
        Set<String> gone = gone(written, sent.keySet());
        boolean[] whole = {true};
        LiveFiles.Visitor visitor = (path, content, attributes) -> {
            gone.remove(path);
            Stamp stamp = new Stamp(attributes.lastModifiedTime(), attributes.size());
            if (stamp.equals(sent.get(path)) || !isUsable(path) || attributes.size() > LARGEST) {
                return;
            }
            if (attributes.size() > left[0] || !hasRoom(copies, attributes)) {
                whole[0] = false;
            } else {
                left[0] -= attributes.size();
                Path copy = copies.resolve(Integer.toString(files.size()));
                ResultFile file = take(path, content, copy, inline);
                files.add(file);
                stamps.put(path, stamp);
                if (file.inline() == null) {
                    large.put(file.hash(), copy);
                }
            }
        };
        for (OutputFile output : written.outputs()) {
            LiveFiles live = new LiveFiles(written.files(), MOST_FILES - files.size());
            live.visit(output.path(), visitor);
            whole[0] &= !live.isTorn() && files.size() < MOST_FILES;
        }
        new LiveFiles(written.beside(), 2).visit(Written.STDOUT, visitor);
        new LiveFiles(written.beside(), 2).visit(Written.STDERR, visitor);
        // What took their place may be among what is sent only later, and when the process has ended all of them go.
        boolean sure = whole[0] && runs.written(attempt).isPresent();
        News seen = new News(files, gone.stream().limit(PartialCall.MOST).toList());
        News news = sure ? seen : seen.certain();
        if (!news.isEmpty() && runs.isRunning(attempt)) {
            // The server may take them although no answer arrives.
            stamps.keySet().stream()
                    .limit(Math.max(0, MOST_NOTED - sent.size()))
                    .forEach(path -> sent.putIfAbsent(path, Stamp.UNKNOWN));
            News known = PartialTelling.tell(calls, attempt, news, large);
            known.files().forEach(file -> sent.put(file.path(), Objects.requireNonNull(stamps.get(file.path()))));
            sent.keySet().removeAll(known.gone());
        }
    }

    private static Set<String> gone(Written written, Set<String> names) throws IOException {
        Set<String> gone = new LiveFiles(written.files(), 0).missing(names);
        gone.removeAll(Set.of(Written.STDOUT, Written.STDERR));
        return gone;
    }

    private static boolean hasRoom(Path copies, BasicFileAttributes attributes) throws IOException {
        return Files.getFileStore(copies).getUsableSpace() - attributes.size() > SPARE;
    }

    private static boolean isUsable(String path) {
        try {
            FilePath.checkNew(path);
            return true;
        } catch (IllegalArgumentException unusable) {
            return false;
        }
    }

    private ResultFile take(String path, SeekableByteChannel content, Path copy, int[] inlineLeft) throws IOException {
        Snapshot taken = Snapshot.take(content, copy);
        if (taken.size() <= Math.min(inlineLimit.getAsInt(), inlineLeft[0])) {
            inlineLeft[0] -= (int) taken.size();
            ResultFile small = Content.inline(path, Files.readAllBytes(copy), false);
            Files.delete(copy);
            return small;
        }
        return new ResultFile(path, taken.hash(), taken.size(), false, null);
    }
}
