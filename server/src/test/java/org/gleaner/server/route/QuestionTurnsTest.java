package org.gleaner.server.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class QuestionTurnsTest {
    private final QuestionTurns turns = new QuestionTurns();
    private final List<String> asked = new ArrayList<>();

    private void take(String holder, String question) {
        turns.take(holder, waited -> asked.add(question));
    }

    @Test
    void of_many_questions_of_one_holder_two_are_asked_at_once_and_the_others_in_their_order() {
        for (int i = 1; i <= 5; i++) {
            take("anna", "a" + i);
        }
        assertThat(asked).containsExactly("a1", "a2");

        turns.leave("anna");
        turns.leave("anna");

        assertThat(asked).containsExactly("a1", "a2", "a3", "a4");
    }

    @Test
    void nobody_waits_for_the_questions_of_others() {
        for (int i = 1; i <= 5; i++) {
            take("anna", "a" + i);
        }

        take("ben", "b1");

        assertThat(asked).containsExactly("a1", "a2", "b1");
    }

    @Test
    void whoever_is_gone_when_the_turn_comes_makes_way_for_the_next() {
        take("anna", "a1");
        take("anna", "a2");
        List<Boolean> gone = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            turns.take("anna", waited -> !gone.add(waited));
        }
        take("anna", "a3");

        turns.leave("anna");

        assertThat(gone).hasSize(10_000).containsOnly(true);
        assertThat(asked).containsExactly("a1", "a2", "a3");
    }

    @Test
    void after_all_have_left_questions_are_asked_at_once_again() {
        take("anna", "a1");
        turns.take("anna", waited -> false);
        take("anna", "a2");
        turns.leave("anna");
        turns.leave("anna");

        take("anna", "a3");
        take("anna", "a4");

        assertThat(asked).containsExactly("a1", "a2", "a3", "a4");
    }
}
