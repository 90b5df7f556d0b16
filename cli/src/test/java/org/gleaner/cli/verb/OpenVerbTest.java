package org.gleaner.cli.verb;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

final class OpenVerbTest {
    @Test
    void each_system_has_its_own_way_to_open_an_address() {
        assertThat(OpenVerb.opener("Windows 11", Map.of())).contains("rundll32");
        assertThat(OpenVerb.opener("Mac OS X", Map.of())).containsExactly("open");
        assertThat(OpenVerb.opener("Linux", Map.of("WAYLAND_DISPLAY", "wayland-0")))
                .containsExactly("xdg-open");
    }

    @Test
    void without_a_screen_nothing_is_opened() {
        assertThat(OpenVerb.opener("Linux", Map.of())).isEmpty();
    }
}
