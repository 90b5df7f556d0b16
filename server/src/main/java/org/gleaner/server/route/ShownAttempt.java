package org.gleaner.server.route;

import java.util.List;
import java.util.Optional;
import org.gleaner.core.store.History.AttemptRow;

/** Which attempt stands for its task when people look at it, as several may live at once and losers end last. */
final class ShownAttempt {
    private ShownAttempt() {}

    /** The accepted one, else the oldest that lives, else the youngest. */
    static Optional<AttemptRow> of(List<AttemptRow> attempts) {
        Optional<AttemptRow> accepted = AttemptRow.accepted(attempts);
        if (accepted.isPresent() || attempts.isEmpty()) {
            return accepted;
        }
        AttemptRow youngest = attempts.get(attempts.size() - 1);
        return Optional.of(
                attempts.stream().filter(one -> one.ended() == null).findFirst().orElse(youngest));
    }
}
