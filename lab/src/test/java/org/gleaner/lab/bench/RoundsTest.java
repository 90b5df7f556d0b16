package org.gleaner.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RoundsTest {
    private final List<String> worked = new ArrayList<>();
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private final PrintStream progress = new PrintStream(said, true, StandardCharsets.UTF_8);

    @Test
    void lanes_take_turns_and_tell_each_round() throws IOException, InterruptedException {
        int rounds = Rounds.within(Duration.ofHours(1), 2, progress).measure(List.of(lane("Hare"), lane("Tortoise")));

        assertThat(rounds).isEqualTo(2);
        assertThat(worked).containsExactly("Hare", "Tortoise", "Hare", "Tortoise");
        assertThat(said.toString(StandardCharsets.UTF_8).lines())
                .hasSize(4)
                .last()
                .asString()
                .startsWith("round 2 of at most 2: Tortoise: ");
    }

    @Test
    void there_is_a_first_round_however_late_it_is_and_no_second() throws IOException, InterruptedException {
        int rounds = Rounds.within(Duration.ZERO, 5, progress).measure(List.of(lane("Hare")));

        assertThat(rounds).isEqualTo(1);
        assertThat(worked).containsExactly("Hare");
    }

    private Lane lane(String name) {
        return new Lane(new Runner(name, worked), "running", 10, Duration.ZERO, null);
    }

    private record Runner(String name, List<String> worked) implements Contender {
        @Override
        public void work(int tasks) {
            worked.add(name);
        }

        @Override
        public Duration cpu() {
            return Duration.ZERO;
        }
    }
}
