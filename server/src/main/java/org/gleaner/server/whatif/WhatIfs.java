package org.gleaner.server.whatif;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.gleaner.core.ahead.Sketch;
import org.gleaner.core.ahead.Variation;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.gleaner.protocol.message.JobAdvice;
import org.gleaner.protocol.message.WhatIfView;
import org.gleaner.protocol.problem.Problem;
import org.gleaner.protocol.problem.ShellProblems;
import org.gleaner.protocol.thread.Vigil;
import org.gleaner.server.forecast.Forecaster;
import org.gleaner.server.forecast.ProcessorTime;
import org.gleaner.server.http.Refused;
import org.gleaner.server.simulation.OwnerTurns;
import org.gleaner.server.simulation.Surplus;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers questions about a pool that might be different: one at a time, on a thread of the lowest priority, each for a
 * bounded time of a processor. A few wait, owners take turns, and the last answers are kept until the server ends.
 * Thread-safe.
 */
public final class WhatIfs implements AutoCloseable {
    /** Of one owner that are not answered yet. */
    public static final int MOST_OF_OWNER = 2;

    /** How long one question may take of a processor. */
    public static final Duration LONGEST = Duration.ofSeconds(30);

    /** How long it may take in all, on a server that has little time for it or where a single future takes long. */
    static final Duration LONGEST_WAIT = Duration.ofMinutes(2);

    private static final Duration LONGEST_ADVICE = Duration.ofSeconds(10);

    /** Whoever needs to know the pool as it is does not wait longer for that. */
    private static final long PATIENCE_SECONDS = 20;

    /** Whoever asks why is told the reasons before this, and does not wait longer for advice. */
    private static final long ADVICE_SECONDS = 10;

    /** So long it takes at most until the pool is known, unless the server has just started or is overloaded. */
    private static final long SOON_SECONDS = 5;

    private static final int MOST_WAITING = 9;
    private static final int MOST_KEPT = 20;
    private static final int MOST_ADVICE = 200;
    private static final Logger LOG = LoggerFactory.getLogger(WhatIfs.class);

    /** What was said of a job after which look ahead. */
    private record Advised(@Nullable Instant look, JobAdvice advice) {}

    /** Owners are addressed as such. */
    private record Asked(JobId job, Owner by, boolean admin) {}

    private final Forecaster forecaster;
    private final InstantSource clock;
    private final Supplier<String> ids;
    private final Object lock = new Object();
    private final Map<String, WhatIfRun> questions = new LinkedHashMap<>();
    private final List<Pondered> waiting = new ArrayList<>();
    private @Nullable Pondered pondered;
    /** Whether nobody wants to know any more what comes of that one. */
    private boolean dropped;
    /** Who waits for a copy of the pool, once for each. */
    private final List<Owner> coming = new ArrayList<>();

    private final Map<Asked, Advised> advice = new LinkedHashMap<>();
    private final OwnerTurns turns = new OwnerTurns(MOST_WAITING);
    private final ProcessorTime processor = new ProcessorTime();
    private final Vigil vigil;
    private volatile boolean closed;

    public WhatIfs(Forecaster forecaster, InstantSource clock, Supplier<String> ids) {
        this.forecaster = forecaster;
        this.clock = clock;
        this.ids = ids;
        this.vigil = new Vigil(
                        WhatIfs::thread,
                        this::ponderNext,
                        (failures, why) -> LOG.error("a bug kept a question from being answered", why))
                .start();
    }

    /** Not all systems heed the priority; the bound on each question holds everywhere. */
    @SuppressWarnings("ThreadPriorityCheck")
    private static Thread thread(Runnable task) {
        Thread thread = Vigil.daemon("what-if").newThread(task);
        thread.setPriority(Thread.MIN_PRIORITY);
        return thread;
    }

    /**
     * The pool as it is soon, to say on it what is meant. It fails if nobody knows it within a while, and with
     * {@link Refused} if the caller has no place for another question: a copy of a large pool is large.
     */
    public CompletableFuture<Sketch> sketch(Caller caller) {
        synchronized (lock) {
            Optional<Problem> full = full(caller.owner(), unanswered(caller.owner()));
            return full.isPresent()
                    ? CompletableFuture.failedFuture(new Refused(full.get()))
                    : copy(caller.owner(), PATIENCE_SECONDS);
        }
    }

    private CompletableFuture<Sketch> copy(Owner owner, long seconds) {
        coming.add(owner);
        return forecaster.sketch().orTimeout(seconds, TimeUnit.SECONDS).whenComplete((sketch, failed) -> {
            synchronized (lock) {
                coming.remove(owner);
            }
        });
    }

    /** Of those that are asked, with one that was dropped and is still being looked at; whoever asks has the lock. */
    private long unanswered(Owner owner) {
        boolean ends = dropped && pondered != null && pondered.owner().equals(owner);
        return questions.values().stream()
                        .filter(run -> !run.isOver() && run.owner().equals(owner))
                        .count()
                + (ends ? 1 : 0);
    }

    private long waiting(Owner owner) {
        return waiting.stream().filter(one -> one.owner().equals(owner)).count();
    }

    /** What keeps an owner with so many others from asking; whoever asks has the lock. */
    private Optional<Problem> full(Owner owner, long others) {
        if (others + Collections.frequency(coming, owner) >= MOST_OF_OWNER) {
            return Optional.of(ShellProblems.tooManyQuestions(MOST_OF_OWNER));
        }
        return waiting.size() + coming.size() >= MOST_WAITING
                ? Optional.of(ShellProblems.questionsBusy())
                : Optional.empty();
    }

