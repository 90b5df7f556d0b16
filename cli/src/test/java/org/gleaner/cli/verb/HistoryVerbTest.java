package org.gleaner.cli.verb;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.gleaner.core.attempt.AttemptReport.Usage;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.attempt.PastAttempt;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.Owner;
import org.junit.jupiter.api.Test;

final class HistoryVerbTest {
    private static String[] cells(Outcome outcome) {
        return cells(outcome, 0);
    }

    private static String[] cells(Outcome outcome, int partials) {
        PastAttempt.End end = new PastAttempt.End(Instant.EPOCH, outcome, 0, Usage.NONE, "");
        return HistoryVerb.cells(new PastAttempt(
                AttemptId.of(7, 1, 1),
                "sim",
                "sim.py",
                new Owner("ada"),
                new NodeId(1),
                "lab",
                Instant.EPOCH,
                end,
                partials == 0 ? null : new PastAttempt.Resumed(1, partials > 1),
                partials));
    }

    @Test
    void nobody_claims_that_a_lost_attempt_ended_well_or_at_once() {
        assertThat(cells(Outcome.LOST)).endsWith("-", "unknown", "lost", "-", "");
        assertThat(cells(Outcome.STOPPED)).endsWith("-", "unknown", "stopped", "-", "");
        assertThat(cells(Outcome.DONE)).contains("0.0 s", "0");
    }

    @Test
    void an_attempt_that_left_files_before_it_ended_or_began_with_some_says_so() {
        assertThat(cells(Outcome.LOST, 2)).endsWith("resumed from #1; left 2 partial files");
        assertThat(cells(Outcome.LOST, 1)).endsWith("not resumed from #1, whose files are gone; left 1 partial file");
    }
}
