package org.gleaner.core.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SurvivalStrategyTest {
    private static final String SURVIVAL = "survival";
    private static final Scene.Node FRESH = Scene.Node.NEW;
    private static final Scene.Node PROVEN = new Scene.Node(0, 30 * 24 * 60, 1, 0);

    @Test
    void a_node_of_which_nothing_is_known_is_served() {
        Scene scene = new Scene().asking(FRESH).type("minute", 1, 0).type("day", 1440, 0);

        assertThat(scene.choice(SURVIVAL).rule()).isEqualTo(Rule.MOST_WORTH);
    }

    @Test
    void a_new_type_is_taken_for_a_usual_one_and_is_served() {
        Scene scene = new Scene().asking(PROVEN).untried("new", 0).type("known", 60, 5);

        assertThat(scene.times(SURVIVAL, "new", 200)).isBetween(1, 199);
    }

    @Test
    void of_a_length_that_nobody_knows_it_is_not_said_that_it_suits_the_node() {
        Scene unknown = new Scene().asking(PROVEN).untried("new", 0);

        assertThat(unknown.choice(SURVIVAL).rule()).isEqualTo(Rule.UNKNOWN_LENGTH);
        assertThat(unknown.choice("quantile").rule()).isEqualTo(Rule.UNKNOWN_LENGTH);
        assertThat(unknown.arriving().choice(SURVIVAL).rule()).isEqualTo(Rule.UNKNOWN_LENGTH);
        assertThat(new Scene()
                        .asking(PROVEN)
                        .guessed("said", 30)
                        .choice(SURVIVAL)
                        .rule())
                .isEqualTo(Rule.MOST_WORTH);
    }

    @Test
    void one_type_alone_is_chosen() {
        assertThat(new Scene().asking(FRESH).type("day", 1440, 3).chosen(SURVIVAL))
                .isEqualTo("day");
        assertThat(new Scene().asking(FRESH).untried("new", 0).chosen(SURVIVAL)).isEqualTo("new");
    }

    @Test
    void types_that_are_all_alike_are_served_alike() {
        Scene scene = new Scene().asking(FRESH).type("a", 30, 0).type("b", 30, 0);

        assertThat(scene.times(SURVIVAL, "a", 400)).isBetween(140, 260);
    }

    @Test
    void of_a_thousand_types_the_one_is_chosen_that_is_done_soonest_while_jobs_keep_coming() {
        Scene scene = new Scene().asking(FRESH).arriving();
        for (int i = 0; i < 1000; i++) {
            scene.type("t" + i, i == 700 ? 1 : 100 + i, 0);
        }

        assertThat(scene.chosen(SURVIVAL)).isEqualTo("t700");
    }

    @Test
    void while_jobs_keep_coming_the_shortest_goes_first_even_to_the_steadiest_node() {
        Scene scene = new Scene().asking(PROVEN).arriving().type("day", 1440, 0).type("minute", 1, 50);

        assertThat(scene.choice(SURVIVAL).rule()).isEqualTo(Rule.SOONEST_DONE);
        assertThat(scene.times(SURVIVAL, "minute", 20)).isEqualTo(20);
    }
}
