package org.gleaner.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HttpLimitsTest {
    @Test
    void ten_thousand_agents_fit_where_the_system_gives_enough_descriptors() {
        assertThat(HttpLimits.DEFAULT.within(524_288).connections()).isEqualTo(32_768);
        assertThat(HttpLimits.DEFAULT.within(20_000).connections()).isEqualTo(17_500);
    }

    @Test
    void callers_leave_descriptors_to_the_server_itself() {
        assertThat(HttpLimits.DEFAULT.within(1_024).connections()).isEqualTo(768);
        assertThat(HttpLimits.DEFAULT.within(100).connections()).isEqualTo(1);
    }

    @Test
    void a_system_that_knows_no_bound_gets_ours() {
        assertThat(HttpLimits.DEFAULT.within(Long.MAX_VALUE).connections()).isEqualTo(32_768);
    }
}
