package org.gleaner.simulator.faults;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.gleaner.core.ahead.Timeline;
import org.gleaner.core.desk.Errand;
import org.gleaner.core.grid.Address;
import org.gleaner.core.grid.AddressedCommand;
import org.gleaner.core.grid.AddressedReply;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.StoredGrid;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.step.BatchStep;
import org.gleaner.core.store.History;
import org.gleaner.simulator.checker.BatchRun;
import org.gleaner.simulator.checker.BrokenRule;
import org.gleaner.simulator.checker.OnDisk;
import org.gleaner.simulator.world.Chance;
import org.gleaner.simulator.world.VirtualClock;
import org.jspecify.annotations.Nullable;

/** The server's body in the simulated world: its queue, its clock, its crashes and pauses around the real step. */
final class SimulatedServer {
    private static final int LARGEST_BATCH = 64;
    private static final Duration SOON = Duration.ofMillis(1);
    /** Lateness from which on the step surely moves its deadlines, and what it may have missed of it. */
    private static final Duration SURELY_LATE = Duration.ofSeconds(3);

    private static final Duration MISSED = Duration.ofSeconds(1);
    private static final Duration SLOW_DISK = Duration.ofMillis(200);

    /** So long that what is kept for some months only is gone when the server is back. */
    private static final Duration MONTHS_OFF = Duration.ofDays(100);

    private record Call(Consumer<Reply> back, Runnable broken) {}

    private record Waiting(Errand.Ask ask, Call call) {}

    /** The next step of an errand. */
    private interface Next {
        Errand read() throws StoreException;
    }

    private final Timeline timeline;
    private final VirtualClock clock;
    private final Weather weather;
    private final Chance chance;
    private final Disk disk;
    private final FlakyStore store;
    private final FaultWorld.Parts parts;
    private final Observation observation;
    private final BlobShelf blobs;

    private final ArrayDeque<AddressedCommand> queue = new ArrayDeque<>();
    private final TreeMap<Long, Waiting> waiting = new TreeMap<>();
    private final FlakyHistory reading;
    private final History history;
    private Counter counter;
    private @Nullable Step step;
    private long addresses;
    private long life;
    private long batches;
    private Instant wakeAt = Instant.MAX;
    private Instant pausedUntil = Instant.MIN;
    private Instant born = Instant.MIN;
    private Duration forgiven = Duration.ZERO;

    SimulatedServer(
            Timeline timeline, Weather weather, Chance chance, FaultWorld.Parts parts, Observation observation) {
        this.timeline = timeline;
        this.weather = weather;
        this.chance = chance;
        this.disk = parts.disk();
        this.blobs = disk.blobs();
        this.parts = parts;
        this.observation = observation;
        this.clock = new VirtualClock(timeline, chance.between(-200.0, 200.0));
        this.store = new FlakyStore(disk.store(), weather, chance.split(), observation);
        this.reading = new FlakyHistory(disk, weather, chance.split(), observation);
        this.history = reading.history();
        this.counter = parts.counters().make(history, new SimulatedResults(blobs));
        weather.repeat(timeline, chance, weather.mix().server().crash(), this::fail);
        weather.repeat(timeline, chance, weather.mix().server().pause(), this::pause);
        // As the real sweep, but without its grace: whatever no job names goes, unless somebody may be naming it now.
        weather.repeat(timeline, chance, weather.mix().work().sweep(), () -> {
            if (sweep(blobs.all())) {
                observation.count(Mark.CONTENT_SWEPT);
            }
        });
    }

    /** As its own clock shows it, which may be far off. */
    Instant now() {
        return clock.now();
    }

    long batches() {
        return batches;
    }

    void start() {
        if (step == null) {
            life++;
            if (weather.stormy() && weather.mix().server().clockJumps() && life > 1) {
                observation.count(Mark.SERVER_CLOCK_JUMP_AT_START);
                clock.jump(chance.happens(0.1) ? MONTHS_OFF : Duration.ofSeconds(chance.between(-600, 600)));
            }
            step = parts.steps().make(store, chance.split().generator());
            counter = parts.counters().make(history, new SimulatedResults(blobs));
            born = timeline.now();
            forgiven = Duration.ZERO;
            pausedUntil = Instant.MIN;
            wakeAt = Instant.MAX;
            wake(SOON);
        }
    }

    /** Faults are over: whoever is down gets up. */
    void heal() {
        pausedUntil = Instant.MIN;
        start();
        wakeAt = Instant.MAX;
        wake(SOON);
    }

    private void fail() {
        if (step != null) {
            observation.count(Mark.SERVER_CRASH);
            crash();
        }
    }

    private void pause() {
        boolean minutes = chance.happens(0.25);
        observation.count(minutes ? Mark.SERVER_PAUSE_OF_MINUTES : Mark.SERVER_PAUSE);
        int seconds = minutes ? chance.between(120, 600) : chance.between(1, chance.happens(0.6) ? 10 : 120);
        pausedUntil = timeline.now().plusSeconds(seconds);
    }

    /** Of these blobs those go that no job names, unless a call under way or a transaction in doubt may name them. */
    boolean sweep(List<BlobHash> some) {
        if (step == null || !queue.isEmpty() || store.isInDoubt()) {
            return false;
        }
        try {
            return blobs.sweep(some, disk.history());
        } catch (StoreException e) {
            throw new BrokenRule("store", "the store could not be read", e);
        }
    }

