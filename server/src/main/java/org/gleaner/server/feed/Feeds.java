package org.gleaner.server.feed;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.Token;
import org.gleaner.protocol.thread.Vigil;
import org.gleaner.server.http.Outflow;
import org.gleaner.server.loop.BatchListener;
import org.gleaner.server.token.TokenDirectory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All who follow the pool. The loop's thread only puts images down; one thread of its own tells everybody, and what is
 * told while a caller is busy follows when its connection has room. Whoever stays behind by more than the images that
 * are kept is let go, as is whose token is no longer valid. Thread-safe.
 */
public final class Feeds implements BatchListener, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Feeds.class);
    private static final Duration ROUND = Duration.ofSeconds(1);

    /**
     * @param all at once
     * @param perToken of them that one user may have
     * @param bytes under way to all of them together
     */
    public record Bounds(int all, int perToken, long bytes) {
        private static final int SHARE = 16;

        /**
         * For a process with so much heap.
         *
         * @param connections that feeds may take
         */
        public static Bounds within(long heap, int connections) {
            int all = Math.min(4_000, connections);
            return new Bounds(all, Math.min(20, Math.max(1, all / 2)), heap / SHARE);
        }
    }

    /** The last image that a caller knows. */
    public record Place(String run, long number) {}

    private final TokenDirectory tokens;
    private final Bounds bounds;
    private final FeedWriter writer;
    private final ImageRing ring;
    private final Vigil vigil;
    private final Semaphore news = new Semaphore(0);
    private final Set<Feed> feeds = ConcurrentHashMap.newKeySet();
    private final Map<String, Integer> holders = new ConcurrentHashMap<>();
    /** Who was refused one more: the next round looks whether those that they have are still listening. */
    private final Set<String> crowded = ConcurrentHashMap.newKeySet();

    private final AtomicInteger open = new AtomicInteger();
    private final AtomicLong underWay = new AtomicLong();
    private volatile boolean closed;

    /**
     * @param run names this run of the server
     * @param secret that nobody can guess
     */
    public Feeds(TokenDirectory tokens, Bounds bounds, String run, String secret) {
        this.tokens = tokens;
        this.bounds = bounds;
        this.writer = new FeedWriter(run, secret);
        this.ring = new ImageRing(writer);
        this.vigil = new Vigil(
                Vigil.daemon("feed"),
                this::round,
                (count, why) -> LOG.atError().setCause(why).log("could not notify those who follow the pool"));
    }

    public void start() {
        vigil.start();
    }

    /** How many follow. */
    public int size() {
        return open.get();
    }

    /** Whether there is anything to tell yet. */
    public boolean isReady() {
        return ring.latest().number() > 0;
    }

    /** Whether one more fits, and why not. */
    public enum Entry {
        ENTERED,
        OWN_LIMIT,
        FULL
    }

    /** How many one user may have. */
    public int mostOfOne() {
        return bounds.perToken();
    }

    /** If one more fits, it is counted until it ends. */
    public Entry enter(Token token) {
        if (closed || open.incrementAndGet() > bounds.all()) {
            open.decrementAndGet();
            return Entry.FULL;
        }
        boolean[] entered = new boolean[1];
        holders.compute(token.holder(), (holder, count) -> {
            int now = count == null ? 0 : count;
            entered[0] = now < bounds.perToken();
            return entered[0] ? Integer.valueOf(now + 1) : count;
        });
        if (!entered[0]) {
            open.decrementAndGet();
            // A connection that its caller has left shows only when something is sent for the second time.
            crowded.add(token.holder());
            poke(token.holder());
        }
        return entered[0] ? Entry.ENTERED : Entry.OWN_LIMIT;
    }

    private void poke(String holder) {
        feeds.stream()
                .filter(feed -> feed.token().holder().equals(holder))
                .forEach(feed -> feed.say(FeedWriter.COMMENT));
    }

    /** Gives back what {@link #enter} counted. */
    public void leave(Token token) {
        open.decrementAndGet();
        holders.computeIfPresent(token.holder(), (holder, count) -> count <= 1 ? null : count - 1);
    }

    /**
     * Tells this caller, who has entered, everything from now on.
     *
     * @param known where it left off; null: it knows nothing
     */
    public void begin(Token token, Caller viewer, Outflow out, @Nullable Place known) {
        boolean goesOn = known != null && known.run().equals(writer.run()) && ring.reaches(known.number());
        long told = known != null && goesOn ? known.number() : Feed.NOTHING;
        Feed feed = new Feed(token, viewer, out, ring, new Counting(), told);
        feeds.add(feed);
        feed.begin();
        if (closed) {
            feed.end();
        }
    }

    @Override
    public void done(Batch batch) {
        boolean fresh = batch.image().isPresent() && ring.add(batch.image().get());
        boolean revoked =
                batch.tokens().isPresent() || batch.result().events().stream().anyMatch(TokenDirectory::takesRight);
        if (fresh || revoked) {
            news.release();
        }
    }

    private void round() throws InterruptedException {
        if (news.tryAcquire(ROUND.toMillis(), TimeUnit.MILLISECONDS)) {
            news.drainPermits();
        }
        List.copyOf(crowded).forEach(holder -> {
            crowded.remove(holder);
            poke(holder);
        });
        long now = System.nanoTime();
        for (Feed feed : feeds) {
            if (!isValid(feed.token())) {
                feed.end();
            } else {
                feed.pump();
                feed.keepAlive(now);
            }
        }
    }

    private boolean isValid(Token token) {
        return tokens.find(token.hash()) instanceof TokenDirectory.Finding.Known;
    }

    /** Ends all of them. */
    @Override
    public void close() {
        closed = true;
        vigil.close();
        feeds.forEach(Feed::end);
    }

    private final class Counting implements Feed.Host {
        @Override
        public boolean take(int bytes) {
            if (underWay.addAndGet(bytes) > bounds.bytes()) {
                underWay.addAndGet(-bytes);
                return false;
            }
            return true;
        }

        @Override
        public void give(int bytes) {
            underWay.addAndGet(-bytes);
        }

        @Override
        public void over(Feed feed) {
            if (feeds.remove(feed)) {
                leave(feed.token());
            }
        }
    }
}
