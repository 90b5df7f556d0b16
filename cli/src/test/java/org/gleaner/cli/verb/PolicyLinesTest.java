package org.gleaner.cli.verb;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.gleaner.core.grid.Objective;
import org.gleaner.core.grid.Policy;
import org.gleaner.core.grid.PolicyReason;
import org.gleaner.core.grid.PolicyReason.How;
import org.gleaner.core.grid.PolicyScore;
import org.gleaner.core.grid.Reply.PolicyInForce;
import org.gleaner.core.grid.Tryout;
import org.junit.jupiter.api.Test;

class PolicyLinesTest {
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    private static final Policy SURVIVAL = new Policy("survival", Objective.FLOW);
    private static final Policy MIXED = new Policy("mixed", Objective.MAKESPAN);

    private static PolicyInForce policy(String strategy) {
        Tryout tryout = new Tryout(
                NOW.minus(Duration.ofMinutes(4)),
                Objective.AUTO,
                List.of(new PolicyScore(SURVIVAL, 180, 40, 0, 8), new PolicyScore(MIXED, 200, 42, 0.05, 3)),
                SURVIVAL,
                Map.of(),
                NOW.minus(Duration.ofHours(2)),
                new PolicyReason(How.BEST, MIXED, 0.05, 0.015));
        return new PolicyInForce(
                strategy, Objective.AUTO, SURVIVAL, null, SURVIVAL, strategy.equals("auto") ? tryout : null, null);
    }

    @Test
    void what_was_tried_when_and_why_it_was_taken_is_told() {
        assertThat(PolicyLines.lines(policy("auto"), NOW))
                .containsExactly(
                        "Strategy auto: survival (flow) did best of the 2 tried for objective auto, 5.0 % ahead of"
                                + " mixed (makespan).",
                        "  Tried 4 min ago; in force for 2 h.",
                        "  survival (flow): best; all done in 3 h, a task in 40 min on average, in 8 futures",
                        "  mixed (makespan): 5.0 % behind; all done in 3 h 20 min, a task in 42 min on average, in 3"
                                + " futures");
    }

    @Test
    void where_nothing_is_tried_nothing_is_said() {
        assertThat(PolicyLines.lines(policy("fifo"), NOW)).isEmpty();
    }
}
