package org.gleaner.protocol.message;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.id.Owner;
import org.jspecify.annotations.Nullable;

/**
 * What a change of the pool would have brought.
 *
 * @param since from when on was looked
 * @param runs how often both were simulated; what is told is the mean of them
 * @param owners whose tasks were done since, those with the most tasks first
 */
public record PastResult(Instant since, int runs, List<OfTasks> owners) {
    /**
     * The tasks of one owner, with the pool as it was and with the change.
     *
     * @param gain of the mean, run by run; null from a server that does not say so
     * @param lastGain of the last task, run by run; null: in some run it was never done
     */
    public record OfTasks(
            Owner owner,
            long tasks,
            Took now,
            Took then,
            @Nullable Range gain,
            @Nullable Range lastGain) {}

    /** The least and the most that any run gained; less than nothing: it was later. */
    public record Range(Duration low, Duration high) {
        /** Of what was gained in each run. */
        public static Range of(Collection<Duration> gains) {
            return new Range(Collections.min(gains), Collections.max(gains));
        }
    }

    /**
     * How long tasks took from their submission until they were done.
     *
     * @param mean of all of them
     * @param last from the first submission of all until the last of them was done; null: some never were
     */
    public record Took(Duration mean, @Nullable Duration last) {}

    public PastResult {
        owners = List.copyOf(owners);
    }

    /** What somebody may know of it: admins all, others what is theirs. */
    public PastResult seenBy(Caller caller) {
        return new PastResult(
                since,
                runs,
                owners.stream().filter(one -> caller.mayTouch(one.owner())).toList());
    }

    public long tasks() {
        return owners.stream().mapToLong(OfTasks::tasks).sum();
    }

    /** How much sooner a task is done on average, whoever's it is; less than nothing: later. */
    public Duration gain() {
        double sum = 0;
        for (OfTasks one : owners) {
            sum += (double) one.tasks()
                    * one.now().mean().minus(one.then().mean()).toMillis();
        }
        return Duration.ofMillis(Math.round(sum / Math.max(1, tasks())));
    }
}
