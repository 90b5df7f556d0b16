package org.gleaner.core.ahead;

import java.util.Map;
import java.util.Set;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.TypeKey;

/** How long attempts take in one future, in milliseconds from their begin. Confined to one thread. */
interface AttemptTimes {
    /**
     * An attempt that begins.
     *
     * @param at in milliseconds from the begin of the future; one that began before that runs already
     */
    record Begun(int machine, AttemptId attempt, long at) {}

    /**
     * Of a task that stands for itself.
     *
     * @param ran how long it has run at least, in minutes normalised by speed
     */
    double single(Begun one, Part part, double ran);

    /** Of so many of a part's tasks that wait, one after the other. */
    double lot(Begun one, Part part, int from, int tasks);

    /** It is over, for good or ill. */
    void ended(int machine, AttemptId attempt, long at);

    /** Whether those on one machine slow each other down, so that it must be asked again how long they take. */
    boolean isShared();

    /** The same for one that runs, if all beside it on its machine stays as it is now. */
    double byNow(int machine, AttemptId attempt);

    /** How many times as long as is believed tasks turn out to take in this future, by type. */
    Map<TypeKey, Double> longer();

    /** Jobs of which some task failed for good so far. */
    Set<JobId> blocked();
}
