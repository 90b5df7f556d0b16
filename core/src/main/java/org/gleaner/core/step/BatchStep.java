package org.gleaner.core.step;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.gleaner.core.grid.Address;
import org.gleaner.core.grid.AddressedCommand;
import org.gleaner.core.grid.AddressedReply;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.OpenLimits;
import org.gleaner.core.grid.Piece;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Store;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.TokenHash;
import org.jspecify.annotations.Nullable;

/**
 * The step that the server's thread and the simulation repeat: decide and apply each command, then one transaction with
 * all events, then all replies. Nobody sees what a crash could undo. If the transaction fails or its outcome is
 * unknown, the state is thrown away and loaded again, and the whole batch is answered as unavailable.
 *
 * <p>Not thread-safe: confined to whoever calls it.
 */
public final class BatchStep {
    /** A bug found while deciding one command; the others go on. */
    public record Bug(String id, Command command, RuntimeException cause) {}

    /**
     * What one batch came to.
     *
     * @param events made durable by it, none if it failed
     * @param reloaded whether the state was loaded anew in this step, so that whatever mirrors it must be rebuilt
     */
    public record Result(
            List<AddressedReply> replies,
            List<GridEvent.Hard> events,
            boolean reloaded,
            List<Bug> bugs,
            Optional<StoreException> failure) {}

