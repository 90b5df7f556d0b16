package org.gleaner.core.ahead;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Whatever machines claim and people submit, a look ahead comes to its end. */
final class BoundsAheadTest {
    private final ToyPool pool = new ToyPool();

    @Test
    void of_more_slots_than_can_be_looked_at_only_as_many_starts_are_made_as_can() {
        pool.join(1, "8G");
        pool.submit(ToyPool.ADA, ToyPool.spec("a", 1_000_000));

        int lots = new Thinning(pool.sketch(), 1_000_000)
                .parts().stream().mapToInt(Part::lots).sum();

        assertThat(lots).isPositive().isLessThanOrEqualTo(Thinning.MOST_STARTS);
    }

    @Test
    void a_future_is_given_up_if_machines_keep_telling_what_they_hold() {
        pool.join(1, "8G");
        pool.submit(ToyPool.ADA, ToyPool.spec("a", 10));
        Outset outset = new Outset(pool.sketch(), pool.now(), Duration.ofMinutes(1), Map.of(), null);
        Future future = new Future(outset, 1, SharedLuck.OWN, SplittableRandom::new);

        assertThat(future.isOver(0)).isFalse();
        for (int call = 0; call < 10_000; call++) {
            future.called(1_024);
        }
        assertThat(future.isOver(0)).isTrue();
    }
}
