package org.gleaner.server.loop;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.gleaner.core.grid.Address;
import org.gleaner.core.grid.AddressedCommand;
import org.gleaner.core.grid.AddressedReply;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.TokenHash;
import org.gleaner.core.message.Orders;
import org.gleaner.core.step.BatchStep;
import org.gleaner.core.step.GridState;
import org.gleaner.protocol.thread.Exhaustion;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one thread that owns the grid. Callers put commands into its bounded queue and go away; it takes all that is
 * waiting, runs it as one batch and hands the replies to other threads, so that it never renders nor sends anything.
 * Thread-safe.
 */
public final class ServerLoop {
    /** How much may wait. */
    public record Bounds(int queue, int batch, int pending) {
        public static final Bounds DEFAULT = new Bounds(4096, 512, 16_384);
    }

    private static final Logger LOG = LoggerFactory.getLogger(ServerLoop.class);
    private static final Duration LONGEST_SLEEP = Duration.ofSeconds(1);
    private static final int RENDERED_TOGETHER = 32;
    private static final int KEPT_FOR_PEOPLE = 8;

    /** @param parks whether it may be held open: such a call gets an empty order when the server stops */
    private record Call(Consumer<Reply> caller, boolean parks) {}

    private record Delivery(Consumer<Reply> caller, Reply reply) {}

    private final BatchStep step;
    private final InstantSource clock;
    private final Executor renderers;
    private final List<BatchListener> listeners;
    private final Bounds bounds;
    private final LoopPulse pulse;
    private final Publishing publishing = new Publishing(System::nanoTime);
    private final BlockingQueue<AddressedCommand> queue;
    private final ConcurrentHashMap<Long, Call> pending = new ConcurrentHashMap<>();
    private final AtomicLong addresses = new AtomicLong();
    private final CompletableFuture<@Nullable Throwable> ended = new CompletableFuture<>();
    private final Thread thread;
    private volatile boolean serving;
    private volatile boolean storeAway;
    /** Why nothing can be written; empty: it can. */
    private volatile String unwritten = "";

    private volatile boolean stopping;

    /** @param pulse the one that watches the step's store */
    public ServerLoop(
            BatchStep step,
            InstantSource clock,
            Executor renderers,
            List<BatchListener> listeners,
            Bounds bounds,
            LoopPulse pulse) {
        this.step = step;
        this.pulse = pulse;
        this.clock = clock;
        this.renderers = renderers;
        this.listeners = List.copyOf(listeners);
        this.bounds = bounds;
        this.queue = new ArrayBlockingQueue<>(bounds.queue());
        this.thread = new Thread(this::live, "loop");
    }

    public void start() {
        thread.start();
    }

    /**
     * Puts a command into the queue; the caller is told its reply on another thread, once, maybe much later.
     *
     * @return false if too much is waiting already or the loop is stopping: nothing happened
     */
    public boolean offer(Command command, Consumer<Reply> caller) {
        return offer(command, null, caller);
    }

    /** @param token with which the command came; null: it is the server's own */
    public boolean offer(Command command, @Nullable TokenHash token, Consumer<Reply> caller) {
        if (stopping || !hasRoomFor(command)) {
            return false;
        }
        long number = addresses.incrementAndGet();
        pending.put(number, new Call(caller, command instanceof Command.Sync));
        if (!queue.offer(new AddressedCommand(new Address(number), command, token))) {
            pending.remove(number);
            return false;
        }
        if (ended.isDone() && pending.remove(number) != null) {
            return false;
        }
        return true;
    }

    /** Nodes hold calls open and are many; an eighth of all that may wait is for people alone. */
    private boolean hasRoomFor(Command command) {
        boolean node = command instanceof Command.Sync
                || command instanceof Command.Introduce
                || command instanceof Command.Commit
                || command instanceof Command.KeepPartial;
        int kept = node ? KEPT_FOR_PEOPLE : Integer.MAX_VALUE;
        return pending.size() < bounds.pending() - bounds.pending() / kept
                && queue.size() < bounds.queue() - bounds.queue() / kept;
    }

    /** Asks and waits for the reply, though no longer than this; empty if none came or the command was not taken. */
    public Optional<Reply> ask(Command command, Duration patience) throws InterruptedException {
        CompletableFuture<Reply> reply = new CompletableFuture<>();
        if (!offer(command, reply::complete)) {
            return Optional.empty();
        }
        try {
            return Optional.of(reply.get(patience.toNanos(), TimeUnit.NANOSECONDS));
        } catch (TimeoutException late) {
            return Optional.empty();
        } catch (ExecutionException impossible) {
            throw new IllegalStateException("a reply never fails", impossible);
        }
    }

    /** Whether it takes no more commands. */
    public boolean isStopping() {
        return stopping;
    }

    /** Commands that wait to be decided. */
    public int queued() {
        return queue.size();
    }

    /** Calls that were not answered yet, parked ones included. */
    public int pending() {
        return pending.size();
    }

    /** Whether the last batch was durable; false while the state is being loaded. */
    public boolean isServing() {
        return serving && !ended.isDone();
    }

    /** Whether the store can't be read, or the last thing that was to be written was not. */
    public boolean isStoreAway() {
        return storeAway || pulse.isStoreSlow();
    }

    LoopPulse pulse() {
        return pulse;
    }

    /** Why calls are not answered while the state is being loaded. */
    public String loading() {
        return pulse.loading();
    }

