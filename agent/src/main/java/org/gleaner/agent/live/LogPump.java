package org.gleaner.agent.live;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.gleaner.agent.run.Runs;
import org.gleaner.agent.run.Written;
import org.gleaner.core.id.AttemptId;
import org.gleaner.protocol.message.LogAnswer;
import org.gleaner.protocol.message.LogCall;
import org.gleaner.protocol.message.LogPiece;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shows what attempts print, each second, as long as somebody looks: the server says so once, and with each answer
 * whether to go on and from where. When nobody looks it does nothing. Thread-safe.
 */
public final class LogPump implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(LogPump.class);
    private static final int PIECE = 1 << 16;
    /** When much was printed, as many pieces a second; what is behind then comes with the result. */
    private static final int PIECES = 3;

    private static final int THREADS = 2;
    private static final int MOST = 100;

    private final Runs runs;
    private final ShowCalls calls;
    private final ScheduledThreadPoolExecutor timer;
    private final Set<AttemptId> shown = ConcurrentHashMap.newKeySet();

    public LogPump(Runs runs, ShowCalls calls, ThreadFactory daemons) {
        this.runs = runs;
        this.calls = calls;
        timer = new ScheduledThreadPoolExecutor(THREADS, daemons);
    }

    /** Somebody looks at these. */
    public void watch(Collection<AttemptId> attempts) {
        for (AttemptId attempt : attempts) {
            if (runs.isRunning(attempt) && shown.size() < MOST && shown.add(attempt)) {
                plan(attempt, new LogAnswer(true, 0, 0), 0);
            }
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }

    private void plan(AttemptId attempt, LogAnswer next, long delay) {
        try {
            ScheduledFuture<?> planned = timer.schedule(() -> show(attempt, next), delay, TimeUnit.MILLISECONDS);
            LOG.trace("{} is shown in {} ms: {}", attempt, delay, planned);
        } catch (RejectedExecutionException closing) {
            shown.remove(attempt);
        }
    }

    private void show(AttemptId attempt, LogAnswer from) {
        // Whatever goes wrong, the attempt must not count as shown while nobody shows it.
        Optional<LogAnswer> next = Optional.empty();
        try {
            next = pieces(attempt, from);
        } catch (IOException | IllegalArgumentException failed) {
            LOG.debug("could not show the output of {}: {}", attempt, failed.toString());
        } finally {
            if (next.isPresent() && next.get().watched() && runs.isRunning(attempt)) {
                plan(attempt, next.get(), TimeUnit.SECONDS.toMillis(1));
            } else {
                // If somebody still looks the server says so again.
                shown.remove(attempt);
            }
        }
    }

    private Optional<LogAnswer> pieces(AttemptId attempt, LogAnswer from) throws IOException {
        Optional<LogAnswer> next = Optional.of(from);
        for (int piece = 0; piece < PIECES && next.isPresent() && next.get().watched(); piece++) {
            Optional<Written> written = runs.written(attempt);
            if (written.isEmpty()) {
                break;
            }
            LogPiece stdout =
                    read(written.get().beside(), Written.STDOUT, next.get().stdout());
            LogPiece stderr =
                    read(written.get().beside(), Written.STDERR, next.get().stderr());
            if (!runs.written(attempt).equals(written)) {
                // What was read may be the next attempt's, as those of one lane may print to one file.
                break;
            }
            next = calls.log(attempt, new LogCall(stdout, stderr));
            if (stdout.bytes().length < PIECE && stderr.bytes().length < PIECE) {
                break;
            }
        }
        return next;
    }

    private static LogPiece read(Path directory, String name, long offset) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(PIECE);
        new LiveFiles(directory, 1).visit(name, (path, content, attributes) -> {
            content.position(offset);
            int read = 0;
            while (read >= 0 && buffer.hasRemaining()) {
                read = content.read(buffer);
            }
        });
        return LogPiece.of(offset, Arrays.copyOf(buffer.array(), buffer.position()));
    }
}
