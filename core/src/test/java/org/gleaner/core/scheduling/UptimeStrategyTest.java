package org.gleaner.core.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UptimeStrategyTest {
    private static final int TRIES = 1000;

    private static Scene paper() {
        return new Scene()
                .type("ten", 10, 0)
                .type("sixty", 60, 0)
                .type("longer", 180, 0)
                .type("longest", 200, 0);
    }

    /** A node whose target is just this. */
    private static Scene.Node target(double minutes) {
        return new Scene.Node(minutes, 0, 1, 0);
    }

    @Test
    void in_the_paper_s_example_either_neighbour_is_chosen_half_of_the_time() {
        Scene scene = paper().asking(new Scene.Node(240, 220, 2, 0));

        int tens = scene.times("uptime", "ten", TRIES);
        int sixties = scene.times("uptime", "sixty", TRIES);

        assertThat(tens).isBetween(430, 570);
        assertThat(sixties).isBetween(430, 570);
    }

    @ParameterizedTest
    @CsvSource({"0, ten", "22.4, ten", "47.6, sixty", "89.9, sixty", "150.1, longer", "184.9, longer"})
    void within_an_interval_of_one_type_that_type_is_chosen_always(double minutes, String type) {
        assertThat(paper().asking(target(minutes)).times("uptime", type, TRIES)).isEqualTo(TRIES);
    }

    @ParameterizedTest
    @CsvSource({
        "22.5, ten, sixty",
        "90, sixty, longer",
        "150, sixty, longer",
        "185, longer, longest",
        "1e6, longer, longest"
    })
    void within_an_interval_of_two_types_nothing_else_is_chosen(double minutes, String one, String other) {
        Scene scene = paper().asking(target(minutes));

        int ones = scene.times("uptime", one, TRIES);
        int others = scene.times("uptime", other, TRIES);

        assertThat(ones).isBetween(430, 570);
        assertThat(others).isBetween(430, 570);
    }

    @Test
    void a_node_beyond_its_usual_uptime_with_only_failures_gets_the_shortest() {
        assertThat(paper().asking(new Scene.Node(240, 300, 1, -1)).chosen("uptime"))
                .isEqualTo("ten");
        assertThat(paper().asking(new Scene.Node(240, 300, 1, 0.5)).times("uptime", "ten", TRIES))
                .isZero();
    }

    @Test
    void short_types_are_told_apart_unless_the_paper_s_random_part_is_wanted() {
        Scene scene =
                new Scene().type("a", 0.1, 0).type("b", 0.5, 0).type("c", 1, 0).type("d", 3, 0);
        scene.asking(target(0.5));

        int scaled = scene.times("uptime", "b", TRIES);
        int fixed = scene.with(new Tuning(0.2, true)).times("uptime", "b", TRIES);

        assertThat(scaled).isEqualTo(TRIES);
        assertThat(fixed).isLessThan(TRIES / 2);
    }

    @Test
    void a_new_node_gets_the_shortest() {
        assertThat(paper().asking(Scene.Node.NEW).chosen("uptime")).isEqualTo("ten");
    }

    @Test
    void a_new_type_goes_first_while_none_of_it_runs() {
        Choice choice = paper().untried("new", 0).asking(target(60)).choice("uptime");

        assertThat(choice.candidate().type().type()).isEqualTo("new");
        assertThat(choice.rule()).isEqualTo(Rule.UNTRIED);
    }

    @Test
    void a_new_type_of_which_some_runs_waits_for_its_turn_by_what_runs() {
        Scene busy = new Scene().type("known", 60, 5).untried("new", 1);
        Scene quiet = new Scene().type("known", 60, 1).untried("new", 2);

        assertThat(busy.choice("uptime").rule()).isEqualTo(Rule.FEWEST_RUNNING);
        assertThat(busy.chosen("uptime")).isEqualTo("new");
        assertThat(quiet.chosen("uptime")).isEqualTo("known");
    }

    @Test
    void of_two_new_types_the_older_job_s_goes_first() {
        assertThat(new Scene().untried("b", 0).untried("a", 0).chosen("uptime")).isEqualTo("b");
        assertThat(new Scene().untried("b", 1).untried("a", 0).chosen("uptime")).isEqualTo("a");
    }

    @Test
    void a_type_of_which_nothing_was_done_is_as_long_as_somebody_says() {
        Scene scene = new Scene().type("short", 10, 0).guessed("long", 200).type("longest", 300, 0);

        assertThat(scene.asking(target(10)).times("uptime", "short", TRIES)).isEqualTo(TRIES);
        assertThat(scene.asking(target(200)).times("uptime", "long", TRIES)).isEqualTo(TRIES);
    }

    @Test
    void one_type_alone_is_chosen() {
        assertThat(new Scene().type("only", 500, 3).chosen("uptime")).isEqualTo("only");
        assertThat(new Scene().untried("only", 3).chosen("uptime")).isEqualTo("only");
    }

    @Test
    void of_types_all_alike_the_one_with_the_fewest_running_is_chosen() {
        Scene scene = new Scene().type("a", 60, 2).type("b", 60, 1).type("c", 60, 2);

        assertThat(scene.asking(target(5000)).times("uptime", "b", TRIES)).isEqualTo(TRIES);
    }

    @Test
    void of_types_alike_in_all_any_is_chosen() {
        Scene scene = new Scene().type("a", 60, 1).type("b", 60, 1).type("c", 60, 1);

        assertThat(scene.times("uptime", "a", TRIES)).isBetween(270, 400);
    }

    @Test
    void two_groups_of_one_type_count_once_and_the_older_goes_first() {
        Scene scene =
                new Scene().type("a", 60, 1).type("a", 60, 1).type("a", 60, 1).type("b", 60, 1);

        assertThat(scene.times("uptime", "a", TRIES)).isBetween(430, 570);
        for (int i = 0; i < TRIES; i++) {
            assertThat(scene.choice("uptime").candidate().group()).isIn(0L, 3L);
        }
    }

    @Test
    void of_a_thousand_types_the_one_that_suits_is_chosen() {
        Scene scene = new Scene().asking(target(500));
        for (int i = 1; i <= 1000; i++) {
            scene.type("t" + i, i, 0);
        }

        assertThat(scene.chosen("uptime")).isEqualTo("t500");
    }

    @Test
    void a_thousand_new_types_are_tried_one_after_the_other() {
        Scene scene = new Scene();
        for (int i = 0; i < 1000; i++) {
            scene.untried("t" + i, i < 700 ? 1 : 0);
        }

        assertThat(scene.chosen("uptime")).isEqualTo("t700");
    }

    @Test
    void with_fewer_nodes_than_types_the_rule_decides_between_owners_first() {
        Scene scene = new Scene().nodes(2).asking(target(12));
        scene.ofOwner(1).type("short/a", 10, 1).type("short/b", 20, 1);
        scene.ofOwner(1).type("long/exact", 12, 1).type("long/c", 400, 1);

        // Told apart, "exact" would suit best; folded, its owner's average is 206 and the other's 15.
        assertThat(scene.chosen("uptime")).isEqualTo("a");
        assertThat(scene.nodes(4).chosen("uptime")).isEqualTo("exact");
    }
}
