package org.gleaner.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import org.gleaner.core.node.ProcessorUse;
import org.junit.jupiter.api.Test;

final class ProcessorLookTest {
    private static final int CORES = 4;

    private double all;
    private Duration ours = Duration.ofHours(1);
    private long now;

    @Test
    void what_tasks_did_not_use_others_did() {
        ProcessorLook look = new ProcessorLook(() -> all, () -> ours, CORES, () -> now);
        now += Duration.ofSeconds(10).toNanos();
        ours = ours.plusSeconds(20);
        all = 0.75;

        ProcessorUse use = look.get();

        assertThat(use.ours()).isCloseTo(0.5, within(1e-9));
        assertThat(use.others()).isCloseTo(0.25, within(1e-9));
        assertThat(use.programs(CORES)).isEqualTo(1);
    }

    @Test
    void nobody_uses_less_than_nothing_or_more_than_all() {
        ProcessorLook look = new ProcessorLook(() -> all, () -> ours, CORES, () -> now);
        now += Duration.ofSeconds(1).toNanos();
        ours = ours.plusSeconds(100);

        assertThat(look.get()).isEqualTo(new ProcessorUse(0, 1));

        now += Duration.ofSeconds(1).toNanos();
        ours = ours.minusSeconds(100);
        all = 1;
        assertThat(look.get()).isEqualTo(new ProcessorUse(1, 0));
    }

    @Test
    void a_machine_that_does_nearly_nothing_runs_no_program() {
        assertThat(new ProcessorUse(0.02, 0).programs(CORES)).isZero();
        assertThat(new ProcessorUse(0.1, 0).programs(CORES)).isEqualTo(1);
        assertThat(new ProcessorUse(1, 0).programs(CORES)).isEqualTo(4);
    }
}
