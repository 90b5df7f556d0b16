package org.gleaner.server.problem;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.gleaner.core.grid.Cause;
import org.gleaner.core.grid.Cause.AwaitsHost.Stage;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.Reason;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Setting;
import org.gleaner.core.grid.Settings;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.store.History;
import org.gleaner.protocol.thread.Vigil;
import org.gleaner.server.blob.BlobStore;
import org.gleaner.server.loop.BatchListener;
import org.gleaner.server.loop.ServerLoop;
import org.gleaner.server.retention.Unnamed;
import org.gleaner.server.retention.UseLedger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks after all problems: hears of what happens to their jobs, and lets a few threads at a time look after those that
 * have something to do. Thread-safe.
 */
public final class ProblemHosts implements BatchListener, AutoCloseable {
    /** So many hosts at most, whatever the setting says. */
    private static final int MOST = 16;

    private static final Logger LOG = LoggerFactory.getLogger(ProblemHosts.class);
    private static final Duration LOOP_PATIENCE = Duration.ofMinutes(1);
    /** A host with nothing to do stays for so long. */
    private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(10);
    /** As long as a problem keeps its host while others wait for one. */
    private static final long TURN_NANOS = TimeUnit.SECONDS.toNanos(5);

    private static final long SHORTEST_ROUND_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long PAUSE_AFTER_TROUBLE_NANOS = TimeUnit.SECONDS.toNanos(10);
    /** Saving a state takes at most about this part of the time. */
    private static final int SAVING_SHARE = 5;

    private static final int MOST_STARTS = 3;
    private static final Duration PATIENCE_AT_END = Duration.ofMillis(500);

    private final HostProgram program;
    private final History history;
    private final ProblemShelf shelf;
    private final Path directory;
    private final Supplier<Settings> settings;
    private final UnitRoom room;
    private final List<Vigil> threads = new ArrayList<>();
    private @Nullable ServerLoop loop;

    // Guarded by this.
    private final Set<JobId> known = new HashSet<>();
    private final LinkedHashSet<JobId> due = new LinkedHashSet<>();
    /** Of those of which somebody has asked the store. */
    private final Map<JobId, Owner> owners = new HashMap<>();
    /** Those of whose owners somebody asks the store at this moment. */
    private final Set<JobId> asked = new HashSet<>();

    private final HostTurns turns = new HostTurns();
    /** Those with a trouble that may be over after a while. */
    private final Set<JobId> resting = new HashSet<>();

    private final Troubles troubles = new Troubles(LOG::warn, LOG::info);
    private final Set<HostedProblem> open = new HashSet<>();
    private boolean closed;
    /** Hosts that ended by themselves since the last checkpoint. */
    private final Map<JobId, Integer> lost = new HashMap<>();

    /** @param data where each host gets a directory for as long as it runs */
    public ProblemHosts(HostProgram program, History history, BlobStore blobs, Path data, Supplier<Settings> settings) {
        this.program = program;
        this.history = history;
        this.shelf = new ProblemShelf(blobs, new Unnamed(blobs, history, this::isCertain));
        this.directory = data.resolve("problem");
        this.settings = settings;
        this.room = new UnitRoom(settings, new UseLedger(history, blobs), history);
    }

    /** Why problems can't be taken here, as a part of a sentence; empty: they can. */
    public Optional<String> obstacle() {
        return program.obstacle();
    }

    /** From now on; what happened before is heard of with the first batch. */
    public void start(ServerLoop through) {
        loop = through;
        clear();
        for (int i = 1; i <= MOST; i++) {
            threads.add(new Vigil(
                            Vigil.daemon("problem-" + i),
                            this::serve,
                            (failures, why) -> LOG.error("a bug failed a round of a problem", why))
                    .start());
        }
    }

