package org.gleaner.core.grid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class WebhooksTest {
    private final Webhooks some = Webhooks.parse("hooks.example.org, Chat.example.org:8443");

    @Test
    void off_tells_nobody() {
        assertThat(Webhooks.parse("off").objection("https://hooks.example.org/x"))
                .contains(Violation.Plain.WEBHOOKS_OFF);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://hooks.example.org/a?b=c",
                "http://HOOKS.example.org",
                "https://hooks.example.org:443/",
                "https://chat.example.org:8443/x"
            })
    void listed_hosts_on_their_ports_are_told(String address) {
        assertThat(some.objection(address)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://example.org/",
                "https://hooks.example.org:22/",
                "https://chat.example.org/",
                "https://hooks.example.org.evil.org/",
                "https://evil.org/hooks.example.org",
                "https://hooks.example.org@evil.org/",
                "https://hooks.example.org:x@evil.org/",
                "https://hooks.example.org#@evil.org/",
                "https://evil.org\\@hooks.example.org/",
                "http://[::1]/",
                "http://127.0.0.1/",
                "file:///etc/passwd",
                "https://hooks.example.org/a b"
            })
    void all_others_are_not(String address) {
        assertThat(some.objection(address)).isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "https://host", "a,,b", "a b", "-a", "host:port", "*"})
    void a_list_that_is_none_is_refused(String setting) {
        assertThatIllegalArgumentException().isThrownBy(() -> Setting.WEBHOOKS.check(setting));
    }
}
