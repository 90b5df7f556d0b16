package org.gleaner.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SpeedUpStudyTest {
    @Test
    void agents_are_doubled_until_there_are_as_many_as_wanted() {
        assertThat(SpeedUpStudy.numbers(86, false)).containsExactly(1, 2, 4, 8, 16, 32, 64, 86);
        assertThat(SpeedUpStudy.numbers(8, false)).containsExactly(1, 2, 4, 8);
        assertThat(SpeedUpStudy.numbers(1, false)).containsExactly(1);
    }

    @Test
    void a_brief_run_has_one_agent_and_the_most() {
        assertThat(SpeedUpStudy.numbers(86, true)).containsExactly(1, 86);
        assertThat(SpeedUpStudy.numbers(1, true)).containsExactly(1);
    }
}
