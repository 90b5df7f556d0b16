package org.gleaner.server.route;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.store.History.AttemptRow;

/** Which attempt stands for its task when people look at it, as several may live at once and losers end last. */
final class ShownAttempt {
    private ShownAttempt() {}

    /** The accepted one, else the oldest that lives, else the youngest. */
    static Optional<AttemptRow> of(List<AttemptRow> attempts) {
        Optional<AttemptRow> accepted = accepted(attempts);
        if (accepted.isPresent() || attempts.isEmpty()) {
            return accepted;
        }
        AttemptRow youngest = attempts.get(attempts.size() - 1);
        return Optional.of(
                attempts.stream().filter(one -> one.ended() == null).findFirst().orElse(youngest));
    }

    /** The first success, which stands for ever. */
    static Optional<AttemptRow> accepted(List<AttemptRow> attempts) {
        AttemptRow first = null;
        Instant since = Instant.MAX;
        for (AttemptRow attempt : attempts) {
            AttemptReport report = attempt.report();
            Instant ended = attempt.ended();
            if (report != null
                    && ended != null
                    && report.outcome() == Outcome.DONE
                    && (first == null || ended.isBefore(since))) {
                since = ended;
                first = attempt;
            }
        }
        return Optional.ofNullable(first);
    }
}
