package org.gleaner.protocol.wording;

import static org.assertj.core.api.Assertions.assertThat;

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
import org.gleaner.core.grid.Untried;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PolicyWordsTest {
    private static final Policy SURVIVAL = new Policy("survival", Objective.MAKESPAN);
    private static final Policy MIXED = new Policy("mixed", Objective.MAKESPAN);

    private static Tryout tryout(Objective objective, @Nullable PolicyReason reason) {
        return new Tryout(
                Instant.EPOCH,
                objective,
                List.of(new PolicyScore(SURVIVAL, 60, 20, 0, 8), new PolicyScore(MIXED, 70, 21, 0.123, 3)),
                SURVIVAL,
                Map.of(),
                Instant.EPOCH,
                reason);
    }

    private static String because(@Nullable Tryout tryout, @Nullable Untried untried) {
        return PolicyWords.because(
                new PolicyInForce("auto", Objective.AUTO, SURVIVAL, null, SURVIVAL, tryout, untried));
    }

    private static String because(How how, double lead) {
        return because(tryout(Objective.AUTO, new PolicyReason(how, MIXED, lead, 0.015)), null);
    }

    @Test
    void the_best_is_in_force_and_it_is_told_by_how_much_it_leads() {
        assertThat(because(How.BEST, 0.042))
                .isEqualTo("survival (makespan) did best of the 2 tried for objective auto, 4.2 % ahead of mixed"
                        + " (makespan).");
        assertThat(because(How.BEST, 0)).contains("level with mixed (makespan)");
        assertThat(because(How.TAKEN, 0.31)).contains("31 % ahead of mixed (makespan), which it replaced.");
    }

    @Test
    void what_is_not_better_by_enough_is_told_with_what_would_be() {
        assertThat(because(How.KEPT, 0.008))
                .isEqualTo("survival (makespan) stays: mixed (makespan) did best of the 2 tried for objective auto, but"
                        + " not by enough to change: 0.8 %, and less than 1.5 % may be chance.");
    }

    @Test
    void where_all_do_equally_well_none_is_called_the_best() {
        assertThat(because(level(How.KEPT), null))
                .isEqualTo("Both tried do equally well for objective auto, so survival (makespan) stays.");
        assertThat(because(level(How.BEST), null)).startsWith("Both tried do equally well");
    }

    private static Tryout level(How how) {
        return new Tryout(
                Instant.EPOCH,
                Objective.AUTO,
                List.of(new PolicyScore(SURVIVAL, 60, 20, 0.0001, 8), new PolicyScore(MIXED, 60, 20, 0, 8)),
                SURVIVAL,
                Map.of(),
                Instant.EPOCH,
                new PolicyReason(how, MIXED, 0.0001, 0.015));
    }

    @Test
    void where_deadlines_count_a_lead_is_no_part_of_a_time() {
        Tryout tryout = tryout(Objective.DEADLINE, new PolicyReason(How.BEST, MIXED, 22_025, 0.015));

        assertThat(because(tryout, null)).endsWith("for objective deadline, ahead of mixed (makespan).");
        assertThat(PolicyWords.behind(tryout.scores().get(1), tryout)).isEmpty();
    }

    @Test
    void each_is_told_how_far_it_was_behind() {
        Tryout tryout = tryout(Objective.AUTO, null);

        assertThat(tryout.scores().stream().map(score -> PolicyWords.behind(score, tryout)))
                .containsExactly("best", "12 %");
    }

    @Test
    void before_anything_was_tried_it_is_told_what_that_waits_for() {
        assertThat(because(null, Untried.UNKNOWN_LENGTHS))
                .startsWith("Nothing has been tried yet, so survival (makespan) is in force; too little is known");
        assertThat(because(null, Untried.LITTLE_OPEN)).contains("fewer than two tasks wait");
        assertThat(because(null, Untried.NO_MACHINE)).endsWith("no machine is connected.");
        assertThat(because(null, null)).contains("within a few minutes");
    }

    @Test
    void whoever_wants_something_else_is_told_what_is_in_force_for_them() {
        Tryout tryout = tryout(Objective.AUTO, new PolicyReason(How.BEST, MIXED, 0.042, 0.015));

        assertThat(PolicyWords.because(
                        new PolicyInForce("auto", Objective.AUTO, SURVIVAL, Objective.FLOW, MIXED, tryout, null)))
                .endsWith(" For your own jobs, by objective flow, it is mixed (makespan).");
    }

    @Test
    void where_somebody_set_the_strategy_there_is_nothing_to_say() {
        assertThat(PolicyWords.because(new PolicyInForce("fifo", Objective.AUTO, SURVIVAL, null, SURVIVAL, null, null)))
                .isEmpty();
    }
}