    /** Why calls are not answered although nothing is being loaded; empty if they are. */
    public Optional<String> trouble() {
        if (ended.isDone()) {
            return Optional.of("it has stopped");
        }
        String why = unwritten;
        return pulse.trouble().or(() -> why.isEmpty() ? Optional.empty() : Optional.of(why));
    }

    private static String sentence(StoreException why) {
        return why.advice()
                .orElse(
                        why.isFull()
                                ? "its disk is full, so its database can't be written; free some disk space there"
                                : "its database can't be written; check its disk, and see the server's log");
    }

    /** Counts the loop as ended by a bug, as it does not come back from a decision; the log shows where it is. */
    void giveUp() {
        IllegalStateException stuck = new IllegalStateException("the loop is stuck in one decision");
        stuck.setStackTrace(thread.getStackTrace());
        stopping = true;
        ended.complete(stuck);
    }

    /** Completes when the loop has ended: with null after {@link #stop}, else with the bug that ended it. */
    public CompletableFuture<@Nullable Throwable> ended() {
        return ended.copy();
    }

    /** Takes no more commands, finishes those in the queue, then answers every parked call with an empty order. */
    public void stop() {
        stopping = true;
        if (thread.getState() == Thread.State.NEW) {
            ended.complete(null);
        }
        // A tick too early does only what is due, and wakes the thread; if the queue is full it is awake.
        boolean woken = queue.offer(new AddressedCommand(new Address(0), new Command.Tick()));
        assert woken || !queue.isEmpty();
    }

    private void live() {
        Throwable bug = null;
        try {
            while (!stopping || !queue.isEmpty()) {
                runOnce();
            }
        } catch (OutOfMemoryError e) {
            Exhaustion.tell(e);
            bug = e;
        } catch (RuntimeException | Error e) {
            // An exception that leaves the step means that memory can't be trusted; the store is intact.
            bug = e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            bug = e;
        }
        stopping = true;
        try {
            answerRest(bug == null);
        } finally {
            // Whatever else fails: who waits for the end must hear of it.
            ended.complete(bug);
        }
        // Whoever put a call in between saw neither the end nor an answer.
        answerRest(bug == null);
    }

    private void answerRest(boolean graceful) {
        Reply empty = new Reply.Ordered(Orders.NONE);
        Reply sorry = new Reply.Unavailable(Reply.Unavailable.Why.STOPPING);
        List<Delivery> rest = new ArrayList<>();
        for (Long number : pending.keySet()) {
            Call call = pending.remove(number);
            if (call != null) {
                rest.add(new Delivery(call.caller(), graceful && call.parks() ? empty : sorry));
            }
        }
        deliver(rest);
    }

    private void runOnce() throws InterruptedException {
        List<AddressedCommand> batch = new ArrayList<>();
        AddressedCommand first = queue.poll(sleep().toNanos(), TimeUnit.NANOSECONDS);
        if (first != null) {
            batch.add(first);
            queue.drainTo(batch, bounds.batch() - 1);
        }
        pulse.begin();
        try {
            run(batch);
        } finally {
            pulse.end();
        }
    }

    private void run(List<AddressedCommand> batch) {
        long began = System.nanoTime();
        Instant now = clock.instant();
        BatchStep.Result result = step.run(batch, now);
        Duration took = Duration.ofNanos(System.nanoTime() - began);
        Optional<GridState> loaded = result.reloaded() ? step.state() : Optional.empty();
        BatchListener.Batch done = new BatchListener.Batch(
                result,
                loaded.map(GridState::tokens),
                loaded.map(GridState::hosted),
                publishing.after(result, step.state(), now),
                step.unwritable().isEmpty(),
                batch.size(),
                took);
        listeners.forEach(listener -> listener.done(done));
        serving = result.failure().isEmpty();
        storeAway = !serving || step.unwritable().isPresent();
        // What can't even be read is away, unless it is known why.
        unwritten = result.failure()
                .flatMap(StoreException::advice)
                .or(() ->
                        step.unwritable().filter(why -> serving || why.isFull()).map(ServerLoop::sentence))
                .orElse("");
        List<Delivery> deliveries = new ArrayList<>(result.replies().size());
        for (AddressedReply one : result.replies()) {
            Call call = pending.remove(one.address().number());
            if (call != null) {
                deliveries.add(new Delivery(call.caller(), one.reply()));
            }
        }
        deliver(deliveries);
    }

    /** Until the alarm, but never long: a server whose store was away looks whether it is back. */
    private Duration sleep() {
        Instant now = clock.instant();
        Instant alarm = step.nextAlarm();
        if (alarm.isBefore(now)) {
            return Duration.ZERO;
        }
        Duration wished = alarm.isAfter(now.plus(LONGEST_SLEEP)) ? LONGEST_SLEEP : Duration.between(now, alarm);
        return publishing.sleep(wished, step.state());
    }

    private void deliver(List<Delivery> deliveries) {
        for (int from = 0; from < deliveries.size(); from += RENDERED_TOGETHER) {
            List<Delivery> some = deliveries.subList(from, Math.min(from + RENDERED_TOGETHER, deliveries.size()));
            renderers.execute(() -> some.forEach(ServerLoop::hand));
        }
    }

    /** Whoever fails to take a reply keeps it from nobody else that is told together with it. */
    private static void hand(Delivery one) {
        try {
            one.caller().accept(one.reply());
        } catch (OutOfMemoryError full) {
            Exhaustion.tell(full);
        } catch (RuntimeException | Error bug) {
            LOG.atError().setCause(bug).log("a bug prevented one reply");
        }
    }
}
