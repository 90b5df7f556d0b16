package org.gleaner.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

class LaneTest {
    @Test
    void the_cheapest_round_counts_and_warming_up_does_not() throws IOException, InterruptedException {
        Lane lane = new Lane(new Costs(900, 100, 50, 70), "rolling", 100, Duration.ZERO, null);

        lane.warmUp();
        lane.measure();
        lane.measure();
        lane.measure();

        assertThat(lane.cheapest().cpuPerTask()).isEqualTo(0.5);
        assertThat(lane.tasks()).isEqualTo(300);
        assertThat(lane.label()).isEqualTo("Wheel: rolling");
    }

    @Test
    void the_fastest_round_need_not_be_the_cheapest() throws IOException, InterruptedException {
        Lane lane = new Lane(new Costs(100, 50), "rolling", 10, Duration.ZERO, null);

        Lane.Round first = lane.measure();
        Lane.Round second = lane.measure();

        assertThat(lane.fastest().rate()).isEqualTo(Math.max(first.rate(), second.rate()));
        assertThat(lane.cheapest()).isSameAs(second);
    }

    /** Uses so many milliseconds each time. */
    private static final class Costs implements Contender {
        private final Deque<Integer> left;
        private Duration used = Duration.ZERO;

        Costs(Integer... millis) {
            left = new ArrayDeque<>(List.of(millis));
        }

        @Override
        public String name() {
            return "Wheel";
        }

        @Override
        public void work(int tasks) {
            used = used.plusMillis(left.remove());
        }

        @Override
        public Duration cpu() {
            return used;
        }
    }
}
