package org.gleaner.simulator.faults;

import java.util.List;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.Store;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.StoredGrid;
import org.gleaner.simulator.world.Chance;
import org.jspecify.annotations.Nullable;

/**
 * A store whose writes fail before or after they were done, sometimes with the whole server. What it promises is what a
 * database promises: a write is done or not, never in part.
 */
final class FlakyStore implements Store {
    private final Store inner;
    private final Weather weather;
    private final Chance chance;
    private final Observation observation;
    /** A transaction whose connection broke in its commit: PostgreSQL will end it, nobody knows yet how. */
    private @Nullable List<GridEvent.Hard> inDoubt;

    FlakyStore(Store inner, Weather weather, Chance chance, Observation observation) {
        this.inner = inner;
        this.weather = weather;
        this.chance = chance;
        this.observation = observation;
    }

    private boolean fails(double probability) {
        return weather.stormy() && chance.happens(probability);
    }

    @Override
    public void write(List<GridEvent.Hard> events) throws StoreException {
        FaultMix.StoreFaults faults = weather.mix().store();
        if (fails(faults.refuse())) {
            observation.count(Mark.WRITE_REFUSED);
            throw new StoreException("the write was refused");
        }
        if (fails(faults.crashBefore())) {
            observation.count(Mark.CRASH_BEFORE_COMMIT);
            throw new SimulatedCrash("before the commit");
        }
        if (fails(faults.inDoubt())) {
            inDoubt = events;
            throw new StoreException("the connection was lost in the commit");
        }
        inner.write(events);
        observation.committed(events);
        if (fails(faults.unheard())) {
            observation.count(Mark.WRITE_UNHEARD);
            throw new StoreException("the write was done and not confirmed");
        }
        if (fails(faults.crashAfter())) {
            observation.count(Mark.CRASH_AFTER_COMMIT);
            throw new SimulatedCrash("after the commit");
        }
    }

    boolean isInDoubt() {
        return inDoubt != null;
    }

    /**
     * Ends the transaction that is in doubt, either way. To be called before anything else is read or written by a
     * server: the real store's next connection waits for that, while readers see the rows as they were.
     */
    void settle() {
        List<GridEvent.Hard> events = inDoubt;
        if (events == null) {
            return;
        }
        inDoubt = null;
        boolean done = chance.happens(0.5) && isWritten(events);
        observation.count(done ? Mark.COMMIT_IN_DOUBT_AND_DONE : Mark.COMMIT_IN_DOUBT_AND_GONE);
        if (done) {
            observation.committed(events);
        }
    }

    /** What contradicts what is stored was refused long before its commit. */
    private boolean isWritten(List<GridEvent.Hard> events) {
        try {
            inner.write(events);
            return true;
        } catch (StoreException e) {
            return false;
        }
    }

    @Override
    public StoredGrid load() throws StoreException {
        if (fails(weather.mix().store().read())) {
            observation.count(Mark.READ_REFUSED);
            throw new StoreException("the read was refused");
        }
        return inner.load();
    }
}
