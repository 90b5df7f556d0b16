package org.gleaner.server.whatif;

import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.gleaner.core.ahead.Prospect;
import org.gleaner.core.ahead.Remedies;
import org.gleaner.core.ahead.Sketch;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.image.SketchedJob;
import org.gleaner.protocol.message.JobAdvice;
import org.gleaner.protocol.wording.AdviceWords;
import org.gleaner.server.forecast.Forecaster;
import org.gleaner.server.forecast.Hurdles;

/** Somebody wants to know what would help a job. */
record AdviceRun(
        Caller caller, JobId job, Instant at, Sketch sketch, Forecaster forecaster, CompletableFuture<JobAdvice> answer)
        implements Pondered {
    /** In so many futures each remedy is tried. */
    private static final int FUTURES = 5;

    @Override
    public Owner owner() {
        return caller.owner();
    }

    @Override
    public void ponder(BooleanSupplier tired, BooleanSupplier spent) {
        SketchedJob open = sketch.jobs().get(job);
        Hurdles hurdles = new Hurdles(sketch);
        if (open == null) {
            // It is so new that images have not told of it yet.
            answer.complete(later());
        } else if (hurdles.unknown(job) != null || hurdles.stuck(job) != null) {
            answer.complete(JobAdvice.without(job, JobAdvice.State.NONE));
        } else {
            Prospect prospect = forecaster.prospect(sketch, at).heeding(() -> {
                if (spent.getAsBoolean()) {
                    throw new TookTooLong();
                }
            });
            answer.complete(new Remedies(sketch, prospect)
                    .cheapest(open, caller.admin(), FUTURES, tired)
                    .map(found -> AdviceWords.of(job, found, open.owner().equals(owner())))
                    .orElse(JobAdvice.without(job, JobAdvice.State.NONE)));
        }
    }

    @Override
    public void fail(boolean ending) {
        answer.complete(later());
    }

    private JobAdvice later() {
        return JobAdvice.without(job, JobAdvice.State.LATER);
    }
}