    private static final Duration TICK = Duration.ofSeconds(1);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(500);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);
    private static final Duration TOLERATED = Duration.ofSeconds(2);
    /** How many events of one batch, about, may be for jobs that wait for others; the next batch goes on with them. */
    static final int MOST_TOLD = 4_000;

    /** On a full disk small writes still fit: if no room is seen, it is full until none has failed for so long. */
    private static final Duration FULL_DOUBT = Duration.ofMinutes(1);

    private final Store store;
    private final RandomGenerator random;
    private final OpenLimits limits;
    private final Execution execution;
    private @Nullable GridState state;
    private @Nullable Instant nextTick;
    /** When the last batch was. */
    private Instant latest = Instant.MIN;
    /** Why the state could not be loaded when that was last tried; null if it was. */
    private @Nullable StoreException away;

    /** Why a write failed; null since they succeed again. What can still be read is no sign of that. */
    private @Nullable StoreException unwritable;

    /** When the last write failed. */
    private Instant failed = Instant.MIN;

    private Duration pause = FIRST_PAUSE;

    private List<AddressedReply> replies = new ArrayList<>();
    private List<GridEvent.Hard> events = new ArrayList<>();
    private List<Bug> bugs = new ArrayList<>();

    public BatchStep(Store store, RandomGenerator random) {
        this(store, random, OpenLimits.DEFAULT);
    }

    public BatchStep(Store store, RandomGenerator random, OpenLimits limits) {
        this.store = store;
        this.random = random;
        this.limits = limits;
        this.execution = new Execution(random, new Gathering());
    }

    /** The state, or empty while it can't be loaded. */
    public Optional<GridState> state() {
        return Optional.ofNullable(state);
    }

    /** Why nothing can be written, as long as that lasts, even if all can be read. */
    public Optional<StoreException> unwritable() {
        return Optional.ofNullable(unwritable);
    }

    /** When the step wants to run even without a command. */
    public Instant nextAlarm() {
        return state != null && execution.hasLeftOver(state) ? latest : nextTick();
    }

    private Instant nextTick() {
        Instant tick = nextTick;
        Instant offer = state == null ? null : state.offerAt();
        if (tick == null) {
            return Instant.MIN;
        }
        return offer != null && offer.isBefore(tick) ? offer : tick;
    }

    /** An exception out of this is a bug in {@code apply}: the state can't be trusted any more, the store can. */
    public Result run(List<AddressedCommand> batch, Instant clock) {
        Instant now = forward(clock.truncatedTo(ChronoUnit.MILLIS));
        replies = new ArrayList<>();
        events = new ArrayList<>();
        bugs = new ArrayList<>();
        List<Address> interrupted = now.isBefore(latest) ? beginAnew(now) : List.of();
        latest = now;
        boolean reloaded = false;
        if (state == null) {
            try {
                state = load(now);
                reloaded = true;
            } catch (StoreException e) {
                return unavailable(batch, interrupted, e);
            }
        }
        for (Address parked : interrupted) {
            replies.add(new AddressedReply(parked, new Reply.Unavailable(Reply.Unavailable.Why.CLOCK_SET_BACK)));
        }
        execution.limit(MOST_TOLD);
        tickLateness(state, now);
        for (AddressedCommand command : batch) {
            decide(state, command, now);
        }
        boolean ticked = tickIfDue(state, now);
        if (state.hasUntold()) {
            execution.run(state, NOBODY, new Piece.Settle(), now);
        }
        try {
            if (!events.isEmpty()) {
                store.write(List.copyOf(events));
                written(now);
            } else if (ticked && unwritable != null) {
                tryWrite(now);
            } else if (ticked) {
                // A quiet server would not notice that its database was taken away.
                store.checkThere();
            }
            return new Result(List.copyOf(replies), List.copyOf(events), reloaded, List.copyOf(bugs), Optional.empty());
        } catch (StoreException e) {
            List<Address> parked = state.parkedAddresses();
            state = null;
            nextTick = now;
            unwritable = e;
            failed = now;
            return unavailable(batch, parked, e);
        }
    }

    /** Whoever calls must still be who they were: what revokes a token may be just before it, in the same batch. */
    private void decide(GridState current, AddressedCommand call, Instant now) {
        TokenHash token = call.token();
        if (token == null || current.access().isValid(token)) {
            execution.run(current, call.address(), call.command(), now);
        } else {
            replies.add(new AddressedReply(call.address(), new Reply.Unauthenticated()));
        }
    }

    private void written(Instant now) {
        if (unwritable != null && (!unwritable.isFull() || !now.isBefore(failed.plus(FULL_DOUBT)) || store.hasRoom())) {
            unwritable = null;
        }
    }

    /** A little back is none: what is decided next is not earlier than what was decided before. */
    private Instant forward(Instant now) {
        return now.isBefore(latest) && !now.isBefore(latest.minus(TOLERATED)) ? latest : now;
    }

    /**
     * The clock was set back. All that the state counts on lies in the future now, so it is loaded as after a restart,
     * when everybody counts as just heard.
     *
     * @return the calls that were held open
     */
    private List<Address> beginAnew(Instant now) {
        List<Address> parked = state == null ? List.of() : state.parkedAddresses();
        state = null;
        away = null;
        pause = FIRST_PAUSE;
        nextTick = now;
        failed = now;
        return parked;
    }

    /** Tries to load, unless that failed a moment ago: a database that is starting needs no crowd at its door. */
    private GridState load(Instant now) throws StoreException {
        if (away != null && nextTick != null && now.isBefore(nextTick)) {
            throw away;
        }
        try {
            GridState loaded = GridState.from(store.load(), now, limits);
            away = null;
            pause = FIRST_PAUSE;
            // All that is loaded counts as heard now, so that time since the last batch is not to be added to it.
            nextTick = now;
            return loaded;
        } catch (StoreException e) {
            away = e;
            nextTick = now.plus(pause);
            Duration longer = pause.multipliedBy(2);
            pause = longer.compareTo(LONGEST_PAUSE) < 0 ? longer : LONGEST_PAUSE;
            throw e;
        }
    }

    /** If the step comes much later than its own alarm, the server stood still and no node is to blame for it. */
    private void tickLateness(GridState current, Instant now) {
        Instant due = nextTick;
        if (due != null && now.isAfter(due.plus(TOLERATED))) {
            execution.run(current, NOBODY, new Piece.ShiftTime(Duration.between(due, now)), now);
            nextTick = now;
        }
    }

    private boolean tickIfDue(GridState current, Instant now) {
        if (nextTick().isAfter(now)) {
            return false;
        }
        execution.run(current, NOBODY, new Command.Tick(), now);
        nextTick = now.plus(TICK);
        return true;
    }

    /** A quiet server would not notice that it could write again. */
    private void tryWrite(Instant now) {
        try {
            store.tryWrite();
            written(now);
        } catch (StoreException still) {
            unwritable = still;
            failed = now;
        }
    }

    private static final Address NOBODY = new Address(-1);

    /** Gathers what the commands of a batch come to. */
    private final class Gathering implements Execution.Listener {
        @Override
        public void applied(GridEvent event) {
            if (event instanceof GridEvent.Hard hard) {
                events.add(hard);
            }
        }

        @Override
        public void replied(AddressedReply reply) {
            replies.add(reply);
        }

        @Override
        public void failed(Address address, Command command, RuntimeException cause) {
            Bug bug = new Bug(String.format("%016x", random.nextLong()), command, cause);
            bugs.add(bug);
            replies.add(new AddressedReply(address, new Reply.Failed(bug.id())));
        }
    }

    private Result unavailable(List<AddressedCommand> batch, List<Address> parked, StoreException cause) {
        Set<Address> waiting = new HashSet<>();
        List<AddressedReply> answers = new ArrayList<>();
        Reply reply = new Reply.Unavailable(Reply.Unavailable.Why.NOTHING_WRITTEN, cause.isFull());
        batch.forEach(command -> {
            if (waiting.add(command.address())) {
                answers.add(new AddressedReply(command.address(), reply));
            }
        });
        parked.forEach(address -> {
            if (waiting.add(address)) {
                answers.add(new AddressedReply(address, reply));
            }
        });
        // Calls that this batch answered or woke while others' were still parked before it get the same answer.
        replies.forEach(one -> {
            if (waiting.add(one.address()) && !one.address().equals(NOBODY)) {
                answers.add(new AddressedReply(one.address(), reply));
            }
        });
        return new Result(answers, List.of(), false, List.copyOf(bugs), Optional.of(cause));
    }
}
