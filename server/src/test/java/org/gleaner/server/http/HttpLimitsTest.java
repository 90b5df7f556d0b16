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
    void the_least_that_is_served_with_is_enough_for_hundreds_of_connections_and_is_said_to_be_few() {
        HttpLimits least = HttpLimits.DEFAULT.within(HttpLimits.LEAST_DESCRIPTORS);

        assertThat(least.connections()).isEqualTo(256);
        assertThat(least.few()).hasValueSatisfying(what -> assertThat(what).contains("only 256 connections"));
        assertThat(HttpLimits.DEFAULT.within(1_024).few()).isEmpty();
    }

    @Test
    void feeds_and_calls_of_holders_of_tokens_leave_connections_to_all_others() {
        for (long descriptors : new long[] {HttpLimits.LEAST_DESCRIPTORS, 1_024, 20_000, 524_288}) {
            HttpLimits limits = HttpLimits.DEFAULT.within(descriptors);

            assertThat(limits.connections() - limits.calls() - limits.feeds())
                    .isGreaterThanOrEqualTo(limits.connections() / 16);
            assertThat(limits.callsPerPerson()).isLessThan(limits.calls() / 2);
        }
    }

    @Test
    void ten_thousand_agents_that_wait_are_served_where_the_system_gives_enough_descriptors() {
        int ofNodes = HttpLimits.DEFAULT.within(16_000).calls() / 8 * 7;

        assertThat(ofNodes).isGreaterThan(10_000);
    }

    @Test
    void a_system_that_knows_no_bound_gets_ours() {
        assertThat(HttpLimits.DEFAULT.within(Long.MAX_VALUE).connections()).isEqualTo(32_768);
    }
}
