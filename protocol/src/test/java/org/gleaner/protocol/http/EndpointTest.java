package org.gleaner.protocol.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class EndpointTest {
    @ParameterizedTest
    @ValueSource(strings = {"http://127.0.0.1:99999", "https://pool.example:65536/", "http://[::1]:0"})
    void a_port_that_does_not_exist_is_refused(String address) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Endpoint.of(address, "token"))
                .withMessageContaining("must be from 1 to 65535");
    }

    @Test
    void the_highest_port_and_none_are_fine() {
        assertThat(Endpoint.of("http://127.0.0.1:65535", "token").base().getPort())
                .isEqualTo(65_535);
        assertThat(Endpoint.of("https://pool.example", "token").base().getPort())
                .isNegative();
    }

    @Test
    void an_address_without_its_scheme_or_with_a_path_is_answered_with_what_is_meant() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Endpoint.of("pool.example:8080", "token"))
                .withMessage(
                        "'pool.example:8080' is not a server address; write http://pool.example:8080, or https:// if"
                                + " it uses TLS");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Endpoint.of("127.0.0.1:8080/", "token"))
                .withMessageContaining("write http://127.0.0.1:8080, or https://");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Endpoint.of("http://pool.example:8080/api/v1/", "token"))
                .withMessage(
                        "a server address ends with its host and port, and 'http://pool.example:8080/api/v1' goes on;"
                                + " write http://pool.example:8080");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Endpoint.of("pool", "token"))
                .withMessageContaining("write for example http://127.0.0.1:8080");
    }
}
