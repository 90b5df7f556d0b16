package org.gleaner.cli.verb;

import static java.util.stream.Collectors.toSet;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.gleaner.client.call.ChangeFeed;
import org.gleaner.client.call.UserCalls;
import org.gleaner.client.call.UserCalls.Stream;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.client.job.Chosen;
import org.gleaner.client.job.Watch;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.TaskId;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.core.job.TaskState;
import org.gleaner.protocol.http.Answer;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.message.LiveLog;
import org.gleaner.protocol.message.LogPiece;
import org.gleaner.protocol.message.TaskRow;
import org.gleaner.protocol.problem.ProblemKind;
import org.gleaner.terminal.console.Outlet;
import org.gleaner.terminal.console.Surroundings;
import org.jspecify.annotations.Nullable;

/**
 * Shows what tasks print while they print it, until all of them have ended. While an attempt runs its node shows what
 * is new; when it has ended the log that is kept takes over where that stopped, so nothing is missing and nothing comes
 * twice. A server that is away is waited for. Confined to one call.
 */
final class LogFollower implements Watch.Listener {
    private static final int AT_ONCE = 50;
    private static final Duration PAUSE = Duration.ofSeconds(1);
    /** So often the tasks are looked at although nothing seems to have happened to them. */
    private static final long SURELY_NANOS = TimeUnit.SECONDS.toNanos(30);

    private static final int[] COLOURS = {36, 33, 32, 35, 34, 31};

    /** How far one task has been shown. */
    private static final class Feed {
        private int attempt;
        private final long[] offsets = new long[2];
        private final ByteArrayOutputStream[] lines = {new ByteArrayOutputStream(), new ByteArrayOutputStream()};
        private final Echo[] echoes = {new Echo(), new Echo()};
    }

    private final UserCalls calls;
    private final Surroundings here;
    private final List<Chosen> chosen;
    private final boolean prefixed;
    private final boolean asOne;
    /** Of each choice the first task that may still print: those before it are not asked for again. */
    private final int[] from;

    private long lookAt = System.nanoTime();
    private long listed;
    private @Nullable TaskCounts known;
    private final Map<TaskId, Feed> feeds = new TreeMap<>();
    private final Set<TaskId> over = new HashSet<>();

    /** @param asOne whether the attempts of a task are shown as if there were one, and not one after the other */
    LogFollower(UserCalls calls, List<Chosen> chosen, Surroundings here, boolean asOne) {
        this.asOne = asOne;
        this.calls = calls;
        this.chosen = List.copyOf(chosen);
        this.from = chosen.stream().mapToInt(Chosen::first).toArray();
        this.here = here;
        this.prefixed =
                chosen.size() > 1 || chosen.get(0).first() != chosen.get(0).last();
    }

    void follow() throws ClientFailure, CallFailed, IOException, InterruptedException {
        Set<JobId> jobs = chosen.stream().map(one -> one.job().id()).collect(toSet());
        try (ChangeFeed feed = calls.feed(jobs)) {
            boolean list = true;
            while (true) {
                // What was shown is not shown again, so either can be begun anew once the server is back.
                boolean all = list;
                if (!Waiting.patiently(() -> all ? list() : advance(), null, here.err())) {
                    return;
                }
                list = isTold(feed);
                // Most logs are read of tasks that end at once.
                feed.start();
            }
        }
    }

    /** Makes a pause; whether something may have happened to the tasks meanwhile. */
    private boolean isTold(ChangeFeed feed) throws InterruptedException {
        ChangeFeed.News news = feed.await(PAUSE);
        return news.all() || !news.jobs().isEmpty() || !feed.isLive() || System.nanoTime() - listed > SURELY_NANOS;
    }

    @Override
    public void seen(TaskCounts counts, boolean away) throws ClientFailure, CallFailed, IOException {
        long now = System.nanoTime();
        if (away || (now - lookAt < 0 && Watch.goesOn(counts))) {
            return;
        }
        if (counts.equals(known) && Watch.goesOn(counts) && now - listed < SURELY_NANOS) {
            boolean unused = advance();
        } else {
            boolean unused = list();
            known = counts;
        }
        lookAt = now + PAUSE.toNanos();
    }

    /** Looks which tasks there are to show; whether any may still print. */
    private boolean list() throws ClientFailure, CallFailed, IOException {
        List<TaskId> ended = new ArrayList<>();
        boolean[] open = new boolean[1];
        for (int i = 0; i < from.length; i++) {
            Chosen one = chosen.get(i);
            int index = i;
            new Chosen(one.job(), from[i], one.last(), one.state()).forEach(calls, null, row -> {
                TaskId task = new TaskId(one.job().id(), row.task());
                boolean end = isOver(row);
                open[0] |= !end;
                if (over.contains(task)) {
                    from[index] += row.task() == from[index] ? 1 : 0;
                    return;
                }
                if (row.attempts() > 0 && (end || feeds.containsKey(task) || feeds.size() < AT_ONCE)) {
                    feeds.computeIfAbsent(task, any -> new Feed());
                }
                if (end) {
                    ended.add(task);
                }
            });
        }
        boolean unused = advance();
        ended.forEach(this::tellDifference);
        feeds.keySet().removeAll(ended);
        over.addAll(ended);
        listed = System.nanoTime();
        return open[0];
    }

