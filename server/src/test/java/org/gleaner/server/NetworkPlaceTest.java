package org.gleaner.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.server.tls.TlsIdentity;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that runs on while somebody sets the clock of its machine. */
final class NetworkPlaceTest {
    private static final Instant NOW = Instant.parse("2026-11-15T05:00:00Z");
    private static final Exposure TLS = new Exposure(Exposure.Transport.TLS, List.of(), null, List.of());

    @TempDir
    private Path data;

    private final List<TlsIdentity> renewed = new ArrayList<>();
    private Instant wall = NOW;

    @Test
    void certificate_that_was_made_while_the_clock_was_far_ahead_is_replaced_once_the_clock_is_right()
            throws Exception {
        wall = NOW.plus(Duration.ofDays(700));
        NetworkPlace place = place();
        wall = NOW;

        place.look(renewed::add);
        place.look(renewed::add);

        assertThat(renewed)
                .singleElement()
                .satisfies(now -> assertThat(now.isValid(NOW)).isTrue());
        assertThat(place.identity()).isSameAs(renewed.get(0));
    }

    @Test
    void certificate_that_was_made_while_the_clock_was_far_behind_is_replaced_once_the_clock_is_right()
            throws Exception {
        wall = Instant.EPOCH;
        NetworkPlace place = place();
        place.look(renewed::add);
        assertThat(renewed).isEmpty();
        wall = NOW;

        place.look(renewed::add);

        assertThat(renewed)
                .singleElement()
                .satisfies(now -> assertThat(now.isValid(NOW)).isTrue());
    }

    @Test
    void clock_that_jumps_far_ahead_and_back_locks_nobody_out_meanwhile() throws Exception {
        NetworkPlace place = place();
        wall = NOW.plus(Duration.ofDays(700));
        place.look(renewed::add);

        assertThat(renewed).singleElement().satisfies(now -> {
            assertThat(now.isValid(NOW)).isTrue();
            assertThat(now.isValid(wall)).isTrue();
        });
        wall = NOW;
        place.look(renewed::add);
        assertThat(renewed).hasSize(1);
    }

    private NetworkPlace place() throws Exception {
        return new NetworkPlace(data, InetAddress.getLoopbackAddress(), TLS, () -> wall);
    }
}
