package org.gleaner.client.executor;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.gleaner.client.child.CallOutcome;
import org.gleaner.client.child.LostReaders;
import org.gleaner.client.child.ResultReader;
import org.gleaner.core.job.Unseen;
import org.jspecify.annotations.Nullable;

/**
 * Reads outcomes and settles their calls, one after the other, in a thread that nobody else needs. A rogue machine can
 * send what takes for ever to read, and no thread that does so can be ended: then the call fails, the thread is left to
 * itself, and another one reads on. Thread-safe.
 */
final class OutcomeReaders {
    /** So long a thread waits for the next one. */
    private static final long IDLE_MILLIS = 1_000;
    /** So much waits to be read; the rest waits on the server. */
    private static final long MOST_BYTES = 64 << 20;

    private final Executor eachSecond;

    // Guarded by this.
    private final Deque<Unread> waiting = new ArrayDeque<>();
    private long bytes;
    private @Nullable Reader reader;
    private boolean watched;
    private boolean ended;

    OutcomeReaders() {
        this(CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS, Runnable::run));
    }

    /**
     * @param eachSecond runs what it is given a second later. What takes long is counted in these: a program that stood
     *     still has not read for as long as a clock says
     */
    OutcomeReaders(Executor eachSecond) {
        this.eachSecond = eachSecond;
    }

    /**
     * An outcome that is not read yet.
     *
     * @param written the call as it was sent
     * @param failure why it will not be read; null: it will
     */
    private record Unread(
            PendingCall<?> call,
            WrittenCall written,
            CallOutcome outcome,
            String machine,
            String place,
            @Nullable String failure) {
        long patience() {
            return ResultReader.patienceSeconds(outcome);
        }

        Unread failing(String why) {
            return new Unread(call, written, outcome, machine, place, why);
        }

        PendingCall.Settled read() {
            if (failure != null) {
                return failed(failure, null);
            }
            try {
                return new OutcomeReader(written, place).read(outcome);
            } catch (RuntimeException | Error bug) {
                // As classes of the call's own throw what they like.
                return failed("The outcome can't be read: " + bug, bug);
            }
        }

        private PendingCall.Settled failed(String why, @Nullable Throwable cause) {
            return new PendingCall.Settled(
                    null, new GridException(Unseen.shown(why + " (" + place + ")"), cause), false);
        }
    }

    /** One thread. What it holds is guarded by its surroundings. */
    private final class Reader implements Runnable {
        private final Thread thread = new Thread(this, "gleaner-outcomes");
        private @Nullable Unread current;
        private boolean reading;
        private int seconds;
        private boolean stuck;

        @Override
        public void run() {
            for (Unread next = next(this); next != null; next = next(this)) {
                PendingCall.Settled how = next.read();
                // The classes in it are the call's own.
                boolean unused = Thread.interrupted();
                if (!isStillWanted(this, next)) {
                    return;
                }
                next.call().settle(how);
            }
        }
    }

    /**
     * Takes an outcome.
     *
     * @param machine from which it comes
     * @param place such as {@code attempt 7.3#1 on lab-3}
     */
    synchronized void read(PendingCall<?> call, CallOutcome outcome, String machine, String place) {
        if (call.isDone() || ended) {
            return;
        }
        waiting.add(new Unread(call, call.written(), outcome, machine, place, null));
        bytes += outcome.bytes().length;
        if (reader == null) {
            begin();
        }
        notifyAll();
        if (!watched) {
            watched = true;
            eachSecond.execute(this::look);
        }
    }

    private void begin() {
        Reader fresh = new Reader();
        reader = fresh;
        fresh.thread.setDaemon(true);
        fresh.thread.start();
    }

    /** Whether more can be taken. */
    synchronized boolean hasRoom() {
        return bytes < MOST_BYTES;
    }

    /** Whether all that it has taken are settled. */
    synchronized boolean isIdle() {
        return waiting.isEmpty() && (reader == null || reader.current == null);
    }

    /** Settles what it has taken with this, and takes no more. */
    void end(GridException why) {
        List<PendingCall<?>> left = new ArrayList<>();
        synchronized (this) {
            ended = true;
            waiting.forEach(unread -> left.add(unread.call()));
            waiting.clear();
            bytes = 0;
            Reader current = reader;
            if (current != null && current.reading && current.current != null) {
                left.add(current.current.call());
                giveUp(current, current.current);
            }
            reader = null;
            notifyAll();
        }
        left.forEach(call -> call.fail(why));
    }

    private static void giveUp(Reader late, Unread unread) {
        late.stuck = true;
        LostReaders.lost(unread.machine());
        late.thread.interrupt();
    }

    private synchronized @Nullable Unread next(Reader of) {
        of.current = null;
        try {
            long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(IDLE_MILLIS);
            for (long left = 1; left > 0 && waiting.isEmpty() && reader == of; left = end - System.nanoTime()) {
                TimeUnit.NANOSECONDS.timedWait(this, Math.max(1, end - System.nanoTime()));
            }
        } catch (InterruptedException byAListener) {
            // Who is told of results does what it likes: then it waits no longer, that is all.
            of.seconds = 0;
        }
        if (reader != of) {
            return null;
        }
        Unread next = waiting.poll();
        if (next == null) {
            reader = null;
            return null;
        }
        bytes -= next.outcome().bytes().length;
        of.current = next;
        of.reading = true;
        of.seconds = 0;
        String refusal = next.failure() == null ? LostReaders.refusal(next.machine()) : null;
        return refusal == null ? next : next.failing(refusal);
    }

    private synchronized boolean isStillWanted(Reader by, Unread read) {
        by.reading = false;
        if (by.stuck) {
            LostReaders.back(read.machine());
        }
        return !by.stuck;
    }

    /** A second has passed. */
    private synchronized void look() {
        Reader current = reader;
        if (current == null) {
            watched = false;
            return;
        }
        Unread unread = current.current;
        if (unread != null && current.reading && ++current.seconds > unread.patience()) {
            giveUp(current, unread);
            // Whoever is told may take long.
            waiting.addFirst(unread.failing("The call" + ResultReader.takesTooLong(unread.patience())));
            bytes += unread.outcome().bytes().length;
            begin();
        }
        eachSecond.execute(this::look);
    }
}
