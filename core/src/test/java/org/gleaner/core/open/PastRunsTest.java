package org.gleaner.core.open;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PastRunsTest {
    private PastRuns past = PastRuns.NONE;

    @Test
    void of_the_tasks_that_were_lost_the_one_that_ran_least_comes_first() {
        past = past.with(4, 60, true);
        past = past.with(2, 90, true);
        past = past.with(7, 5, false);

        assertThat(past.ready()).isEqualTo(2);
        assertThat(past.first()).isEqualTo(4);
        assertThat(past.isReady(7)).isFalse();
    }

    @Test
    void a_longer_run_replaces_a_shorter_one_and_not_the_other_way_round() {
        past = past.with(4, 60, true);
        past = past.with(4, 10, true);
        past = past.with(4, 80, true);

        assertThat(past.of(4)).isEqualTo(80);
        assertThat(past.ready()).isEqualTo(1);
    }

    @Test
    void of_many_that_are_ready_those_are_told_that_ran_longest() {
        for (int task = 1; task <= 2_000; task++) {
            past = past.with(task, task, task % 2 == 0);
        }

        assertThat(past.longest(3)).containsExactly(2_000.0, 1_998.0, 1_996.0);
        assertThat(past.longest(5_000)).hasSize(1_000);
        assertThat(PastRuns.NONE.longest(3)).isEmpty();
    }

    @Test
    void a_task_that_runs_again_is_not_ready_and_one_that_is_done_is_forgotten() {
        past = past.with(4, 60, true);
        past.refresh(4, false);
        assertThat(past.ready()).isZero();
        assertThat(past.of(4)).isEqualTo(60);

        past.forget(4);
        assertThat(past.of(4)).isZero();
    }
}
