package org.gleaner.core.image;

import java.time.Instant;
import java.util.Collections;
import java.util.Optional;
import java.util.function.Function;
import org.gleaner.core.grid.Settings;
import org.gleaner.core.id.AttemptId;
import org.jspecify.annotations.Nullable;

/**
 * The pool as it was after a durable batch. Immutable, for any thread. Images of one run of the server are numbered
 * without a gap; one with the number of the image before differs from it in {@link #keeper} and {@link #sketch} at
 * most.
 */
public final class PoolImage {
    /** Before anything is loaded. */
    public static final PoolImage NONE = new PoolImage(
            0,
            Instant.EPOCH,
            new PoolTotals(OpenTotals.NONE, Collections.emptySortedMap(), Collections.emptySortedMap(), 0, 0),
            Settings.DEFAULT,
            KeeperNumbers.NONE,
            News.NONE);

    /**
     * By what it differs from the image before.
     *
     * @param change null: by nothing, or nobody knows by what
     * @param sketch null: it is too early to tell, or by nothing
     */
    record News(@Nullable PoolChange change, @Nullable SketchChange sketch) {
        static final News NONE = new News(null, null);
    }

    private final long number;
    private final Instant at;
    private final PoolTotals totals;
    private final Settings settings;
    private final KeeperNumbers keeper;
    private final News news;

    PoolImage(long number, Instant at, PoolTotals totals, Settings settings, KeeperNumbers keeper, News news) {
        this.number = number;
        this.at = at;
        this.totals = totals;
        this.settings = settings;
        this.keeper = keeper;
        this.news = news;
    }

    public long number() {
        return number;
    }

    public Instant at() {
        return at;
    }

    public PoolTotals totals() {
        return totals;
    }

    public Settings settings() {
        return settings;
    }

    public KeeperNumbers keeper() {
        return keeper;
    }

    /** What became of the sketch of the grid; nothing if it is too early for that, or nothing did. */
    public Optional<SketchChange> sketch() {
        return Optional.ofNullable(news.sketch());
    }

    /**
     * What these are told who know the image before; nothing if the state was loaded anew, as then nobody knows what
     * changed, and they need a snapshot.
     *
     * @param keys what to call attempts of others: the same word for the same attempt, of which nobody can tell which
     *     attempt it is
     */
    public Optional<SeenChange> changeFor(Audience audience, Function<AttemptId, String> keys) {
        PoolChange known = news.change();
        return known == null ? Optional.empty() : Optional.of(known.of(this, audience, keys));
    }
}
