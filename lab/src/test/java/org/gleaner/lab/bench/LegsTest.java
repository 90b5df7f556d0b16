package org.gleaner.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LegsTest {
    @Test
    void each_leg_counts_with_the_shortest_time_that_it_ever_took() {
        List<Legs> rounds = List.of(new Legs(1, 20, 3, 40), new Legs(10, 2, 30, 4));

        assertThat(Legs.shortest(rounds)).containsExactly(1.0, 2.0, 3.0, 4.0);
        assertThat(Legs.NAMES).hasSize(4);
    }
}
