package org.gleaner.simulator.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import org.gleaner.simulator.experiment.RunResult.Point;
import org.gleaner.simulator.experiment.RunResult.TypeResult;
import org.junit.jupiter.api.Test;

class CurveTest {
    @Test
    void million_tasks_make_a_few_hundred_points() {
        Curve curve = new Curve("t");
        curve.expect(1_000_000);

        for (int i = 1; i <= 1_000_000; i++) {
            curve.done(2L * i, 1);
        }

        TypeResult result = curve.result(9_000_000);
        assertThat(result.done()).hasSizeLessThan(300).isSortedAccordingTo(Comparator.comparingLong(Point::at));
        assertThat(result.done().get(result.done().size() - 1)).isEqualTo(new Point(2_000_000, 1_000_000));
        assertThat(result.finished()).isEqualTo(2_000_000);
        assertThat(result.meanFlow()).isEqualTo(1);
    }

    @Test
    void one_instant_is_one_point() {
        Curve curve = new Curve("t");
        curve.expect(3);

        curve.done(5, 5);
        curve.done(5, 5);

        assertThat(curve.result(100).done()).containsExactly(new Point(5, 2));
        assertThat(curve.result(100).finished()).isEqualTo(100);
    }
}
