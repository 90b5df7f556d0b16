package org.gleaner.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClientAddressTest {
    private static final String PROXY = "192.0.2.1";

    private final ClientAddress addresses;

    ClientAddressTest() throws Exception {
        addresses = new ClientAddress(List.of(InetAddress.getByName(PROXY), InetAddress.getByName("fd00::1")));
    }

    @Test
    void a_known_proxy_says_for_whom_it_speaks() {
        assertThat(addresses.of(PROXY, List.of("198.51.100.7"))).isEqualTo("198.51.100.7");
        assertThat(addresses.of("[fd00:0:0:0:0:0:0:1]", List.of("2001:db8::7"))).isEqualTo("2001:db8::7");
    }

    @Test
    void what_anybody_else_says_is_not_believed() {
        assertThat(addresses.of("198.51.100.9", List.of("198.51.100.7"))).isEqualTo("198.51.100.9");
    }

    @Test
    void of_a_list_only_what_known_proxies_added_counts() {
        assertThat(addresses.of(PROXY, List.of("10.0.0.1", "198.51.100.7"))).isEqualTo("198.51.100.7");
        assertThat(addresses.of(PROXY, List.of("198.51.100.7", PROXY))).isEqualTo("198.51.100.7");
    }

    @Test
    void nonsense_leaves_the_peer() {
        for (String nonsense : List.of("", "unknown", "evil\nline", "1.2.3.4:80 or so")) {
            assertThat(addresses.of(PROXY, List.of(nonsense))).isEqualTo(PROXY);
        }
        assertThat(addresses.of(PROXY, List.of())).isEqualTo(PROXY);
    }
}
