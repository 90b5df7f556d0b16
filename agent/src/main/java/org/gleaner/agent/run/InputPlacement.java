package org.gleaner.agent.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import org.gleaner.agent.disk.InputCache;
import org.gleaner.agent.disk.InputUnavailable;
import org.gleaner.agent.disk.ServerAway;
import org.gleaner.core.job.InputFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lays inputs into a task's directory. A download can't be interrupted, so it has a thread of its own: an attempt that
 * is asked to end leaves it to itself, and it still fills the cache for the next one.
 */
record InputPlacement(InputCache cache, Executor downloads, Duration firstPause, StopWish stop) {
    private static final Logger LOG = LoggerFactory.getLogger(InputPlacement.class);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);
    /** A server that has just given a task has its inputs: that it denies one may pass. */
    private static final int MOST_DENIALS = 4;

    InputPlacement(RunContext context, StopWish stop) {
        this(context.inputs(), context.downloads(), context.downloadPause(), stop);
    }

    /**
     * Waits for a server that is away as long as it takes, and asks one that denies the input a few times; returns
     * early only if the attempt shall end.
     */
    void place(InputFile input, Path target) throws IOException, InputUnavailable, InterruptedException {
        boolean unused = lay(input, target, () -> {
            cache.place(input, target);
            return true;
        });
    }

    /**
     * Makes a link to the cached file instead of a copy: for what only the agent gets at, or tasks read-only. False if
     * there can be none, or the attempt shall end.
     */
    boolean lend(InputFile input, Path link) throws IOException, InputUnavailable, InterruptedException {
        return lay(input, link, () -> cache.lend(input, link));
    }

    /** Puts what is in the cache to its place. */
    @FunctionalInterface
    private interface Laying {
        boolean lay() throws IOException, InputUnavailable, ServerAway;
    }

    private boolean lay(InputFile input, Path target, Laying laying)
            throws IOException, InputUnavailable, InterruptedException {
        Path directory = target.getParent();
        if (directory != null) {
            Files.createDirectories(directory);
        }
        Duration pause = firstPause;
        int denials = 0;
        while (!stop.isAsked()) {
            Duration wait = Duration.ZERO;
            try {
                if (cache.has(input) || fetched(input)) {
                    return laying.lay();
                }
            } catch (ServerAway away) {
                Duration wish = away.retryAfter();
                wait = wish != null && wish.compareTo(LONGEST_PAUSE) < 0 ? wish : pause;
                pause = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0 ? pause.multipliedBy(2) : LONGEST_PAUSE;
            } catch (InputUnavailable denied) {
                denials++;
                if (denials == MOST_DENIALS) {
                    throw denied;
                }
                wait = firstPause.multipliedBy(1L << (denials - 1));
                LOG.warn("{}: {}; asking again", input.path(), denied.getMessage());
            }
            stop.await(() -> true, wait.toNanos());
        }
        return false;
    }

    /** False if the attempt shall end before the input is there. */
    private boolean fetched(InputFile input) throws IOException, InputUnavailable, ServerAway, InterruptedException {
        FutureTask<Boolean> download = new FutureTask<>(() -> {
            cache.fetch(input);
            return true;
        });
        downloads.execute(() -> {
            download.run();
            stop.wake();
        });
        while (!download.isDone() && !stop.isAsked()) {
            stop.await(() -> !download.isDone(), Long.MAX_VALUE / 4);
        }
        if (!download.isDone()) {
            return false;
        }
        try {
            return download.get();
        } catch (ExecutionException failed) {
            Throwable cause = failed.getCause();
            if (cause instanceof ServerAway away) {
                throw away;
            }
            if (cause instanceof InputUnavailable unavailable) {
                throw unavailable;
            }
            throw cause instanceof IOException local ? local : new IOException(String.valueOf(cause), cause);
        }
    }
}
