package org.gleaner.core.desk;

import static org.assertj.core.api.Assertions.assertThat;

import org.gleaner.core.id.NodeId;
import org.junit.jupiter.api.Test;

class LivesTest {
    private static final NodeId NODE = new NodeId(1);

    private final Lives lives = new Lives();

    @Test
    void an_agent_may_start_again_as_often_as_it_likes() {
        for (int i = 0; i < 1000; i++) {
            assertThat(lives.mayBe(NODE, "life" + i)).isTrue();
            assertThat(lives.mayBe(NODE, "life" + i)).isTrue();
        }
    }

    @Test
    void of_two_that_take_turns_the_second_is_the_copy() {
        assertThat(lives.mayBe(NODE, "first")).isTrue();
        assertThat(lives.mayBe(NODE, "second")).isTrue();
        assertThat(lives.mayBe(NODE, "first")).isTrue();
        assertThat(lives.mayBe(NODE, "second")).isTrue();
        assertThat(lives.mayBe(NODE, "first")).isTrue();

        assertThat(lives.mayBe(NODE, "second")).isFalse();
        assertThat(lives.mayBe(NODE, "first")).isTrue();
    }

    @Test
    void a_whole_room_of_copies_is_sorted_out() {
        int refused = 0;
        for (int round = 0; round < 4; round++) {
            for (int pc = 0; pc < 30; pc++) {
                refused += lives.mayBe(NODE, "pc" + pc) ? 0 : 1;
            }
        }

        assertThat(refused).isEqualTo(2 * 29);
        assertThat(lives.mayBe(NODE, "pc0")).isTrue();
    }

    @Test
    void one_late_call_of_a_dead_process_harms_nobody() {
        assertThat(lives.mayBe(NODE, "dead")).isTrue();
        assertThat(lives.mayBe(NODE, "alive")).isTrue();
        assertThat(lives.mayBe(NODE, "dead")).isTrue();

        assertThat(lives.mayBe(NODE, "alive")).isTrue();
    }

    @Test
    void an_agent_that_says_nothing_of_its_life_is_let_in() {
        assertThat(lives.mayBe(NODE, "first")).isTrue();
        assertThat(lives.mayBe(NODE, "")).isTrue();
        assertThat(lives.mayBe(NODE, "x".repeat(1000))).isTrue();
    }
}
