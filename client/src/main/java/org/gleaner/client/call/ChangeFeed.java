package org.gleaner.client.call;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.gleaner.core.id.JobId;
import org.gleaner.core.image.JobLine;
import org.gleaner.core.image.SeenChange;
import org.gleaner.protocol.http.Answer;
import org.gleaner.protocol.http.ServerConnection;
import org.gleaner.protocol.http.ServerConnection.Request;
import org.gleaner.protocol.json.BadMessage;
import org.gleaner.protocol.json.FeedJson;
import org.gleaner.protocol.json.Json;
import org.gleaner.protocol.thread.Vigil;

/**
 * Follows what happens to some jobs, in a thread of its own: it connects again by itself and continues where it was.
 * While {@link #isLive} holds nothing happens to them of which it does not tell; else, be it that the server is away,
 * that it is too old to have a feed or that a proxy keeps back what it says, who waits has to ask. Thread-safe.
 */
public final class ChangeFeed implements AutoCloseable {
    /** The server says something at least every 15 seconds. */
    private static final Duration LONGEST_SILENCE = Duration.ofSeconds(25);

    /** A feed that begins later than this comes through something that collects it. */
    private static final long PROMPT_NANOS = TimeUnit.SECONDS.toNanos(5);

    private static final long FIRST_PAUSE_MILLIS = 100;
    private static final long LONGEST_PAUSE_MILLIS = 5_000;
    /** After a refusal; a server that has no feed may be updated. */
    private static final long REFUSED_PAUSE_MILLIS = 60_000;

    /**
     * What happened since it was last asked for.
     *
     * @param all something may have happened to any job, so all have to be looked at
     * @param others something happened to other jobs that the caller may see
     * @param jobs where those stand that something happened to
     */
    public record News(boolean all, boolean others, Map<JobId, JobLine> jobs) {
        private static final News NONE = new News(false, false, Map.of());

        public News {
            jobs = Map.copyOf(jobs);
        }
    }

    private final ServerConnection server;
    private final Set<JobId> mine;
    private final Vigil vigil;

    // All guarded by this.
    private final Map<JobId, JobLine> lines = new TreeMap<>();
    private boolean all;
    private boolean others;
    private boolean lost;
    private boolean started;
    private boolean closed;
    private boolean connected;
    private long heard;

    // Of the thread that reads.
    private String place = "";
    private long pause = FIRST_PAUSE_MILLIS;

    ChangeFeed(ServerConnection server, Set<JobId> mine) {
        this.server = server;
        this.mine = Set.copyOf(mine);
        // A bug in here must not end the wait of somebody: then it is asked instead.
        this.vigil = new Vigil(Vigil.daemon("feed"), this::round, (count, why) -> lost());
    }

    /** Connects; without effect if it was started before. */
    public synchronized void start() {
        if (!started) {
            started = true;
            Vigil unused = vigil.start();
        }
    }

    public synchronized boolean isLive() {
        return connected && System.nanoTime() - heard < LONGEST_SILENCE.toNanos();
    }

    /** Waits for news about the jobs, or until the feed stops to be live, or so long. */
    public synchronized News await(Duration longest) throws InterruptedException {
        long end = System.nanoTime() + longest.toNanos();
        for (long left = longest.toNanos();
                left > 0 && !all && !lost && lines.isEmpty();
                left = end - System.nanoTime()) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        lost = false;
        if (!all && !others && lines.isEmpty()) {
            return News.NONE;
        }
        News news = new News(all, others, lines);
        all = false;
        others = false;
        lines.clear();
        return news;
    }

    /** Ends it. The connection ends at the next word of the server, which is a matter of seconds. */
    @Override
    public synchronized void close() {
        closed = true;
        vigil.close();
    }

    private void round() throws InterruptedException {
        Request request = Request.of("GET", "/api/v1/events").patient(LONGEST_SILENCE);
        Answer<Boolean> answer =
                server.follow(place.isEmpty() ? request : request.with("Last-Event-ID", place), this::read);
        lost();
        boolean refused = answer instanceof Answer.Refused<Boolean> && !answer.isAway();
        TimeUnit.MILLISECONDS.sleep(refused ? REFUSED_PAUSE_MILLIS : pause);
        pause = Math.min(LONGEST_PAUSE_MILLIS, 2 * pause);
    }

    private synchronized void lost() {
        lost |= connected;
        connected = false;
        notifyAll();
    }

    private void read(InputStream body) throws IOException {
        long begun = System.nanoTime();
        EventLines events = new EventLines(body);
        boolean first = true;
        for (EventLines.Event event = events.next(); event != null; event = events.next()) {
            if (first && System.nanoTime() - begun > PROMPT_NANOS) {
                throw new InterruptedIOException("the server's messages arrive late");
            }
            first = false;
            pause = FIRST_PAUSE_MILLIS;
            take(event);
        }
    }

    private synchronized void take(EventLines.Event event) throws IOException {
        if (closed) {
            throw new InterruptedIOException("nobody is listening any more");
        }
        connected = true;
        heard = System.nanoTime();
        switch (event.name()) {
            case "snapshot" -> all = true;
            case "change" -> takeChange(event.data());
            default -> {
                return;
            }
        }
        place = event.id();
        notifyAll();
    }

    private void takeChange(String data) throws IOException {
        try {
            SeenChange change = Json.read(data.getBytes(UTF_8), FeedJson::readChange);
            all |= change.more().contains("jobs");
            for (JobLine line : change.jobs()) {
                if (mine.contains(line.id())) {
                    lines.put(line.id(), line);
                } else {
                    others = true;
                }
            }
        } catch (BadMessage later) {
            // A server of a later version may say what we can't read: then all is looked at.
            all = true;
        }
    }
}