    public WhatIfView ask(Caller caller, Sketch sketch, Variation variation, int futures) throws Refused {
        return ask(caller, new WhatIfRun.Supposed(sketch, variation, forecaster::prospect), futures);
    }

    WhatIfView ask(Caller caller, WhatIfRun.Supposed supposed, int futures) throws Refused {
        synchronized (lock) {
            Optional<Problem> full = full(caller.owner(), unanswered(caller.owner()));
            if (full.isPresent()) {
                throw new Refused(full.get());
            }
            WhatIfRun run = new WhatIfRun(ids.get(), caller, clock.instant(), futures, supposed);
            questions.put(run.id(), run);
            enqueue(run);
            tidy();
            return run.view();
        }
    }

    private void enqueue(Pondered one) {
        waiting.add(one);
        lock.notifyAll();
    }

    /** Forgets the oldest answers of whoever has the most. */
    private void tidy() {
        List<WhatIfRun> over =
                questions.values().stream().filter(WhatIfRun::isOver).toList();
        Surplus.of(over, WhatIfRun::owner, MOST_KEPT).forEach(run -> questions.remove(run.id()));
    }

    public Optional<WhatIfView> find(Caller caller, String id) {
        return run(caller, id).map(WhatIfRun::view);
    }

    private Optional<WhatIfRun> run(Caller caller, String id) {
        synchronized (lock) {
            return Optional.ofNullable(questions.get(id))
                    .filter(run -> run.owner().equals(caller.owner()));
        }
    }

    /** Ends it and forgets it. */
    public boolean drop(Caller caller, String id) {
        Optional<WhatIfRun> found = run(caller, id);
        found.ifPresent(this::drop);
        return found.isPresent();
    }

    private void drop(WhatIfRun run) {
        run.stop();
        synchronized (lock) {
            questions.remove(run.id());
            waiting.remove(run);
            dropped |= run == pondered;
        }
    }

    /** Ends and forgets all that this owner asked. */
    public void forget(Owner owner) {
        synchronized (lock) {
            questions.values().stream()
                    .filter(run -> run.owner().equals(owner))
                    .toList()
                    .forEach(this::drop);
            advice.keySet().removeIf(asked -> asked.by().equals(owner));
        }
    }

    /** What would help a job that the caller may see; known from before if nobody has looked ahead since. */
    public CompletableFuture<JobAdvice> advise(Caller caller, JobId job) {
        Asked asked = new Asked(job, caller.owner(), caller.admin());
        Instant look = forecaster.latest().at();
        synchronized (lock) {
            Advised known = advice.get(asked);
            if (known != null && look != null && look.equals(known.look())) {
                return CompletableFuture.completedFuture(known.advice());
            }
        }
        CompletableFuture<Sketch> copy;
        synchronized (lock) {
            if (full(caller.owner(), waiting(caller.owner())).isPresent()) {
                return CompletableFuture.completedFuture(JobAdvice.without(job, JobAdvice.State.LATER));
            }
            copy = copy(caller.owner(), SOON_SECONDS);
        }
        CompletableFuture<JobAdvice> answer = new CompletableFuture<>();
        CompletableFuture<?> unused = copy.whenComplete((sketch, failed) -> {
            if (failed != null || !offer(new AdviceRun(caller, job, clock.instant(), sketch, forecaster, answer))) {
                answer.complete(JobAdvice.without(job, JobAdvice.State.LATER));
            }
        });
        CompletableFuture<?> unusedToo = answer.thenAccept(found -> keep(asked, new Advised(look, found)));
        return answer.completeOnTimeout(
                JobAdvice.without(job, JobAdvice.State.LATER), ADVICE_SECONDS, TimeUnit.SECONDS);
    }

    private void keep(Asked asked, Advised found) {
        synchronized (lock) {
            if (found.advice().state() != JobAdvice.State.LATER) {
                advice.remove(asked);
                advice.put(asked, found);
                if (advice.size() > MOST_ADVICE) {
                    advice.remove(advice.keySet().iterator().next());
                }
            }
        }
    }

    private boolean offer(AdviceRun run) {
        synchronized (lock) {
            if (closed || full(run.owner(), waiting(run.owner())).isPresent()) {
                return false;
            }
            enqueue(run);
            return true;
        }
    }

    private void ponderNext() throws InterruptedException {
        Pondered next = next();
        Duration longest = next instanceof AdviceRun ? LONGEST_ADVICE : LONGEST;
        long end = System.nanoTime() + LONGEST_WAIT.toNanos();
        BooleanSupplier spent = () -> closed || System.nanoTime() - end > 0;
        processor.begin();
        try {
            next.ponder(() -> spent.getAsBoolean() || processor.used().compareTo(longest) > 0, spent);
        } catch (Pondered.TookTooLong cut) {
            LOG.info("a question took too long");
        } finally {
            next.fail(closed);
            synchronized (lock) {
                pondered = null;
                dropped = false;
            }
        }
    }

    private Pondered next() throws InterruptedException {
        synchronized (lock) {
            while (true) {
                Optional<Pondered> next = turns.next(waiting, Pondered::owner);
                if (next.isPresent()) {
                    waiting.remove(next.get());
                    pondered = next.get();
                    return next.get();
                }
                lock.wait();
            }
        }
    }

    /** Nothing more is begun; what is being looked at ends after the next future. */
    @Override
    public void close() {
        closed = true;
        vigil.close();
        synchronized (lock) {
            waiting.forEach(one -> one.fail(true));
            waiting.clear();
        }
    }
}
