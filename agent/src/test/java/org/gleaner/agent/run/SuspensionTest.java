package org.gleaner.agent.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class SuspensionTest {
    @Test
    void time_standing_still_adds_up_and_other_time_does_not_count() {
        Suspension suspension = new Suspension();

        suspension.become(true, 100);
        suspension.become(true, 120);
        suspension.become(false, 150);
        suspension.become(true, 200);

        assertThat(suspension.total(210)).isEqualTo(60);
    }

    @Test
    void a_wish_is_settled_when_it_is_obeyed() {
        Suspension suspension = new Suspension();

        suspension.want(true);

        assertThat(suspension.isSettled()).isFalse();
        suspension.become(true, 1);
        assertThat(suspension.isSettled()).isTrue();
    }
}
