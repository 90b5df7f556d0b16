package org.gleaner.lab.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

final class RequestMakerTest {
    private static final Names NAMES = new Names(7, 3, 2, "7.1#1", "ab".repeat(32), Map.of(TokenHolder.ANN, "secret"));

    private final Operation.Api api = Operation.ours();
    private final RequestMaker maker = new RequestMaker(api);

    @Test
    void the_same_seed_makes_the_same_request() {
        for (long seed = 0; seed < 200; seed++) {
            assertThat(maker.make(seed, NAMES).bytes())
                    .isEqualTo(maker.make(seed, NAMES).bytes());
        }
    }

    @Test
    void every_route_every_caller_and_every_end_is_drawn() {
        Set<String> routes = new TreeSet<>();
        Set<TokenHolder> callers = EnumSet.noneOf(TokenHolder.class);
        Set<WireRequest.End> ends = EnumSet.noneOf(WireRequest.End.class);
        for (long seed = 0; seed < 3000; seed++) {
            WireRequest request = maker.make(seed, NAMES);
            routes.add(request.operation().name());
            callers.add(request.caller());
            ends.add(request.end());
        }

        assertThat(routes).hasSameSizeAs(api.operations());
        assertThat(callers).hasSameSizeAs(TokenHolder.values());
        assertThat(ends).hasSameSizeAs(WireRequest.End.values());
    }

    @Test
    void what_is_shown_of_a_request_has_no_token_in_it() {
        for (long seed = 0; seed < 1000; seed++) {
            assertThat(maker.make(seed, NAMES).text()).doesNotContain("secret");
        }
    }

    @Test
    void names_that_come_twice_and_lone_surrogates_are_written() {
        Tree tree = new Tree.Members(List.of(
                new Tree.Member("a", Tree.number(1)),
                new Tree.Member("a", new Tree.Items(List.of(new Tree.Verbatim("null")))),
                new Tree.Member("\ud800", new Tree.Text("x\"y"))));

        assertThat(tree.json()).isEqualTo("{\"a\":1,\"a\":[null],\"\\ud800\":\"x\\\"y\"}");
    }
}
