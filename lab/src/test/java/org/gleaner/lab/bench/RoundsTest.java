package org.gleaner.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RoundsTest {
    private final List<String> worked = new ArrayList<>();

    @Test
    void all_take_turns_as_long_as_there_is_time() throws IOException, InterruptedException {
        int rounds = Rounds.within(Duration.ofHours(1), 2).repeat(number -> {
            worked.add("Hare " + number);
            worked.add("Tortoise " + number);
        });

        assertThat(rounds).isEqualTo(2);
        assertThat(worked).containsExactly("Hare 1", "Tortoise 1", "Hare 2", "Tortoise 2");
    }

    @Test
    void there_is_a_first_round_however_late_it_is_and_no_second() throws IOException, InterruptedException {
        int rounds = Rounds.within(Duration.ZERO, 5).repeat(number -> worked.add("Hare " + number));

        assertThat(rounds).isEqualTo(1);
        assertThat(worked).containsExactly("Hare 1");
    }
}
