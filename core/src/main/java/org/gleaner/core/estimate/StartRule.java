package org.gleaner.core.estimate;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Which of the waiting jobs starts next. */
@FunctionalInterface
public interface StartRule {
    /** The first; nobody overtakes it while it does not fit. */
    StartRule IN_ORDER =
            (waiting, fits) -> waiting.stream().limit(1).filter(fits).findFirst();

    /** The first that fits. */
    StartRule FIRST_FITTING = (waiting, fits) -> waiting.stream().filter(fits).findFirst();

    /**
     * The next one, if any starts now.
     *
     * @param waiting those that could run some time, in the order of the queue
     * @param fits whether there is room for a job now; one without room must not be chosen
     */
    Optional<WaitingJob> next(List<WaitingJob> waiting, Predicate<WaitingJob> fits);
}
