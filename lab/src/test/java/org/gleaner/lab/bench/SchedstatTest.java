package org.gleaner.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class SchedstatTest {
    @Test
    void the_first_number_is_what_it_ran_and_the_second_what_it_waited() throws IOException {
        assertThat(Schedstat.parse("872637 8312567 2\n")).isEqualTo(new Schedstat(872_637, 8_312_567));
    }

    @Test
    void a_delay_is_told_against_the_time_that_was_run_in_the_same_span() {
        Schedstat span = new Schedstat(3_000, 130).since(new Schedstat(1_000, 100));

        assertThat(span.delayPercent()).isEqualTo(1.5);
    }

    @Test
    void the_delays_of_several_programs_add_up() {
        Schedstat both = new Schedstat(100, 10).plus(new Schedstat(300, 2));

        assertThat(both.delayPercent()).isEqualTo(3);
    }

    @Test
    void a_kernel_that_does_not_count_is_an_error() {
        assertThatThrownBy(() -> Schedstat.parse("0")).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> Schedstat.parse("")).isInstanceOf(IOException.class);
    }

    @Test
    void what_never_ran_was_not_delayed() {
        assertThat(new Schedstat(0, 0).delayPercent()).isZero();
    }
}
