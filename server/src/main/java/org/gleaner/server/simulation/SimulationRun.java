package org.gleaner.server.simulation;

import java.time.Instant;
import org.gleaner.core.id.Owner;
import org.gleaner.protocol.message.SimulationRequest;
import org.gleaner.protocol.message.SimulationView;
import org.gleaner.protocol.message.SimulationView.Course;
import org.gleaner.protocol.message.SimulationView.Failure;
import org.gleaner.protocol.message.SimulationView.State;
import org.jspecify.annotations.Nullable;

/** One simulation from the wish to its result. Thread-safe. */
final class SimulationRun implements SimulationChild.Listener {
    private final String id;
    private final Owner owner;
    private final SimulationRequest request;
    private final Instant asked;
    private State state = State.WAITING;
    private int runs;
    private int of;
    private @Nullable Instant began;
    private @Nullable Instant ended;
    private @Nullable Failure failure;
    private @Nullable String result;
    private @Nullable SimulationChild child;

    SimulationRun(String id, Owner owner, SimulationRequest request, Instant asked) {
        this.id = id;
        this.owner = owner;
        this.request = request;
        this.asked = asked;
    }

    String id() {
        return id;
    }

    Owner owner() {
        return owner;
    }

    SimulationRequest request() {
        return request;
    }

    synchronized State state() {
        return state;
    }

    /** @param ahead how many go first if it waits */
    synchronized SimulationView view(boolean whole, int ahead) {
        Course course = new Course(state, runs, of, asked, began, ended, state == State.WAITING ? ahead : null);
        return new SimulationView(id, owner, request, course, failure, whole ? result : null);
    }

    /** Whether it is to run at all: it may have been stopped while it waited. */
    synchronized boolean begin(Instant now) {
        if (state != State.WAITING) {
            return false;
        }
        state = State.RUNNING;
        began = now;
        return true;
    }

    @Override
    public void started(SimulationChild process) {
        synchronized (this) {
            child = process;
            if (!state.isOver()) {
                return;
            }
        }
        process.kill();
    }

    @Override
    public synchronized void progress(int ended, int all) {
        runs = ended;
        of = all;
    }

    @Override
    public synchronized void found(String json) {
        result = json;
    }

    /** @param why there is no result; null if there is one */
    synchronized void end(Instant now, @Nullable Failure why) {
        child = null;
        if (state == State.RUNNING) {
            state = why == null ? State.DONE : State.FAILED;
            failure = why;
            runs = why == null ? of : runs;
            ended = now;
        }
    }

    /** Ends it, if it has not ended yet. */
    void stop(Instant now) {
        SimulationChild process;
        synchronized (this) {
            if (state.isOver()) {
                return;
            }
            state = State.STOPPED;
            result = null;
            ended = now;
            process = child;
        }
        if (process != null) {
            process.kill();
        }
    }
}
