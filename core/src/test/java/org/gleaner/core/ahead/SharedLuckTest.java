package org.gleaner.core.ahead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class SharedLuckTest {
    @Test
    void each_task_for_itself_is_as_likely_short_as_long() {
        SplittableRandom random = new SplittableRandom(1);
        int below = 0;
        int low = 0;
        for (int i = 0; i < 20_000; i++) {
            double common = SharedLuck.SHARED.common(random.nextGaussian(), random);
            double part = SharedLuck.SHARED.part(common, random.nextGaussian());
            below += part < 0.5 ? 1 : 0;
            low += part < 0.1 ? 1 : 0;
        }

        assertThat(below / 20_000.0).isCloseTo(0.5, within(0.02));
        assertThat(low / 20_000.0).isCloseTo(0.1, within(0.01));
    }

    @Test
    void tasks_of_a_job_that_has_bad_luck_are_long() {
        SplittableRandom random = new SplittableRandom(1);
        double common = SharedLuck.SHARED.common(2, random);
        int longOnes = 0;
        for (int i = 0; i < 1_000; i++) {
            longOnes += SharedLuck.SHARED.part(common, random.nextGaussian()) > 0.5 ? 1 : 0;
        }

        assertThat(longOnes).isGreaterThan(800);
    }
}
