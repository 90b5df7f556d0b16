package org.gleaner.protocol.wording;

import static org.assertj.core.api.Assertions.assertThat;

import org.gleaner.core.grid.Objective;
import org.gleaner.core.grid.Policy;
import org.junit.jupiter.api.Test;

final class ObjectiveWordsTest {
    @Test
    void an_objective_that_changes_nothing_is_not_passed_over_in_silence() {
        assertThat(ObjectiveWords.note(new Policy("fifo", Objective.FLOW), false, null))
                .isEqualTo("Strategy fifo doesn't look at the objective; only survival and auto do."
                        + " So this changes nothing.");
        assertThat(ObjectiveWords.note(new Policy("survival", Objective.BALANCED), false, null))
                .contains("objective balanced is the same as auto");
        assertThat(ObjectiveWords.note(new Policy("survival", Objective.FLOW), false, Objective.MAKESPAN))
                .contains("your own objective counts, makespan");
        assertThat(ObjectiveWords.note(new Policy("survival", Objective.FLOW), false, null))
                .isEmpty();
    }

    @Test
    void where_the_server_chooses_the_answer_is_for_what_it_has_chosen() {
        assertThat(ObjectiveWords.note(new Policy("mixed", Objective.FLOW), true, null))
                .isEqualTo("Strategy auto may choose another strategy for objective flow; this answer is for the one"
                        + " in force now, mixed, which doesn't look at the objective.");
        assertThat(ObjectiveWords.note(new Policy("survival", Objective.FLOW), true, null))
                .endsWith("in force now, survival.");
    }
}
