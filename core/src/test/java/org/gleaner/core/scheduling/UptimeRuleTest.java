package org.gleaner.core.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UptimeRuleTest {
    private final UptimeRule paper = new UptimeRule(200, 10, 180, 60);

    @ParameterizedTest
    @CsvSource({"240, 220, 2, 0, 40", "240, 300, 1, 0.5, 90", "240, 300, 1, -1, 0", "0, 30, 1, 0, 30", "0, 0, 3, 1, 0"})
    void a_node_that_outlives_its_usual_uptime_is_trusted_by_its_record(
            double usual, double uptime, double speed, double reliability, double target) {
        assertThat(UptimeRule.target(new Scene.Node(usual, uptime, speed, reliability)))
                .isEqualTo(target);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 10",
        "22.4, 10",
        "22.5, 35",
        "40, 35",
        "47.4, 35",
        "47.5, 35",
        "47.6, 60",
        "60, 60",
        "89.9, 60",
        "90, 120",
        "120, 120",
        "149.9, 120",
        "150, 120",
        "150.1, 180",
        "180, 180",
        "184.9, 180",
        "185, 190",
        "190, 190",
        "200, 190",
        "100000, 190"
    })
    void the_paper_s_example_has_the_paper_s_intervals(double target, double guide) {
        assertThat(paper.guide(target)).isEqualTo(guide);
    }

    @Test
    void one_run_time_suits_every_node() {
        UptimeRule one = new UptimeRule(5, 5, 5);

        assertThat(one.guide(1000)).isEqualTo(5);
        assertThat(one.nearest(-3)).isEqualTo(5);
    }

    @Test
    void of_two_run_times_the_longer_is_reached_by_the_mean_alone() {
        UptimeRule two = new UptimeRule(10, 20);

        assertThat(two.guide(12.4)).isEqualTo(10);
        assertThat(two.guide(12.5)).isEqualTo(15);
        assertThat(two.guide(1e9)).isEqualTo(15);
    }

    @Test
    void the_random_part_never_reaches_beyond_a_neighbour_unless_the_paper_s_is_wanted() {
        assertThat(paper.halfWidth(false)).isEqualTo(2);
        assertThat(new UptimeRule(0.1, 0.5, 1, 3).halfWidth(false)).isEqualTo(0.1);
        assertThat(new UptimeRule(0.1, 0.5, 1, 3).halfWidth(true)).isEqualTo(2);
    }

    @Test
    void the_nearest_run_time_is_taken() {
        assertThat(paper.nearest(34.9)).isEqualTo(10);
        assertThat(paper.nearest(35.1)).isEqualTo(60);
        assertThat(paper.nearest(500)).isEqualTo(200);
        assertThat(paper.nearest(-2)).isEqualTo(10);
    }
}
