package org.gleaner.core.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MixedStrategyTest {
    private static final Scene.Node STEADY = new Scene.Node(60, 0, 1, 0);

    @Test
    void the_least_served_type_goes_first_below_the_fairlevel() {
        Scene scene = new Scene().type("starved", 600, 1).type("served", 60, 6).type("other", 70, 6);

        assertThat(scene.asking(STEADY).chosen("mixed")).isEqualTo("starved");
        assertThat(scene.choice("mixed").rule()).isEqualTo(Rule.FEWEST_RUNNING);
    }

    @Test
    void at_the_fairlevel_the_node_s_uptime_decides() {
        Scene scene = new Scene().type("starved", 600, 1).type("served", 60, 5).type("other", 70, 5);

        assertThat(scene.asking(STEADY).chosen("mixed")).isEqualTo("served");
        assertThat(scene.choice("mixed").rule()).isEqualTo(Rule.FITTING);
    }

    @Test
    void the_fairlevel_is_a_setting() {
        Scene scene = new Scene().type("starved", 600, 1).type("served", 60, 5).type("other", 70, 5);

        assertThat(scene.asking(STEADY).with(new Tuning(0.3, false)).chosen("mixed"))
                .isEqualTo("starved");
        assertThat(scene.with(new Tuning(0, false)).chosen("mixed")).isEqualTo("served");
    }

    @Test
    void while_nothing_runs_the_node_s_uptime_decides() {
        Scene scene = new Scene().type("long", 600, 0).type("fitting", 60, 0).type("other", 70, 0);

        assertThat(scene.asking(STEADY).chosen("mixed")).isEqualTo("fitting");
    }

    @Test
    void one_type_alone_a_new_one_and_all_alike_are_chosen() {
        assertThat(new Scene().type("only", 5, 9).chosen("mixed")).isEqualTo("only");
        assertThat(new Scene().type("known", 5, 1).untried("new", 0).chosen("mixed"))
                .isEqualTo("new");
        assertThat(new Scene().type("a", 5, 3).type("b", 5, 2).chosen("mixed")).isEqualTo("b");
    }

    @Test
    void of_a_thousand_types_the_least_served_goes_first() {
        Scene scene = new Scene().asking(STEADY);
        for (int i = 0; i < 1000; i++) {
            scene.type("t" + i, 1 + i, i == 800 ? 0 : 3);
        }

        assertThat(scene.chosen("mixed")).isEqualTo("t800");
    }

    @Test
    void with_fewer_nodes_than_types_owners_are_compared() {
        Scene scene = new Scene().nodes(1).asking(STEADY);
        scene.ofOwner(1).type("poor/a", 600, 1);
        scene.ofOwner(8).type("rich/b", 60, 0).type("rich/c", 70, 8);

        assertThat(scene.chosen("mixed")).isEqualTo("a");
        assertThat(scene.choice("mixed").rule()).isEqualTo(Rule.FEWEST_OF_OWNER);
    }
}
