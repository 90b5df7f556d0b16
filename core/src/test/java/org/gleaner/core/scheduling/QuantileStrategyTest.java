package org.gleaner.core.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class QuantileStrategyTest {
    private static final String QUANTILE = "quantile";

    private static Scene.Node up(double minutes) {
        return new Scene.Node(0, minutes, 1, 0);
    }

    private static Scene.Node ofSpeed(double speed) {
        return new Scene.Node(0, 600, speed, 0);
    }

    /** Machines of one age, all of the same speed but for those that are named. */
    private static List<Asker> pool(double... speeds) {
        List<Asker> nodes = new ArrayList<>();
        for (double speed : speeds) {
            nodes.add(ofSpeed(speed));
        }
        return nodes;
    }

    private static Scene threeLengths() {
        return new Scene().known("minute", 1, 600).known("hour", 60, 10).known("ten hours", 600, 1);
    }

    @Test
    void whoever_can_do_most_gets_the_longest_and_whoever_can_do_least_the_shortest() {
        List<Asker> pool = pool(0.9, 1, 1, 1, 1, 1, 1.1);

        assertThat(threeLengths().among(pool).asking(ofSpeed(0.9)).chosen(QUANTILE))
                .isEqualTo("minute");
        assertThat(threeLengths().among(pool).asking(ofSpeed(2)).chosen(QUANTILE))
                .isEqualTo("ten hours");
    }

    @Test
    void one_that_has_been_up_for_long_can_do_more_than_one_that_just_came() {
        List<Asker> pool = List.of(up(0), up(1), up(5_000), up(10_000));

        assertThat(threeLengths().among(pool).asking(up(0)).chosen(QUANTILE)).isEqualTo("minute");
        assertThat(threeLengths().among(pool).asking(up(10_000)).chosen(QUANTILE))
                .isEqualTo("ten hours");
    }

    @Test
    void shares_of_the_open_work_meet_shares_of_the_pool() {
        List<Asker> pool = pool(1, 1.1, 1.2, 1.3);
        Scene mostlyShort = new Scene().known("minute", 1, 10_000).known("hour", 60, 1);
        Scene mostlyLong = new Scene().known("minute", 1, 1).known("hour", 60, 100);

        assertThat(mostlyShort.among(pool).asking(ofSpeed(1.2)).chosen(QUANTILE))
                .isEqualTo("minute");
        assertThat(mostlyLong.among(pool).asking(ofSpeed(1.1)).chosen(QUANTILE)).isEqualTo("hour");
    }

    @Test
    void what_was_given_lately_outweighs_who_is_there() {
        List<Asker> pool = pool(1, 1, 1, 3);
        Scene scene = threeLengths().among(pool).asking(ofSpeed(2));

        assertThat(scene.given(reach -> new Standings.Rank(0, 600)).chosen(QUANTILE))
                .isEqualTo("minute");
        assertThat(scene.given(reach -> new Standings.Rank(1, 600)).chosen(QUANTILE))
                .isEqualTo("ten hours");
    }

    @Test
    void before_anything_is_known_somebody_is_served() {
        assertThat(new Scene().asking(Scene.Node.NEW).untried("new", 0).chosen(QUANTILE))
                .isEqualTo("new");
    }
}
