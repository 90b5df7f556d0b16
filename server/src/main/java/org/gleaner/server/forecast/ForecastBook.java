package org.gleaner.server.forecast;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.gleaner.core.ahead.Calibration;
import org.gleaner.core.ahead.Forecast;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.image.SketchedJob;
import org.gleaner.protocol.message.ForecastRecord;
import org.jspecify.annotations.Nullable;

/**
 * Keeps some of what was said of each open job, compares it with the truth once the job is done, and learns from that
 * how wide ranges must be. What is kept lies on a shelf, too, so that it survives a restart. Thread-safe.
 */
final class ForecastBook {
    /** Open ones, of all jobs. The oldest jobs have them, as these are likely to be done first. */
    static final int MOST_OPEN = 20_000;

    static final int MOST_SCORED = 10_000;
    static final int MOST_OF_ONE_JOB = 24;

    /** Of one look: what is due, too, comes with the next ones. */
    static final int MOST_AT_ONCE = 500;

    private static final Duration SCORED_FOR = Duration.ofDays(180);
    private static final Duration OPEN_FOR = Duration.ofDays(60);

    /** Below this nothing has doubled or halved: a few seconds more or less say little. */
    private static final Duration YOUNG = Duration.ofSeconds(30);

    private static final Duration NEAR = Duration.ofSeconds(10);

    /** What was looked at may be so much older than what happened since. */
    private static final Duration IN_DOUBT = Duration.ofSeconds(5);

    private static final int MOST_CHANGES = 10_000;

    /** @param raw when it is done, as the futures gave it */
    record Found(SketchedJob job, Forecast.Span raw) {}

    private final ForecastShelf shelf;
    private final Calibration calibration = new Calibration();
    private final TreeMap<JobId, List<KeptForecast>> open = new TreeMap<>();
    private final ArrayDeque<KeptForecast> scored = new ArrayDeque<>();
    private int opened;
    /** When something happened to a job that makes what was said void, the oldest first. */
    private final LinkedHashMap<JobId, Instant> changes = new LinkedHashMap<>();

    private final List<KeptForecast> put = new ArrayList<>();
    private final List<KeptForecast> gone = new ArrayList<>();

    ForecastBook(ForecastShelf shelf) {
        this.shelf = shelf;
    }

    /** Takes what was kept before, and scores what became known since. */
    void load() throws StoreException {
        ForecastShelf.Contents contents = shelf.load();
        synchronized (this) {
            for (KeptForecast one : contents.kept()) {
                Instant truth = one.finished();
                if (truth == null) {
                    open.computeIfAbsent(one.job(), job -> new ArrayList<>()).add(one);
                    opened++;
                } else {
                    score(one, truth);
                }
            }
            contents.over()
                    .forEach((job, done) -> take(new JobNews(
                            job,
                            done.isPresent() ? JobNews.Kind.DONE : JobNews.Kind.GONE,
                            done.orElse(Instant.EPOCH))));
            tell();
        }
    }

    synchronized void take(List<JobNews> news) {
        news.forEach(this::take);
        tell();
    }

    private void take(JobNews news) {
        List<KeptForecast> said = open.remove(news.job());
        if (said != null) {
            opened -= said.size();
            if (news.kind() == JobNews.Kind.DONE) {
                for (KeptForecast one : said) {
                    KeptForecast known = one.scored(news.at());
                    score(known, news.at());
                    put.add(known);
                }
            } else {
                gone.addAll(said);
            }
        }
        changes.remove(news.job());
        changes.put(news.job(), news.at());
        if (changes.size() > MOST_CHANGES) {
            Iterator<JobId> oldest = changes.keySet().iterator();
            oldest.next();
            oldest.remove();
        }
    }

    private void score(KeptForecast known, Instant truth) {
        calibration.learn(known.at(), known.raw(), truth);
        scored.addLast(known);
    }

    /** What people are told of this. */
    synchronized Forecast said(Instant at, SketchedJob job, Forecast raw) {
        return calibration.applied(at, job.spec().turn().begin(), raw);
    }

