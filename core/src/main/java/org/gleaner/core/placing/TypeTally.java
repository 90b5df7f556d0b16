package org.gleaner.core.placing;

import java.time.Duration;
import java.time.Instant;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.gleaner.core.grid.SoftEvent;
import org.gleaner.core.id.JobId;
import org.gleaner.core.observer.Bins;
import org.gleaner.core.observer.Minutes;
import org.gleaner.core.observer.RunLengths;
import org.gleaner.core.observer.TypeBelief;
import org.gleaner.core.observer.WorkSpread;
import org.gleaner.core.scheduling.TypeView;
import org.jspecify.annotations.Nullable;

/** What runs, waits and is believed of a type; groups that have it in common share it. */
public final class TypeTally implements TypeView {
    /** How many tasks run of an owner; types that have it in common share it. */
    static final class OwnerTally {
        private int running;
    }

    private final OwnerTally ofOwner;
    private int running;
    private int taken;
    private int ready;
    private @Nullable TypeBelief belief;
    /** How many minutes owners of its jobs think that a task runs; none as long as nobody says so, which is usual. */
    private @Nullable TreeMap<JobId, Double> expected;

    private @Nullable WorkSpread work;
    /** How many times as long as believed its tasks will turn out to take, if somebody supposes that. */
    private double longer = 1;

    /** As of the last survey: how long its open tasks have run, and what is usual in the pool. */
    private Bins open = Bins.empty(RunLengths.POINTS);

    private WorkSpread usual = WorkSpread.UNKNOWN;
    /** When a node was last given some of it, and why. */
    private SoftEvent.@Nullable WorkChosen given;

    /** When one of it was last done, as far as this run of the server saw. */
    private @Nullable Instant lastDone;

    TypeTally(OwnerTally ofOwner) {
        this.ofOwner = ofOwner;
    }

    @Override
    public int running() {
        return running;
    }

    @Override
    public int runningOfOwner() {
        return ofOwner.running;
    }

    /** Tasks that could start. */
    public int ready() {
        return ready;
    }

    /** Tasks that were handed out and are not over, those that wait in a lane for others included. */
    public int taken() {
        return taken;
    }

    void change(int moreRunning, int moreTaken, int moreReady) {
        running += moreRunning;
        ofOwner.running += moreRunning;
        taken += moreTaken;
        ready += moreReady;
    }

    @Override
    public @Nullable TypeBelief belief() {
        return belief;
    }

    /** What is said of the youngest job counts as one task that was done, until one was. */
    @Override
    public OptionalDouble expected() {
        TypeBelief seen = belief;
        return expected == null || (seen != null && seen.isKnown())
                ? OptionalDouble.empty()
                : OptionalDouble.of(expected.lastEntry().getValue());
    }

    /** @param guess of the owner of a job that has something to run; none: it has nothing any more */
    void expect(JobId job, @Nullable Duration guess) {
        OptionalDouble before = expected();
        TreeMap<JobId, Double> guesses = expected == null ? new TreeMap<>() : expected;
        if (guess == null) {
            guesses.remove(job);
        } else {
            guesses.put(job, Minutes.of(guess));
        }
        expected = guesses.isEmpty() ? null : guesses;
        if (!expected().equals(before)) {
            work = null;
        }
    }

    /** A memory of a pure function: whoever asks first, the same belief and survey give the same. */
    @Override
    public WorkSpread work() {
        WorkSpread known = work;
        if (known == null) {
            WorkSpread believed = WorkSpread.of(finished(), open, usual);
            known = longer == 1 ? believed : believed.times(longer);
            work = known;
        }
        return known;
    }

    /** The same for tasks of a job whose owner said so many minutes, as long as none of the type was done. */
    WorkSpread work(double said) {
        WorkSpread believed = WorkSpread.of(Bins.ofTask(said), open, usual);
        return longer == 1 ? believed : believed.times(longer);
    }

    private Bins finished() {
        OptionalDouble guess = expected();
        return guess.isPresent()
                ? Bins.ofTask(guess.getAsDouble())
                : belief == null ? Bins.empty(RunLengths.POINTS) : belief.finished();
    }

    /** @param ran how long its open tasks have run at least */
    void survey(Bins ran, WorkSpread usualInPool) {
        open = ran;
        usual = usualInPool;
        work = null;
    }

    void turnOut(double timesAsLong) {
        longer = timesAsLong;
        work = null;
    }

    void done(Instant at) {
        lastDone = at;
    }

    @Nullable
    Instant lastDone() {
        return lastDone;
    }

    void give(SoftEvent.WorkChosen event) {
        given = event;
    }

    public SoftEvent.@Nullable WorkChosen given() {
        return given;
    }

    boolean isIdle() {
        return taken == 0 && ready == 0;
    }

    void believe(@Nullable TypeBelief changed) {
        belief = changed;
        work = null;
    }
}
