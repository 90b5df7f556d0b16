package org.gleaner.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.gleaner.core.grid.Role;
import org.gleaner.core.grid.Settings;
import org.gleaner.core.grid.Token;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.Owner;
import org.gleaner.server.token.TokenMint;
import org.junit.jupiter.api.Test;

final class RateLimitsTest {
    private static final Token NODE = new Token(TokenMint.hash("n"), Role.NODE, null, new NodeId(1));
    private static final Token JOIN = new Token(TokenMint.hash("j"), Role.JOIN, null, null);
    private static final Route NODES = new Route("POST", "/api/v1/nodes", Set.of(), exchange -> {});

    private final AtomicLong nanos = new AtomicLong();
    private Settings settings = Settings.DEFAULT;
    private final RateLimits rates = new RateLimits(nanos::get, () -> settings);

    @Test
    void a_node_brings_ten_copies_a_minute_while_it_may_introduce_itself_as_often_as_it_calls() {
        for (int i = 0; i < 10; i++) {
            assertThat(rates.known(NODE, NODES, true)).isZero();
        }

        assertThat(rates.known(NODE, NODES, true)).isPositive();
        assertThat(rates.known(NODE, NODES, false)).isZero();
        nanos.addAndGet(Duration.ofSeconds(6).toNanos());
        assertThat(rates.known(NODE, NODES, true)).isZero();
        assertThat(rates.known(NODE, NODES, true)).isPositive();
    }

    @Test
    void who_makes_more_tokens_may_not_call_more_often_and_takes_nothing_from_others() {
        settings = Settings.DEFAULT.with("calls-per-second", "1");
        Route jobs = new Route("GET", "/api/v1/jobs", Set.of(), exchange -> {});
        int let = 0;
        for (int call = 0; call < 100; call++) {
            Role role = call % 2 == 0 ? Role.USER : Role.ADMIN;
            let += rates.known(person("greedy", role, "token" + call), jobs, false)
                            .isZero()
                    ? 1
                    : 0;
        }

        assertThat(let).isEqualTo(10);
        assertThat(rates.known(person("modest", Role.USER, "other"), jobs, false))
                .isZero();
    }

    @Test
    void nobody_takes_the_allowance_of_a_node_by_a_name_that_looks_like_its_hash() {
        Route jobs = new Route("GET", "/api/v1/jobs", Set.of(), exchange -> {});
        Token namesake = person(NODE.hash().hex(), Role.USER, "namesake");
        while (rates.known(namesake, jobs, false).isZero()) {
            // As often as it may.
        }

        assertThat(rates.known(NODE, jobs, false)).isZero();
    }

    private static Token person(String name, Role role, String text) {
        return new Token(TokenMint.hash(text), role, new Owner(name), null);
    }

    @Test
    void a_lab_behind_one_address_joins_at_once_but_nobody_downloads_without_end() {
        Route jar = new Route("GET", "/gleaner.jar", Set.of(), exchange -> {});
        for (int call = 0; call < 1_200; call++) {
            assertThat(rates.open(jar, "lab")).isZero();
        }

        assertThat(rates.open(jar, "lab")).isPositive();
        assertThat(rates.open(jar, "home")).isZero();
        assertThat(rates.stranger("lab")).as("whose token is wrong").isZero();
        assertThat(rates.open(new Route("GET", "/health", Set.of(), exchange -> {}), "lab"))
                .isZero();
        assertThat(rates.open(new Route("GET", "/page/{hash}/{file}", Set.of(), exchange -> {}), "lab"))
                .isZero();
        nanos.addAndGet(Duration.ofMinutes(1).toNanos());
        assertThat(rates.open(jar, "lab")).isZero();
    }

    @Test
    void how_many_a_join_token_brings_is_a_setting() {
        settings = Settings.DEFAULT.with("joins-per-minute", "3");

        for (int i = 0; i < 3; i++) {
            assertThat(rates.known(JOIN, NODES, false)).isZero();
        }

        assertThat(rates.known(JOIN, NODES, false)).isPositive();
        assertThat(rates.known(JOIN, NODES, true))
                .as("whatever it says of itself")
                .isPositive();
    }
}