    /**
     * Keeps what is worth it: the first of each job, and then whenever its age has doubled or what is left has halved.
     *
     * @param found what the futures gave of jobs of which something can be said
     * @param believed whether the time is certain: else nothing goes because of its age
     */
    synchronized void keep(Instant at, List<Found> found, boolean believed) {
        int kept = 0;
        for (Found one : found) {
            Instant middle = one.raw().p50();
            if (middle != null && middle.isAfter(at) && kept < MOST_AT_ONCE) {
                kept += keep(at, one.job(), one.raw()) ? 1 : 0;
            }
        }
        if (believed) {
            trim(at);
        }
        tell();
    }

    private boolean keep(Instant at, SketchedJob job, Forecast.Span raw) {
        Instant changed = changes.get(job.id());
        if (changed != null && at.isBefore(changed.plus(IN_DOUBT))) {
            return false;
        }
        List<KeptForecast> said = open.get(job.id());
        if (said == null ? opened >= MOST_OPEN : said.size() >= MOST_OF_ONE_JOB) {
            return false;
        }
        Instant begun = said != null
                ? said.get(0).begun()
                : changed == null || changed.isBefore(job.submitted()) ? job.submitted() : changed;
        KeptForecast next = new KeptForecast(
                job.id(),
                at,
                said == null ? 1 : said.size() + 1,
                job.owner(),
                begun,
                raw,
                said(at, job, new Forecast(null, raw)).finish(),
                null);
        if (said != null && !isDue(said.get(said.size() - 1), next)) {
            return false;
        }
        open.computeIfAbsent(job.id(), id -> new ArrayList<>()).add(next);
        opened++;
        put.add(next);
        return true;
    }

    private static boolean isDue(KeptForecast last, KeptForecast next) {
        Duration age = last.age().compareTo(YOUNG) < 0 ? YOUNG : last.age();
        boolean older = next.age().compareTo(age.multipliedBy(2)) >= 0;
        boolean nearer = last.left().compareTo(NEAR) > 0
                && next.left().compareTo(last.left().dividedBy(2)) <= 0;
        return next.at().isAfter(last.at()) && (older || nearer);
    }

    private void trim(Instant now) {
        while (scored.size() > MOST_SCORED
                || (!scored.isEmpty() && isOlder(scored.getFirst().finished(), now.minus(SCORED_FOR)))) {
            gone.add(scored.removeFirst());
        }
        Instant tooOld = now.minus(OPEN_FOR);
        for (Iterator<List<KeptForecast>> all = open.values().iterator(); all.hasNext(); ) {
            List<KeptForecast> said = all.next();
            // The later ones of a job may still be worth something, but without the first they would be numbered anew.
            if (said.get(0).at().isBefore(tooOld)) {
                opened -= said.size();
                gone.addAll(said);
                all.remove();
            }
        }
    }

    private static boolean isOlder(@Nullable Instant at, Instant limit) {
        return at != null && at.isBefore(limit);
    }

    private void tell() {
        if (!put.isEmpty() || !gone.isEmpty()) {
            shelf.note(List.copyOf(put), List.copyOf(gone));
            put.clear();
            gone.clear();
        }
    }

    /**
     * How good they were.
     *
     * @param owner whose; null: those of all
     */
    synchronized ForecastRecord record(@Nullable Owner owner) {
        List<KeptForecast> known = scored.stream()
                .filter(one -> owner == null || one.owner().equals(owner))
                .toList();
        int waiting = open.values().stream()
                .filter(said -> owner == null || said.get(0).owner().equals(owner))
                .mapToInt(List::size)
                .sum();
        return Hindsight.of(known, waiting, calibration.widths());
    }

    /** What is known of one job, for tests. */
    synchronized Optional<List<KeptForecast>> open(JobId job) {
        return Optional.ofNullable(open.get(job)).map(List::copyOf);
    }
}
