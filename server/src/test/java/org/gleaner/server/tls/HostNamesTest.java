package org.gleaner.server.tls;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostNamesTest {
    @ParameterizedTest
    @ValueSource(strings = {"pool", "pool.example.org", "10.0.0.1", "fd00::7", "a-b_c.d1"})
    void names_and_addresses_of_hosts_are_known(String name) {
        assertThat(HostNames.isValid(name)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-rf", "a b", "a'b", "$(id)", "300.1.1.1", "::g", "ü", "a/b", "a:8080", "POOL"})
    void anything_else_is_refused(String name) {
        assertThat(HostNames.isValid(name)).isFalse();
    }

    @Test
    void own_names_come_first_and_loopback_is_always_among_them() throws Exception {
        List<String> names = HostNames.of(InetAddress.getByName("192.0.2.7"), List.of("pool.example"));

        assertThat(names).startsWith("pool.example", "192.0.2.7").contains("localhost", "127.0.0.1", "::1");
    }
}
