package org.gleaner.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.gleaner.core.grid.Role;
import org.gleaner.core.grid.Token;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.Owner;
import org.gleaner.server.token.TokenMint;
import org.junit.jupiter.api.Test;

final class CallBoundsTest {
    private static final HttpLimits LIMITS = HttpLimits.DEFAULT.within(1_024);

    @Test
    void files_that_callers_hold_open_fit_into_what_connections_leave() {
        CallBounds files = CallBounds.files(LIMITS);
        int entered = 0;
        for (int who = 0; who < 2_000; who++) {
            entered += files.enter(person("person-" + who)) ? 1 : 0;
        }

        assertThat(entered).isPositive().isLessThan((1_024 - LIMITS.connections()) / 2);
    }

    @Test
    void one_holder_does_not_take_all_files_and_nodes_leave_some_to_people() {
        CallBounds files = CallBounds.files(LIMITS);
        Token greedy = person("greedy");
        while (files.enter(greedy)) {
            // As many as it gets.
        }
        for (int id = 1; id < 2_000; id++) {
            boolean unused = files.enter(new Token(TokenMint.hash("n" + id), Role.NODE, null, new NodeId(id)));
        }
        files.leave(greedy);

        assertThat(files.enter(person("modest"))).isTrue();
    }

    @Test
    void many_tokens_of_one_person_are_one_holder_and_people_leave_some_files_to_nodes() {
        CallBounds files = CallBounds.files(LIMITS);
        int ofOne = 0;
        for (int i = 0; i < 2_000; i++) {
            ofOne += files.enter(new Token(TokenMint.hash("t" + i), Role.USER, new Owner("greedy"), null)) ? 1 : 0;
        }
        assertThat(ofOne).isLessThanOrEqualTo(LIMITS.files() / 2);
        for (int who = 0; who < 2_000; who++) {
            boolean unused = files.enter(person("person-" + who));
        }

        assertThat(files.enter(new Token(TokenMint.hash("node"), Role.NODE, null, new NodeId(1))))
                .isTrue();
    }

    @Test
    void all_calls_together_leave_connections_to_those_who_need_no_token() {
        CallBounds calls = CallBounds.calls(LIMITS);
        int entered = 0;
        for (int id = 1; id < 2_000; id++) {
            entered += calls.enter(new Token(TokenMint.hash("n" + id), Role.NODE, null, new NodeId(id))) ? 1 : 0;
            entered += calls.enter(person("person-" + id)) ? 1 : 0;
        }

        assertThat(entered).isEqualTo(LIMITS.calls()).isLessThan(LIMITS.connections() - LIMITS.feeds());
    }

    @Test
    void what_is_over_makes_room() {
        CallBounds calls = CallBounds.calls(LIMITS);
        Token one = person("one");
        for (int i = 0; i < LIMITS.callsPerPerson(); i++) {
            assertThat(calls.enter(one)).isTrue();
        }

        assertThat(calls.enter(one)).isFalse();
        calls.leave(one);
        assertThat(calls.enter(one)).isTrue();
    }

    private static Token person(String name) {
        return new Token(TokenMint.hash(name), Role.USER, new Owner(name), null);
    }
}
