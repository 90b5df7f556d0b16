package org.gleaner.client.call;

import static org.assertj.core.api.Assertions.assertThat;

import org.gleaner.core.grid.Selector;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JobListTest {
    @ParameterizedTest
    @ValueSource(strings = {"all", "name:sweep", "type:sim.py", "state:blocked"})
    void what_does_not_say_whose_jobs_it_means_touches_only_the_callers(String select) {
        assertThat(touched(select).mine()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"7", "7.1-50", "last", "owner:ada", "owner:*"})
    void jobs_named_by_number_or_owner_may_be_those_of_others(String select) {
        assertThat(touched(select).mine()).isFalse();
    }

    private static JobList touched(String select) {
        return JobList.touched(select, Selector.parse(select), false, 1);
    }
}
