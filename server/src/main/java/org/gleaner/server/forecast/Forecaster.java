package org.gleaner.server.forecast;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.gleaner.core.ahead.Forecast;
import org.gleaner.core.ahead.Prospect;
import org.gleaner.core.ahead.Sketch;
import org.gleaner.core.grid.Cause;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.Setting;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.Untried;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.image.PoolImage;
import org.gleaner.core.image.SketchChange;
import org.gleaner.core.image.SketchedJob;
import org.gleaner.protocol.message.Expectation;
import org.gleaner.protocol.message.ForecastRecord;
import org.gleaner.protocol.thread.Vigil;
import org.gleaner.server.forecast.LookPace.News;
import org.gleaner.server.loop.BatchListener;
import org.gleaner.server.loop.ServerClock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks ahead again and again, as far as its {@link LookPace} allows, and keeps what it found for anybody to read. The
 * loop's thread only puts images down; one thread of its own, with the lowest priority, does all the rest, and nothing
 * that goes wrong there concerns anybody else. Thread-safe.
 */
public final class Forecaster implements BatchListener, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Forecaster.class);

    private static final int MOST_FUTURES = 20;

    /** Of so many futures it can be told how certain something is; more of them only as long as they are cheap. */
    private static final int ENOUGH_FUTURES = 3;

    private static final Duration CHEAP = Duration.ofSeconds(3);

    /** Images that wait: hours of them. As each one tells only what changed, none may be left out. */
    private static final int MOST_WAITING = 50_000;

    /** Of what happened to jobs: as many as there are jobs, at most; more of it is not scored. */
    private static final int MOST_NEWS = 200_000;

    /** Somebody who wants the sketch waits for it. */
    private static final int MOST_WANTED = 100;

    /** After so many looks in a row that came to nothing it is no longer said that a forecast comes soon. */
    private static final int MOST_FAILURES = 3;

    private static final Duration ROUND = Duration.ofSeconds(1);

    /** Begins a look ahead at a pool with these settings instead of its own. */
    @FunctionalInterface
    public interface Seer {
        Prospect begin(Sketch sketch, Instant now, Map<String, String> settings);
    }

    private final ServerClock clock;
    private final Seer seer;
    private final LookPace pace;
    private final Wishes wishes = new Wishes();
    private final ProcessorTime processor = new ProcessorTime();
    private final LinkedBlockingQueue<PoolImage> images = new LinkedBlockingQueue<>(MOST_WAITING);
    private final LinkedBlockingQueue<JobNews> happened = new LinkedBlockingQueue<>(MOST_NEWS);
    private final ForecastBook book;
    private final LinkedBlockingQueue<CompletableFuture<Sketch>> wanted = new LinkedBlockingQueue<>(MOST_WANTED);
    private final Vigil vigil;
    private volatile Forecasts latest = Forecasts.NONE;
    private volatile Consumer<Forecasts> listener = found -> {};
    private volatile @Nullable Helm helm;
    private volatile boolean lagging;
    private volatile boolean closed;
    /** All below is confined to the thread of this forecaster. */
    private final Sketch sketch = new Sketch();

    private News news = News.NONE;
    /** Owners of jobs of which nothing was said yet. */
    private final Set<Owner> waiting = new TreeSet<>();

    /** Looks in a row, with the one that goes on, of which none came to its end. */
    private int failed;

    private boolean loaded;

    /**
     * @param shelf where forecasts are kept until the truth is known
     * @param seed of all that is drawn by lot: as long as nothing changes, forecasts do not either
     */
    public Forecaster(ServerClock clock, ForecastShelf shelf, long seed) {
        this(
                clock,
                shelf,
                (sketch, now, settings) -> new Prospect(
                        sketch,
                        now,
                        sketch.settings().duration(Setting.LOST_AFTER),
                        settings,
                        seed,
                        SplittableRandom::new));
    }

    public Forecaster(ServerClock clock, ForecastShelf shelf, Seer seer) {
        this(clock, shelf, seer, new LookPace(System::nanoTime));
    }

    Forecaster(ServerClock clock, ForecastShelf shelf, Seer seer, LookPace pace) {
        this.clock = clock;
        this.pace = pace;
        this.book = new ForecastBook(shelf);
        this.seer = seer;
        this.vigil = new Vigil(
                Forecaster::thread,
                this::round,
                (count, why) -> LOG.atError().setCause(why).log("could not look ahead"));
    }

    /** Not all systems heed the priority; the pace holds everywhere. */
    @SuppressWarnings("ThreadPriorityCheck")
    private static Thread thread(Runnable task) {
        Thread thread = Vigil.daemon("forecast").newThread(task);
        thread.setPriority(Thread.MIN_PRIORITY);
        return thread;
    }

    /** Who hears, on the thread of this forecaster, what each look found; to be said before the start. */
    public void tell(Consumer<Forecasts> whom) {
        listener = whom;
    }

    /** Who chooses the policy where that is wanted; to be said before the start. */
    public void steer(Helm by) {
        helm = by;
    }

    public void start() {
        vigil.start();
    }

    /** What is known now. */
    public Forecasts latest() {
        return latest;
    }

    /**
     * How good forecasts were.
     *
     * @param owner of the jobs; null: of all jobs
     */
    public ForecastRecord record(@Nullable Owner owner) {
        return book.record(owner);
    }

    /** The pool as it is known soon, for somebody else to keep. It fails if too many wait for it. */
    public CompletableFuture<Sketch> sketch() {
        CompletableFuture<Sketch> copy = new CompletableFuture<>();
        if (closed || !wanted.offer(copy)) {
            copy.cancel(false);
        }
        return copy;
    }

    /** What is to come of such a copy, in the same futures as those of the forecasts. */
    public Prospect prospect(Sketch copy, Instant at) {
        return seer.begin(copy, at.isBefore(copy.at()) ? copy.at() : at, inForce());
    }

    /** Not while it is behind: then half of what is known is of another time. */
    private void handOut() {
        for (CompletableFuture<Sketch> one = next(); one != null; one = next()) {
            one.complete(sketch.copy());
        }
    }

    private @Nullable CompletableFuture<Sketch> next() {
        return sketch.isBehind() ? null : wanted.poll();
    }

    @Override
    public void done(Batch batch) {
        if (batch.result().failure().isEmpty() && !batch.result().events().isEmpty()) {
            Instant now = clock.instant();
            for (GridEvent.Hard event : batch.result().events()) {
                JobNews.of(event, now).ifPresent(happened::offer);
            }
        }
        batch.image().ifPresent(image -> {
            boolean anew = image.sketch().map(SketchChange::first).orElse(false);
            if (anew || !lagging) {
                // Without a gap or not at all: what follows a gap would be about jobs that nobody described.
                lagging = !images.offer(image);
            }
        });
    }

    private void round() throws InterruptedException {
        PoolImage next = images.poll(patience().toNanos(), TimeUnit.NANOSECONDS);
        for (; next != null; next = images.poll()) {
            take(next);
        }
        hear();
        if (lagging) {
            latest = Forecasts.NONE.failing(true);
            throw new IllegalStateException(
                    "images came faster than they were read; no forecasts until a state is loaded");
        }
        handOut();
        if (!sketch.isBehind() && pace.left(news).isZero()) {
            look();
        } else if (!sketch.isBehind() && news == News.JOB && pace.mayGlance(waiting)) {
            glance();
        }
        Helm wheel = helm;
        if (wheel != null && !sketch.isBehind() && !closed) {
            wheel.steer(sketch, now(), this::handOut);
        }
    }

    /** What was kept before is only needed to score it and to learn from it: forecasts are made without it, too. */
    private void hear() {
        if (!loaded) {
            try {
                book.load();
                loaded = true;
            } catch (StoreException away) {
                LOG.debug("the forecasts of before could not be read yet", away);
            }
        }
        List<JobNews> all = new ArrayList<>();
        if (happened.drainTo(all) > 0) {
            book.take(all);
        }
    }

    /** How long to wait for an image: without the next one nothing can be done while the sketch is behind. */
    private Duration patience() {
        Duration left = pace.left(news);
        return sketch.isBehind() || left.compareTo(ROUND) > 0 ? ROUND : left;
    }

    private void take(PoolImage image) {
        boolean otherwise =
                !image.settings().estimator().equals(sketch.settings().estimator());
        if (news == News.NONE
                && !image.settings().changed().equals(sketch.settings().changed())) {
            news = News.SOME;
        }
        sketch.take(image);
        if (wishes.change(image.settings(), chosen()) || otherwise) {
            // By another rule from now on: nobody shall be told what would have come by the old one.
            latest = latest.found(latest.at(), 0, Collections.emptyMap(), Collections.emptySet());
            news = News.JOB;
            sketch.jobs().values().forEach(job -> waiting.add(job.owner()));
        }
        image.sketch().ifPresent(change -> {
            News now = News.SOME;
            for (SketchedJob job : change.jobs()) {
                if (!latest.isKnown(job.id())) {
                    waiting.add(job.owner());
                    now = News.JOB;
                }
            }
            news = now.compareTo(news) > 0 ? now : news;
        });
    }

    /** Looks at one future after the other; what it cost counts even if it comes to nothing, and is tried again. */
    private void look() {
        Duration before = latest.cost();
        processor.begin();
        failed++;
        try {
            Instant at = now();
            if (sketch.jobs().isEmpty()) {
                latest = latest.found(at, 0, Collections.emptyMap(), Collections.emptySet());
            } else {
                look(at);
            }
            news = News.NONE;
            waiting.clear();
            failed = 0;
        } finally {
            pace.spent(processor.used());
            latest = latest.spent(before.plus(processor.used()), pace.rest(clock.instant()))
                    .failing(failed >= MOST_FAILURES);
        }
    }

    /**
     * A first guess about jobs of which nothing was said yet, long before the next look. What was said of others stays:
     * it is older, and better.
     */
    private void glance() {
        Duration before = latest.cost();
        processor.begin();
        try {
            Instant at = now();
            Prospect prospect = prospect(at);
            prospect.look();
            Map<JobId, Expectation> jobs = found(prospect, new Hurdles(sketch), at);
            jobs.putAll(latest.jobs());
            latest = latest.found(latest.at(), latest.futures(), jobs, prospect.leftOut());
            news = News.SOME;
        } finally {
            pace.glanced(processor.used(), waiting);
            latest = latest.spent(before.plus(processor.used()), pace.rest(clock.instant()));
        }
        waiting.clear();
    }

    /** Whoever wants the sketch need not wait until a future is at its end. */
    private Prospect prospect(Instant at) {
        return seer.begin(sketch, at, inForce()).heeding(this::handOut);
    }

    private Map<String, String> inForce() {
        return wishes.inForce(chosen());
    }

    /** Why no policy has been tried yet, where that is known. For any thread. */
    public @Nullable Untried untried() {
        Helm wheel = helm;
        return wheel == null ? null : wheel.untried();
    }

    private Map<String, String> chosen() {
        Helm wheel = helm;
        return wheel == null ? Collections.emptyMap() : wheel.inForce();
    }

    /** Not before what is known. */
    private Instant now() {
        Instant now = clock.instant();
        return now.isBefore(sketch.at()) ? sketch.at() : now;
    }

    private void look(Instant at) {
        Duration before = latest.cost();
        Prospect prospect = prospect(at);
        Hurdles hurdles = new Hurdles(sketch);
        while (prospect.futures() < MOST_FUTURES && !isEnough(prospect)) {
            if (closed || Thread.currentThread().isInterrupted()) {
                return;
            }
            prospect.look();
            handOut();
            if (prospect.futures() == 1) {
                // A first guess is better than none.
                Map<JobId, Expectation> jobs = found(prospect, hurdles, at);
                if (!latest.jobs().keySet().containsAll(jobs.keySet())) {
                    jobs.putAll(latest.jobs());
                    latest = latest.found(at, 1, jobs, prospect.leftOut())
                            .spent(before.plus(processor.used()), latest.rest())
                            .failing(false);
                }
            }
        }
        latest = latest.found(at, prospect.futures(), found(prospect, hurdles, at), prospect.leftOut())
                .spent(before.plus(processor.used()), latest.rest())
                .failing(false);
        listener.accept(latest);
        hear();
        book.keep(at, known(prospect, hurdles), clock.doubt().isEmpty());
    }

    /** What is known of jobs that go on by themselves. */
    private List<ForecastBook.Found> known(Prospect prospect, Hurdles hurdles) {
        List<ForecastBook.Found> known = new ArrayList<>();
        if (prospect.futures() >= ENOUGH_FUTURES) {
            for (SketchedJob job : sketch.jobs().values()) {
                if (hurdles.unknown(job.id()) == null && hurdles.stuck(job.id()) == null) {
                    prospect.of(job.id())
                            .ifPresent(forecast -> known.add(new ForecastBook.Found(job, forecast.finish())));
                }
            }
        }
        return known;
    }

    private boolean isEnough(Prospect prospect) {
        return prospect.futures() >= ENOUGH_FUTURES && processor.used().compareTo(CHEAP) > 0;
    }

    private Map<JobId, Expectation> found(Prospect prospect, Hurdles hurdles, Instant at) {
        Map<JobId, Expectation> found = new HashMap<>();
        Map<JobId, Optional<Forecast>> known = new HashMap<>();
        Function<JobId, Optional<Forecast>> said = job -> known.computeIfAbsent(job, id -> said(prospect, at, id));
        LongestWait wait = new LongestWait(sketch.jobs(), said);
        for (SketchedJob job : sketch.jobs().values()) {
            JobId id = job.id();
            said.apply(id)
                    .ifPresent(forecast -> found.put(
                            id,
                            new Expectation(
                                    at,
                                    prospect.futures(),
                                    forecast,
                                    hurdles.unknown(id),
                                    hurdles.stuck(id),
                                    prospect.fails(id),
                                    job.spec().turn().begin(),
                                    wait.of(job),
                                    job.spec().turn().deadline(),
                                    job.spec().limits().canary(),
                                    Cause.Means.isOfProgram(job.spec()),
                                    hurdles.standstill())));
        }
        return found;
    }

    /** With few futures nobody can tell how certain it is, and so neither what to correct. */
    private Optional<Forecast> said(Prospect prospect, Instant at, JobId job) {
        Optional<Forecast> raw = prospect.of(job);
        SketchedJob sketched = sketch.jobs().get(job);
        return prospect.futures() < ENOUGH_FUTURES || sketched == null
                ? raw
                : raw.map(forecast -> book.said(at, sketched, forecast));
    }

    /** Ends the thread after the future that it looks at. */
    @Override
    public void close() {
        closed = true;
        vigil.close();
    }
}
