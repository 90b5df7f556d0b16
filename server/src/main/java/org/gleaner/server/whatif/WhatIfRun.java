package org.gleaner.server.whatif;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import org.gleaner.core.ahead.Contrast;
import org.gleaner.core.ahead.Contrast.Difference;
import org.gleaner.core.ahead.Forecast;
import org.gleaner.core.ahead.Prospect;
import org.gleaner.core.ahead.Sketch;
import org.gleaner.core.ahead.Variation;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.Setting;
import org.gleaner.core.grid.Settings;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.image.SketchedJob;
import org.gleaner.core.job.Deadline;
import org.gleaner.protocol.message.Meets;
import org.gleaner.protocol.message.SimulationView.Failure;
import org.gleaner.protocol.message.SimulationView.State;
import org.gleaner.protocol.message.WhatIfResult;
import org.gleaner.protocol.message.WhatIfView;
import org.gleaner.protocol.wording.ObjectiveWords;
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
        return new WhatIfView(id, caller.owner(), state, looked, futures, asked, null, failure, result, null);
    }

    synchronized void stop() {
        if (!state.isOver()) {
            state = State.STOPPED;
            supposed = null;
        }
    }

    @Override
    public void fail(boolean ending) {
        fail(
                ending
                        ? new Failure(
                                "The question was not answered.",
                                "The server is stopping.",
                                "Ask again when it is back.")
                        : new Failure(
                                "The question was not answered.",
                                "The server could not work out an answer; its log says why.",
                                "Ask again later, or tell the person who runs the server."));
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
            boolean pool = now.futures() == 0;
            fail(new Failure(
                    "The question takes too long.",
                    (pool ? "So much work is open that not one future" : "Not one future with the change")
                            + " was simulated within " + WhatIfs.LONGEST_WAIT.toMinutes() + " minutes.",
                    pool || given.variation().added().isEmpty()
                            ? "Ask again when less work is open."
                            : "Assume fewer machines, or ask again when less work is open."));
        } else {
            end(result(given, contrast));
        }
    }

    private WhatIfResult result(Supposed given, Contrast contrast) {
        Sketch sketch = given.sketch();
        Hurdles hurdles = new Hurdles(sketch);
        Map<Owner, Open> byOwner = new TreeMap<>();
        List<WhatIfResult.OfJob> told = new ArrayList<>();
        for (SketchedJob job : sketch.jobs().descendingMap().values()) {
            boolean said =
                    contrast.foresees(job.id()) && hurdles.unknown(job.id()) == null && hurdles.stuck(job.id()) == null;
            byOwner.computeIfAbsent(job.owner(), owner -> new Open()).add(job.id(), said);
            if (job.owner().equals(owner()) && told.size() < MOST_TOLD) {
                Difference difference = said ? contrast.of(List.of(job.id())) : null;
                told.add(new WhatIfResult.OfJob(
                        job.id(),
                        job.spec().name(),
                        difference,
                        difference == null ? null : due(contrast, job.id(), difference)));
            }
        }
        Open mine = byOwner.remove(owner());
        List<WhatIfResult.OfOwner> others = new ArrayList<>();
        if (caller.admin()) {
            byOwner.forEach((owner, jobs) -> {
                WhatIfResult.Together together = jobs.together(contrast);
                if (together != null) {
                    others.add(new WhatIfResult.OfOwner(owner, together));
                }
            });
        }
        return new WhatIfResult(
                asked,
                contrast.futures(),
                contrast.futures() < futures,
                told,
                mine == null ? 0 : mine.all - told.size(),
                mine == null ? null : mine.together(contrast),
                added(sketch, contrast),
                others,
                note(given, contrast));
    }

    private String note(Supposed given, Contrast contrast) {
        Map<String, String> changed = given.variation().settings();
        Settings settings = given.sketch().settings();
        return changed.containsKey(Setting.OBJECTIVE.word())
                ? ObjectiveWords.note(
                        contrast.then().policy(),
                        settings.isControlled() && !changed.containsKey(Setting.STRATEGY.word()),
                        settings.objectives().of().get(owner()))
                : "";
    }

    /** What an owner has open. */
    private static final class Open {
        private final List<JobId> known = new ArrayList<>();
        private int all;

        void add(JobId job, boolean said) {
            all++;
            if (said) {
                known.add(job);
            }
        }

        WhatIfResult.@Nullable Together together(Contrast contrast) {
            int counted = contrast.counted(known).size();
            return counted == 0 ? null : new WhatIfResult.Together(contrast.of(known), counted, all);
        }
    }

    /** One deadline, that of the job with the change, so that what is compared is alike. */
    private WhatIfResult.@Nullable Due due(Contrast contrast, JobId id, Difference difference) {
        SketchedJob changed = contrast.then().jobs().get(id);
        Deadline deadline = changed == null ? null : changed.spec().turn().deadline();
        return deadline == null
                ? null
                : new WhatIfResult.Due(
                        deadline.at(),
                        Meets.of(deadline.at(), difference.now(), asked),
                        Meets.of(deadline.at(), difference.then(), asked));
    }

    private List<WhatIfResult.OfAdded> added(Sketch sketch, Contrast contrast) {
        List<WhatIfResult.OfAdded> added = new ArrayList<>();
        JobId last = sketch.jobs().isEmpty() ? new JobId(1) : sketch.jobs().lastKey();
        boolean none = sketch.jobs().isEmpty();
        for (SketchedJob job : contrast.then().jobs().tailMap(last, none).values()) {
            Forecast forecast = contrast.then().of(job.id()).orElse(null);
            Deadline deadline = job.spec().turn().deadline();
            added.add(new WhatIfResult.OfAdded(
                    job.spec().name(),
                    Hurdles.isKnown(sketch, job),
                    forecast == null ? null : forecast.start(),
                    forecast == null ? null : forecast.finish(),
                    deadline == null ? null : deadline.at(),
                    deadline == null || forecast == null ? null : Meets.of(deadline.at(), forecast.finish(), asked)));
        }
        return added;
    }
}
