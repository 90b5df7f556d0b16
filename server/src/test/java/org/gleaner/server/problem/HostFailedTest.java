package org.gleaner.server.problem;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class HostFailedTest {
    @Test
    void a_host_that_gives_no_reason_is_given_one_or_its_problem_would_begin_anew_for_ever() {
        assertThat(new HostFailed(" ", true)).hasMessage("Its host did not say why it failed.");
        assertThat(new HostFailed("full", true)).hasMessage("full");
    }
}