    private void crash() {
        store.settle();
        observation.crashed();
        if (blobs.crash()) {
            observation.count(Mark.UPLOAD_TORN);
        }
        step = null;
        queue.clear();
        List<Waiting> dead = new ArrayList<>(waiting.values());
        waiting.clear();
        for (Waiting one : dead) {
            if (chance.happens(0.7)) {
                timeline.after(
                        Duration.ofMillis(chance.between(1, 500)), one.call().broken());
            }
        }
        int longest = chance.happens(0.8) ? 10_000 : 150_000;
        timeline.after(Duration.ofMillis(chance.between(100, longest)), this::start);
    }

    /** A blob arrives; its sender hears of it when it is on disk. */
    void keep(BlobHash hash, Runnable done, Runnable broken) {
        if (step == null) {
            broken.run();
            return;
        }
        blobs.arrive(hash);
        timeline.after(chance.between(SOON, SLOW_DISK), () -> {
            if (blobs.sync(hash)) {
                done.run();
            } else {
                broken.run();
            }
        });
    }

    void receive(RoutedCall request, Consumer<Reply> back, Runnable broken) {
        if (step == null) {
            broken.run();
            return;
        }
        reading.readsFor(Mark.ROUTE_READ_LOST);
        follow(() -> counter.take(request.route(history, blobs)), new Call(back, broken));
    }

    /** As the server's routes do. */
    private void follow(Next next, Call call) {
        try {
            Errand errand = next.read();
            if (errand instanceof Errand.Ask ask) {
                enqueue(ask, call);
            } else if (errand instanceof Errand.Done done) {
                observation.told(done.reply());
                call.back().accept(done.reply());
            }
        } catch (StoreException e) {
            call.back().accept(new Reply.Unavailable(Reply.Unavailable.Why.NOTHING_WRITTEN));
        }
    }

    private void enqueue(Errand.Ask ask, Call call) throws StoreException {
        AddressedCommand command = new AddressedCommand(new Address(addresses++), ask.command());
        observation.routed(command, kept());
        queue.add(command);
        waiting.put(command.address().number(), new Waiting(ask, call));
        Duration busy = weather.stormy() ? weather.mix().server().busy() : SOON;
        wake(chance.between(Duration.ZERO, busy));
    }

    private void wake(Duration delay) {
        Instant at = timeline.now().plus(delay);
        if (at.isBefore(wakeAt)) {
            wakeAt = at;
            timeline.at(at, () -> {
                if (wakeAt.equals(at)) {
                    wakeAt = Instant.MAX;
                    runBatch();
                }
            });
        }
    }

    private void runBatch() {
        Step current = step;
        if (current == null) {
            return;
        }
        if (pausedUntil.isAfter(timeline.now())) {
            wake(Duration.between(timeline.now(), pausedUntil));
            return;
        }
        List<AddressedCommand> batch = new ArrayList<>();
        while (batch.size() < LARGEST_BATCH && !queue.isEmpty()) {
            batch.add(queue.remove());
        }
        batches++;
        store.settle();
        noteLateness(current.nextAlarm());
        observation.before(batch, Duration.between(born, timeline.now()).minus(forgiven));
        BatchStep.Result result;
        try {
            result = current.run(batch, clock.now());
        } catch (SimulatedCrash e) {
            crash();
            return;
        } catch (BrokenRule e) {
            throw e;
        } catch (RuntimeException e) {
            throw new BrokenRule("apply", "the step itself failed on " + batch, e);
        }
        current.fault().ifPresent(fault -> {
            throw new BrokenRule("index", fault + " after " + batch);
        });
        observation.ran(seen(batch, result));
        deliver(result.replies());
        planNext(current);
    }

    private void noteLateness(Instant alarm) {
        if (alarm.equals(Instant.MIN)) {
            return;
        }
        Duration late = Duration.between(alarm, clock.now());
        if (late.compareTo(SURELY_LATE) > 0) {
            observation.count(Mark.TIME_SHIFT);
            forgiven = forgiven.plus(late.minus(MISSED));
        }
    }

    private void planNext(Step current) {
        Instant alarm = current.nextAlarm();
        Duration left = alarm.equals(Instant.MIN) ? SOON : Duration.between(timeline.now(), clock.whenItShows(alarm));
        if (!queue.isEmpty() || left.compareTo(SOON) < 0) {
            left = SOON;
        }
        wake(left);
    }

    private BatchRun seen(List<AddressedCommand> batch, BatchStep.Result result) {
        return new BatchRun(batch, result, this::memory, kept(), observation.ledger());
    }

    private OnDisk kept() {
        return new OnDisk(disk.store(), disk.history(), blobs::has);
    }

    private Optional<StoredGrid> memory() {
        Step current = step;
        return current == null ? Optional.empty() : current.memory();
    }

    /** What checkers see when all is over. */
    BatchRun atEnd() {
        return seen(List.of(), new BatchStep.Result(List.of(), List.of(), false, List.of(), Optional.empty()));
    }

    private void deliver(List<AddressedReply> replies) {
        reading.readsFor(Mark.REPLY_READ_LOST);
        for (AddressedReply one : replies) {
            Waiting waited = waiting.remove(one.address().number());
            if (waited != null) {
                waited.ask().decided().run();
                follow(() -> waited.ask().then().on(one.reply()), waited.call());
            }
        }
    }
}
