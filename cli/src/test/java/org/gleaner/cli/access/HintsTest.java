package org.gleaner.cli.access;

import static org.assertj.core.api.Assertions.assertThat;

import org.gleaner.client.failure.ClientFailure;
import org.gleaner.client.failure.ClientFailure.Kind;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Exit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class HintsTest {
    private static CliFailure told(Kind kind, String place, String next) {
        return Hints.told(new ClientFailure(kind, place, "`memory` is odd.", "Of `each-row` too.", next), "submit");
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void whatever_the_client_could_not_do_is_told_in_flags_with_something_to_do_next(Kind kind) {
        CliFailure failure = told(kind, "x", "");

        assertThat(failure.what()).isEqualTo("--memory is odd.");
        assertThat(failure.why()).isEqualTo("Of --each-row too.");
        assertThat(failure.next()).isNotBlank().doesNotContain("`");
        assertThat(failure.exit()).isBetween(Exit.USAGE, Exit.UNREACHABLE);
    }

    @Test
    void what_the_client_says_to_do_next_is_kept() {
        assertThat(told(Kind.NO_JOB, "last", "Submit one first.").next()).isEqualTo("Submit one first.");
    }

    @Test
    void a_key_that_other_programs_have_is_answered_with_ours() {
        assertThat(told(Kind.UNKNOWN_KEY, "cpus_per_task", "").next()).contains("--cores");
    }
}
