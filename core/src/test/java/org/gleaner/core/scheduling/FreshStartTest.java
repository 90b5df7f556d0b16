package org.gleaner.core.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.assertj.core.data.Percentage;
import org.gleaner.core.scheduling.Scene.Node;
import org.junit.jupiter.api.Test;

class FreshStartTest {
    private static final double MONTHS = 100 * 24 * 60;

    @Test
    void among_nodes_that_stay_a_task_takes_its_time() {
        FreshStart start = FreshStart.of(List.of(Node.up(1, 1, MONTHS), Node.up(1, 1, MONTHS)));

        assertThat(start.minutes(60)).isCloseTo(60, Percentage.withPercentage(2));
        assertThat(FreshStart.of(List.of(Node.up(1, 2, MONTHS))).minutes(60))
                .isCloseTo(30, Percentage.withPercentage(2));
    }

    @Test
    void among_nodes_that_go_it_takes_the_longer_the_more_of_it_is_lost() {
        FreshStart start = FreshStart.of(List.of(Node.up(1, 1, 1)));

        assertThat(start.minutes(10)).isGreaterThan(12);
        assertThat(start.minutes(1000) / 1000).isGreaterThan(start.minutes(10) / 10);
    }

    @Test
    void nobody_there_or_nobody_able_is_no_reason_to_despair() {
        assertThat(FreshStart.of(List.of()).minutes(7)).isEqualTo(7);
        assertThat(FreshStart.of(List.of(Node.up(1, 0.001, 0))).minutes(1e6)).isBetween(1e6, 1e8);
    }
}