    /** Shows what is new of those that are being shown; they may still print. */
    private boolean advance() throws CallFailed, IOException {
        for (Map.Entry<TaskId, Feed> feed : feeds.entrySet()) {
            advance(feed.getKey(), feed.getValue());
        }
        return true;
    }

    /** What was passed on can't be taken back. */
    private void tellDifference(TaskId task) {
        Feed feed = feeds.get(task);
        if (asOne && feed != null && (feed.echoes[0].differs() || feed.echoes[1].differs())) {
            here.err()
                    .println("Task " + task + " ran again and printed something different; 'gleaner logs " + task
                            + "' shows the output that counts.");
        }
    }

    static boolean isOver(TaskRow row) {
        TaskState state = row.state();
        return state == TaskState.DONE || state == TaskState.BLOCKED || state == TaskState.CANCELLED;
    }

    private void advance(TaskId task, Feed feed) throws CallFailed, IOException {
        LiveLog log =
                calls.live(task, feed.attempt, feed.offsets[0], feed.offsets[1]).get();
        if (log.attempt() != feed.attempt) {
            if (!asOne) {
                finish(task, feed);
            }
            feed.attempt = log.attempt();
            feed.echoes[0].again();
            feed.echoes[1].again();
            feed.offsets[0] = 0;
            feed.offsets[1] = 0;
        }
        if (log.running()) {
            take(task, feed, 0, log.stdout());
            take(task, feed, 1, log.stderr());
        } else {
            finish(task, feed);
        }
    }

    private void take(TaskId task, Feed feed, int stream, LogPiece piece) throws IOException {
        byte[] bytes = piece.bytes();
        if (piece.offset() == feed.offsets[stream] && bytes.length > 0) {
            feed.offsets[stream] += bytes.length;
            print(task, feed, stream, bytes);
        }
    }

    /** The log that is kept takes over; of an attempt that was lost there is none. */
    private void finish(TaskId task, Feed feed) throws CallFailed, IOException {
        if (feed.attempt == 0) {
            return;
        }
        for (Stream stream : Stream.values()) {
            int index = stream == Stream.STDOUT ? 0 : 1;
            Answer<Long> answer =
                    calls.printedFrom(task, feed.attempt, stream, feed.offsets[index], new Rest(task, feed, index));
            if (!answer.isRefused(ProblemKind.UNKNOWN_OUTPUT)) {
                long unused = answer.get();
            }
            if (feed.lines[index].size() > 0) {
                show(task, feed, index, new byte[] {'\n'});
            }
        }
    }

    /** The rest of what an attempt printed, shown as it arrives, however much it is. */
    private final class Rest extends OutputStream {
        private final TaskId task;
        private final Feed feed;
        private final int stream;

        Rest(TaskId task, Feed feed, int stream) {
            this.task = task;
            this.feed = feed;
            this.stream = stream;
        }

        @Override
        public void write(int one) throws IOException {
            write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            feed.offsets[stream] += length;
            print(task, feed, stream, Arrays.copyOfRange(bytes, from, from + length));
        }
    }

    private void print(TaskId task, Feed feed, int stream, byte[] bytes) throws IOException {
        show(task, feed, stream, asOne ? feed.echoes[stream].fresh(bytes) : bytes);
    }

    /** With several tasks only whole lines, so that they do not mix. */
    private void show(TaskId task, Feed feed, int stream, byte[] bytes) throws IOException {
        Outlet outlet = prefixed || stream == 0
                ? here.streams().stdout()
                : here.streams().stderr();
        PrintStream out = outlet.text();
        if (!prefixed) {
            out.write(bytes);
            out.flush();
            return;
        }
        ByteArrayOutputStream line = feed.lines[stream];
        for (byte one : bytes) {
            line.write(one);
            if (one == '\n' || line.size() >= 1 << 16) {
                outlet.drawn().print(prefix(task));
                line.writeTo(out);
                if (one != '\n') {
                    out.println();
                }
                line.reset();
            }
        }
        out.flush();
    }

    private String prefix(TaskId task) {
        String plain = task + "| ";
        return here.streams().outIsTerminal()
                ? "\u001b[" + COLOURS[task.ordinal() % COLOURS.length] + "m" + plain + "\u001b[0m"
                : plain;
    }
}
