package org.gleaner.server.whatif;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import org.gleaner.core.ahead.Contrast;
import org.gleaner.core.ahead.Forecast;
import org.gleaner.core.ahead.Prospect;
import org.gleaner.core.ahead.Sketch;
import org.gleaner.core.ahead.Variation;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.image.SketchedJob;
import org.gleaner.protocol.message.SimulationView.Failure;
import org.gleaner.protocol.message.SimulationView.State;
import org.gleaner.protocol.message.WhatIfResult;
import org.gleaner.protocol.message.WhatIfView;
import org.gleaner.server.forecast.Hurdles;
import org.jspecify.annotations.Nullable;

/** One question from the asking to the answer. Thread-safe; its sketch is the pondering thread's alone. */
final class WhatIfRun implements Pondered {
    /** Of so many jobs it is told one by one; all count in what is said of all. */
    private static final int MOST_TOLD = 200;

    private final String id;
    private final Caller caller;
    private final Instant asked;
    private final int futures;
    private @Nullable Supposed supposed;
    private State state = State.WAITING;
    private int looked;
    private @Nullable Failure failure;
    private @Nullable WhatIfResult result;

    /** The pool as it is, and how it might be. */
    record Supposed(Sketch sketch, Variation variation, BiFunction<Sketch, Instant, Prospect> prospects) {}

    WhatIfRun(String id, Caller caller, Instant asked, int futures, Supposed supposed) {
        this.id = id;
        this.caller = caller;
        this.asked = asked;
        this.futures = futures;
        this.supposed = supposed;
    }

    String id() {
        return id;
    }

    @Override
    public Owner owner() {
        return caller.owner();
    }

    synchronized boolean isOver() {
        return state.isOver();
    }

    synchronized WhatIfView view() {
        return new WhatIfView(id, caller.owner(), state, looked, futures, asked, failure, result, null);
    }

    synchronized void stop() {
        if (!state.isOver()) {
            state = State.STOPPED;
            supposed = null;
        }
    }

    @Override
    public void fail() {
        fail(new Failure("The question was not answered.", "The server failed or was ended.", "Ask again."));
    }

    private synchronized void fail(Failure why) {
        if (!state.isOver()) {
            state = State.FAILED;
            failure = why;
            supposed = null;
        }
    }

    private synchronized @Nullable Supposed begin() {
        Supposed given = supposed;
        // What a question holds of memory is free as soon as it is answered.
        supposed = null;
        state = state == State.WAITING ? State.RUNNING : state;
        return given;
    }

    private synchronized void looked(int now) {
        looked = now;
    }

    private synchronized void end(WhatIfResult found) {
        if (state == State.RUNNING) {
            state = State.DONE;
            result = found;
        }
    }

    @Override
    public void ponder(BooleanSupplier tired, BooleanSupplier spent) {
        Supposed given = begin();
        if (given == null) {
            return;
        }
        Prospect now = given.prospects().apply(given.sketch(), asked).heeding(() -> {
            if (isOver() || spent.getAsBoolean()) {
                throw new TookTooLong();
            }
        });
        Contrast contrast = new Contrast(now, now.with(given.variation()));
        try {
            while (contrast.futures() < futures && !isOver() && (contrast.futures() == 0 || !tired.getAsBoolean())) {
                contrast.look();
                looked(contrast.futures());
            }
        } catch (TookTooLong cut) {
            // What was looked at before counts.
        }
        if (contrast.futures() == 0) {
            fail(new Failure(
                    "The question takes too long.",
                    "Not one future was simulated within " + WhatIfs.LONGEST_WAIT.toMinutes() + " minutes.",
                    "Suppose fewer machines, or ask when less is open."));
        } else {
            end(result(given, contrast));
        }
    }

    private WhatIfResult result(Supposed given, Contrast contrast) {
        Sketch sketch = given.sketch();
        Hurdles hurdles = new Hurdles(sketch);
        Map<Owner, List<JobId>> byOwner = new TreeMap<>();
        List<WhatIfResult.OfJob> told = new ArrayList<>();
        int own = 0;
        for (SketchedJob job : sketch.jobs().descendingMap().values()) {
            boolean said = hurdles.unknown(job.id()) == null && hurdles.stuck(job.id()) == null;
            if (said) {
                byOwner.computeIfAbsent(job.owner(), owner -> new ArrayList<>()).add(job.id());
            }
            if (job.owner().equals(owner())) {
                own++;
                if (told.size() < MOST_TOLD) {
                    told.add(new WhatIfResult.OfJob(
                            job.id(), job.spec().name(), said ? contrast.of(List.of(job.id())) : null));
                }
            }
        }
        List<JobId> mine = byOwner.remove(owner());
        List<WhatIfResult.OfOwner> others = new ArrayList<>();
        if (caller.admin()) {
            byOwner.forEach((owner, jobs) -> others.add(new WhatIfResult.OfOwner(owner, contrast.of(jobs))));
        }
        return new WhatIfResult(
                asked,
                contrast.futures(),
                contrast.futures() < futures,
                told,
                own - told.size(),
                mine == null ? null : contrast.of(mine),
                added(sketch, contrast),
                others);
    }

    private static List<WhatIfResult.OfAdded> added(Sketch sketch, Contrast contrast) {
        List<WhatIfResult.OfAdded> added = new ArrayList<>();
        JobId last = sketch.jobs().isEmpty() ? new JobId(1) : sketch.jobs().lastKey();
        boolean none = sketch.jobs().isEmpty();
        for (SketchedJob job : contrast.then().jobs().tailMap(last, none).values()) {
            Forecast.Span unknown = new Forecast.Span(null, null, null);
            Forecast forecast = contrast.then().of(job.id()).orElse(new Forecast(unknown, unknown));
            Forecast.Span start = forecast.start();
            added.add(new WhatIfResult.OfAdded(
                    job.spec().name(),
                    Hurdles.isKnown(sketch, job),
                    start == null ? unknown : start,
                    forecast.finish()));
        }
        return added;
    }
}
