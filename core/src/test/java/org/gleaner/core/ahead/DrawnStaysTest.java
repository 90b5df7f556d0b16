package org.gleaner.core.ahead;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.gleaner.core.observer.NodeBelief;
import org.gleaner.core.observer.PoolHazard;
import org.gleaner.core.observer.StayChances;
import org.junit.jupiter.api.Test;

final class DrawnStaysTest {
    private static final StayChances CHANCES = StayChances.of(NodeBelief.NEW, 5, PoolHazard.UNKNOWN);

    private static DrawnStays present(double absence) {
        return DrawnStays.present(CHANCES, 5, away -> absence, new SplittableRandom(1));
    }

    @Test
    void a_machine_that_is_usually_away_for_seconds_is_away_for_seconds() {
        DrawnStays lives = present(0.25);

        for (int life = 1; life < 20; life++) {
            assertThat(lives.begins(life) - lives.ends(life - 1)).isBetween(14_990L, 15_010L);
        }
    }

    @Test
    void it_comes_back_after_it_went_however_short_that_is() {
        DrawnStays lives = present(0);

        for (int life = 1; life < 20; life++) {
            assertThat(lives.begins(life)).isGreaterThan(lives.ends(life - 1));
        }
    }

    @Test
    void a_machine_of_which_nobody_knows_whether_it_comes_back_does_not() {
        DrawnStays lives = present(Double.POSITIVE_INFINITY);

        assertThat(lives.begins(1)).isEqualTo(Course.NEVER);
        assertThat(lives.ends(1)).isEqualTo(Course.NEVER);
    }
}
