package org.gleaner.core.observer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Set;
import org.gleaner.core.attempt.Outcome;
import org.junit.jupiter.api.Test;

final class NodeBeliefTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private static NodeBelief present(NodeBelief belief) {
        return belief.with(new Presence("a", Duration.ZERO, START, START));
    }

    /** After stays of so many minutes each. */
    private static NodeBelief stayed(long... minutes) {
        NodeBelief belief = NodeBelief.NEW;
        for (long one : minutes) {
            belief = present(belief).died(START.plus(Duration.ofMinutes(one)));
        }
        return belief;
    }

    @Test
    void the_youngest_value_counts_a_quarter() {
        assertThat(Recent.of(100, 200, 300).average()).isEqualTo(168.75);
        assertThat(stayed(100, 200, 300).usualUptime()).isEqualTo(168.75);
    }

    @Test
    void before_the_first_stay_has_ended_the_usual_one_is_nothing() {
        assertThat(present(NodeBelief.NEW).usualUptime()).isZero();
    }

    @Test
    void only_the_last_ten_values_count() {
        Recent many = Recent.of(1e9, 1e9);
        for (int i = 0; i < 10; i++) {
            many = many.with(5);
        }

        assertThat(many.average()).isEqualTo(5);
        assertThat(many.values()).hasSize(10);
    }

    @Test
    void reliability_counts_what_is_done_and_what_the_node_may_be_blamed_for() {
        Set<Outcome> blamed =
                EnumSet.of(Outcome.EXITED, Outcome.NO_OUTPUT, Outcome.NOT_STARTABLE, Outcome.LOST, Outcome.EVICTED);
        for (Outcome outcome : Outcome.values()) {
            double expected = outcome == Outcome.DONE ? 1 : blamed.contains(outcome) ? -1 : 0;
            assertThat(NodeBelief.NEW.after(outcome).reliability())
                    .as("%s", outcome)
                    .isEqualTo(expected);
        }
        assertThat(NodeBelief.NEW.after(Outcome.DONE).after(Outcome.LOST).reliability())
                .isEqualTo(0.5);
        assertThat(NodeBelief.NEW
                        .after(Outcome.LOST)
                        .after(Outcome.STOPPED)
                        .after(Outcome.DONE)
                        .reliability())
                .isEqualTo(-0.5);
    }

    @Test
    void a_stay_that_ended_has_its_end_and_its_time_in_the_bins_of_its_age() {
        NodeBelief belief = stayed(100);

        assertThat(belief.deaths().at(Ages.bin(100))).isEqualTo(1);
        assertThat(belief.deaths().total()).isEqualTo(1);
        assertThat(belief.exposure().total()).isCloseTo(100, within(1e-9));
        assertThat(belief.exposure().at(0)).isEqualTo(1);
        assertThat(belief.exposure().at(Ages.bin(100))).isCloseTo(100 - Ages.from(Ages.bin(100)), within(1e-9));
        assertThat(belief.presence().minutes(START.plus(Duration.ofDays(1)))).isZero();
    }

    @Test
    void older_stays_count_a_little_less_with_each_that_ends() {
        NodeBelief belief = stayed(100, 2);

        assertThat(belief.deaths().at(Ages.bin(100))).isEqualTo(0.9);
        assertThat(belief.deaths().at(Ages.bin(2))).isEqualTo(1);
        assertThat(belief.exposure().total()).isCloseTo(90 + 2, within(1e-9));
    }

    @Test
    void ages_are_binned_from_a_minute_to_thirty_days() {
        assertThat(Ages.bin(0)).isZero();
        assertThat(Ages.bin(0.999)).isZero();
        assertThat(Ages.bin(1)).isEqualTo(1);
        assertThat(Ages.bin(30 * 24 * 60 + 1)).isEqualTo(Ages.BINS - 1);
        assertThat(Ages.bin(1e9)).isEqualTo(Ages.BINS - 1);
        for (int bin = 1; bin < Ages.BINS; bin++) {
            assertThat(Ages.bin(Ages.from(bin))).isEqualTo(bin);
            assertThat(Ages.bin(Math.nextDown(Ages.from(bin)))).isEqualTo(bin - 1);
        }
    }

    @Test
    void presence_counts_what_was_before_and_what_goes_on() {
        Presence going = new Presence("a", Duration.ofMinutes(30), START, START);

        assertThat(going.minutes(START.plus(Duration.ofMinutes(12)))).isEqualTo(42);
        assertThat(going.minutes(START.minus(Duration.ofMinutes(12)))).isEqualTo(30);
        assertThat(new Presence("a", Duration.ofMinutes(30), null, START).minutes(START))
                .isEqualTo(30);
    }
}
