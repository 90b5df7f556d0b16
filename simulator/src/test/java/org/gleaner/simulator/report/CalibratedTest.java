package org.gleaner.simulator.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.gleaner.simulator.experiment.Foresight.Answer;
import org.junit.jupiter.api.Test;

class CalibratedTest {
    /** Jobs of about ten hours, asked for one after the other; ranges are a third as wide as they should be. */
    private static List<Answer> tooNarrow(int jobs) {
        SplittableRandom random = new SplittableRandom(7);
        List<Answer> answers = new ArrayList<>();
        for (int job = 0; job < jobs; job++) {
            double left = 600 * Math.exp(0.6 * random.nextGaussian());
            answers.add(new Answer(job, 30.0 * job, 0, left, 480, 600, 750));
        }
        return answers;
    }

    @Test
    void ranges_that_were_too_narrow_grow_until_four_of_five_hold() {
        List<Answer> raw = tooNarrow(2_000);

        assertThat(Foreseen.of(raw).within()).isBetween(0.2, 0.4);
        assertThat(Foreseen.of(Calibrated.of(raw)).within()).isBetween(0.75, 0.85);
    }

    @Test
    void nobody_learns_from_a_job_that_is_not_done_yet() {
        List<Answer> raw = tooNarrow(2);

        // The second is asked for half an hour after the first, which takes hours.
        assertThat(Calibrated.of(raw)).isEqualTo(raw);
    }
}
