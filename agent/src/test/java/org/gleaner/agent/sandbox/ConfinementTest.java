package org.gleaner.agent.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Who goes on where tasks can't be confined. */
final class ConfinementTest {
    private static final SandboxUnavailable IMPOSSIBLE = new SandboxUnavailable("bubblewrap is not installed", false);
    private static final SandboxUnavailable BROKEN = new SandboxUnavailable("bubblewrap does not work here", true);

    @Test
    void only_who_is_not_root_and_asked_for_as_good_as_there_is_goes_on_without_a_sandbox() {
        assertThat(Confinement.goesOnWithout(SandboxMode.AUTO, false, IMPOSSIBLE))
                .isTrue();
        assertThat(Confinement.goesOnWithout(SandboxMode.AUTO, true, IMPOSSIBLE))
                .isFalse();
    }

    @Test
    void nobody_goes_on_without_a_sandbox_that_only_needs_fixing() {
        assertThat(Confinement.goesOnWithout(SandboxMode.AUTO, false, BROKEN)).isFalse();
        assertThat(Confinement.goesOnWithout(SandboxMode.AUTO, true, BROKEN)).isFalse();
    }

    @Test
    void who_requires_a_sandbox_does_not_go_on_without_one() {
        assertThat(Confinement.goesOnWithout(SandboxMode.REQUIRE, false, IMPOSSIBLE))
                .isFalse();
    }
}
