package org.gleaner.agent;

import static org.assertj.core.api.Assertions.assertThat;

import org.gleaner.core.id.AttemptId;
import org.junit.jupiter.api.Test;

/** What the agent says of a server that does not take its results. */
final class OutagesTest {
    private static final AttemptId A = AttemptId.of(7, 1, 1);
    private static final AttemptId B = AttemptId.of(7, 2, 1);

    private final Outages outages = new Outages();

    @Test
    void a_full_server_is_told_until_the_last_result_is_taken_or_unwanted() {
        outages.full(A);
        outages.full(B);

        assertThat(outages.sentence()).contains("disk is full");

        outages.settled(A);
        assertThat(outages.sentence()).contains("disk is full");
        outages.settled(B);
        assertThat(outages.sentence()).isEmpty();
    }

    @Test
    void a_server_that_is_away_is_told_before_one_that_is_full() {
        outages.full(A);

        outages.away("Nobody answers.");

        assertThat(outages.sentence()).isEqualTo("Nobody answers.");
        outages.back();
        assertThat(outages.sentence()).contains("disk is full");
    }

    @Test
    void an_agent_that_never_joined_says_what_to_do() {
        outages.notJoined("No secure connection.", "Use the address with the pin.");

        assertThat(outages.sentence()).isEqualTo("No secure connection. Use the address with the pin.");
    }
}