    /** What a killed server left. */
    private void clear() {
        try (Stream<Path> all = Files.isDirectory(directory) ? Files.walk(directory) : Stream.empty()) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        } catch (IOException kept) {
            LOG.warn("what earlier hosts left in {} can't be removed: {}", directory, kept.toString());
        }
    }

    @Override
    public synchronized void done(Batch batch) {
        batch.hosted().ifPresent(jobs -> {
            known.clear();
            known.addAll(jobs);
            due.addAll(jobs);
        });
        for (GridEvent.Hard event : batch.result().events()) {
            note(event);
        }
        if (!due.isEmpty()) {
            notifyAll();
        }
    }

    private void note(GridEvent.Hard event) {
        if (event instanceof GridEvent.HostSaved saved) {
            known.add(saved.job());
            lost.remove(saved.job());
            if (saved.hosting().checkpoint() == 0 || !saved.hosting().isOpen()) {
                due.add(saved.job());
            }
        } else if (known.isEmpty()) {
            return;
        } else if (event instanceof GridEvent.AttemptEnded ended) {
            changed(ended.attempt().job());
        } else if (event instanceof GridEvent.AttemptAssigned assigned) {
            changed(assigned.attempt().job());
        } else if (event instanceof GridEvent.TasksMoved moved) {
            changed(moved.job());
        } else if (event instanceof GridEvent.JobSealed sealed) {
            changed(sealed.job());
        } else if (event instanceof GridEvent.JobClosed over) {
            ended(over.job());
        } else if (event instanceof GridEvent.JobDeleted deleted) {
            ended(deleted.job());
        }
    }

    /** Nobody wants any more what its host may be busy with for as long as it likes. */
    private void ended(JobId job) {
        changed(job);
        for (HostedProblem one : open) {
            if (one.job().equals(job)) {
                // Processes are looked for, for which the loop does not wait.
                CompletableFuture<Void> unused = CompletableFuture.runAsync(one::abandon);
            }
        }
    }

    private void changed(JobId job) {
        if (known.contains(job)) {
            due.add(job);
        }
    }

    /** Waits for a problem with something to do, and looks after it for a while. */
    private void serve() throws InterruptedException {
        JobId job = take();
        try (HostedProblem problem = new HostedProblem(around(), job)) {
            opened(problem);
            try {
                serve(problem, job);
            } finally {
                left(problem);
            }
        } finally {
            release(job);
        }
    }

    /** What is told with where the hosts are of which it speaks. */
    public Reply.Explained staged(Reply.Explained told) {
        List<Reason> reasons = told.reasons().stream()
                .map(reason -> reason.cause() instanceof Cause.AwaitsHost
                        ? new Reason(reason.job(), stage(reason.job()), reason.tasks(), reason.nodes())
                        : reason)
                .toList();
        return new Reply.Explained(reasons, told.next(), told.more());
    }

    private synchronized Cause.AwaitsHost stage(JobId job) {
        Optional<String> trouble = troubles.of(job);
        if (trouble.isPresent()) {
            return new Cause.AwaitsHost(Stage.TROUBLE, trouble.get());
        }
        if (turns.isWorking(job)) {
            return new Cause.AwaitsHost(Stage.WORK, "");
        }
        return due.contains(job) ? new Cause.AwaitsHost(Stage.TURN, "") : Cause.AwaitsHost.SOMEHOW;
    }

    /** How many problems are looked after now. */
    public synchronized int served() {
        return turns.size();
    }

    private synchronized void opened(HostedProblem problem) {
        open.add(problem);
    }

    private synchronized void left(HostedProblem problem) {
        open.remove(problem);
    }

    private HostedProblem.Surroundings around() {
        ServerLoop through = loop;
        if (through == null) {
            throw new IllegalStateException("problems are served before the loop exists");
        }
        return new HostedProblem.Surroundings(
                program, command -> through.ask(command, LOOP_PATIENCE), history, shelf, directory, room);
    }

    /** Whether it is known what became of all transactions. */
    private boolean isCertain() {
        ServerLoop through = loop;
        return through != null && through.isServing();
    }

    private JobId take() throws InterruptedException {
        while (true) {
            JobId stranger;
            synchronized (this) {
                stranger = due.stream().filter(this::isStrange).findFirst().orElse(null);
                if (stranger == null) {
                    HostTurns.DueProblem next =
                            turns.next(this::contenders, most()).orElse(null);
                    if (next != null) {
                        turns.begins(next);
                        due.remove(next.job());
                        return next.job();
                    }
                    wait();
                    continue;
                }
                asked.add(stranger);
            }
            introduce(stranger);
        }
    }

    private boolean isStrange(JobId job) {
        return !owners.containsKey(job) && !asked.contains(job) && !resting.contains(job);
    }

    /** Whoever decides on turns must know whose it is. The store is asked without the lock: the loop waits for that. */
    private void introduce(JobId job) {
        Optional<Owner> owner = Optional.empty();
        try {
            owner = history.owner(job);
            if (owner.isEmpty()) {
                forget(job);
            }
        } catch (StoreException trouble) {
            troubles.begins(job, trouble);
            rest(job);
        } finally {
            introduced(job, owner);
        }
    }

    private synchronized void introduced(JobId job, Optional<Owner> owner) {
        asked.remove(job);
        owner.ifPresent(known -> owners.put(job, known));
        notifyAll();
    }

    /** Those that wait for a host, in the order in which they became due. */
    private Iterator<HostTurns.DueProblem> contenders() {
        return due.stream()
                .filter(job -> !resting.contains(job))
                .flatMap(job -> Stream.ofNullable(owners.get(job)).map(owner -> new HostTurns.DueProblem(job, owner)))
                .iterator();
    }

    private synchronized void release(JobId job) {
        turns.ends(job);
        notifyAll();
    }

    private void serve(HostedProblem problem, JobId job) throws InterruptedException {
        long begun = System.nanoTime();
        while (true) {
            HostedProblem.Turnout turnout;
            long at = System.nanoTime();
            try {
                turnout = problem.round();
            } catch (HostFailed failed) {
                failed(problem, job, failed);
                return;
            } catch (IOException trouble) {
                troubles.begins(job, trouble);
                rest(job);
                return;
            } catch (StoreException trouble) {
                troubles.begins(job, trouble);
                rest(job);
                return;
            }
            troubles.ends(job);
            if (turnout == HostedProblem.Turnout.OVER) {
                forget(job);
                return;
            }
            if (System.nanoTime() - begun > TURN_NANOS && makesRoom(job, turnout == HostedProblem.Turnout.BUSY)) {
                return;
            }
            long pause = Math.max(SHORTEST_ROUND_NANOS, SAVING_SHARE * problem.savingNanos());
            if (turnout == HostedProblem.Turnout.BUSY) {
                long left = at + pause - System.nanoTime();
                if (left > 0) {
                    TimeUnit.NANOSECONDS.sleep(left);
                }
            } else if (!awaitChange(job)) {
                return;
            }
        }
    }

    /** What its own code did ends the problem; what befell its host only if it happens again and again. */
    private void failed(HostedProblem problem, JobId job, HostFailed why) throws InterruptedException {
        int starts;
        synchronized (this) {
            if (closed || problem.isAbandoned()) {
                // It was us. If it is over, the next round sees that.
                due.add(job);
                return;
            }
            starts = lost.merge(job, 1, Integer::sum);
        }
        if (!why.isOwn() && starts < MOST_STARTS) {
            LOG.info("the host of problem {} is started again: {}", job, why.getMessage());
            again(job);
            return;
        }
        LOG.info("problem {} is stopped: {}", job, why.getMessage());
        boolean noted = false;
        try {
            noted = problem.stop(String.valueOf(why.getMessage()));
        } catch (StoreException trouble) {
            LOG.warn("problem {} can't be stopped yet: {}", job, trouble.toString());
        }
        if (!noted) {
            TimeUnit.NANOSECONDS.sleep(PAUSE_AFTER_TROUBLE_NANOS);
            again(job);
        }
    }

    /** Nothing is done about it for a while, and whoever has a turn meanwhile need not wait for that. */
    private synchronized void rest(JobId job) {
        resting.add(job);
        CompletableFuture.delayedExecutor(PAUSE_AFTER_TROUBLE_NANOS, TimeUnit.NANOSECONDS)
                .execute(() -> rested(job));
    }

    private synchronized void rested(JobId job) {
        resting.remove(job);
        again(job);
    }

    private synchronized void again(JobId job) {
        due.add(job);
        notifyAll();
    }

    private synchronized void forget(JobId job) {
        known.remove(job);
        due.remove(job);
        owners.remove(job);
        lost.remove(job);
        shelf.forget(job);
        troubles.forget(job);
    }

    private int most() {
        return Math.min(MOST, settings.get().count(Setting.PROBLEM_HOSTS));
    }

    /** Whether another problem gets its host. It waits for the next one after all that are due now. */
    private synchronized boolean makesRoom(JobId job, boolean busy) {
        boolean more = busy || due.contains(job);
        if (!turns.makesRoom(job, more, this::contenders, most())) {
            return false;
        }
        if (more) {
            due.remove(job);
            due.add(job);
        }
        return true;
    }

    /** Waits until something happens to the job; false: nothing does, and its host can go. */
    private synchronized boolean awaitChange(JobId job) throws InterruptedException {
        long end = System.nanoTime() + IDLE_NANOS;
        for (long left = IDLE_NANOS; left > 0; left = end - System.nanoTime()) {
            if (due.remove(job)) {
                return true;
            }
            if (makesRoom(job, false)) {
                return false;
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return due.remove(job);
    }

    /** Hosts go at once: what they have not saved is merged again by those that follow. */
    @Override
    public void close() {
        threads.forEach(Vigil::close);
        synchronized (this) {
            closed = true;
            open.forEach(HostedProblem::abandon);
        }
        threads.forEach(thread -> thread.end(PATIENCE_AT_END));
        program.close();
    }
}
