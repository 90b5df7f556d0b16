package org.gleaner.protocol.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import org.junit.jupiter.api.Test;

final class BandwidthTest {
    private long now = -5;
    private final Bandwidth bandwidth = new Bandwidth(1_000_000, () -> now, nanos -> now += nanos);

    @Test
    void downloads_and_uploads_share_one_limit() throws Exception {
        long begin = now;
        ByteArrayOutputStream sent = new ByteArrayOutputStream();
        InputStream in = bandwidth.slow(new ByteArrayInputStream(new byte[2_000_000]));
        OutputStream out = bandwidth.slow(sent);

        long received = in.transferTo(OutputStream.nullOutputStream());
        out.write(new byte[1_000_000]);

        assertThat(received).isEqualTo(2_000_000);
        assertThat(sent.size()).isEqualTo(1_000_000);
        assertThat((now - begin) / 1e9).isCloseTo(3, within(0.11));
    }

    @Test
    void what_was_not_used_is_not_saved_up() throws Exception {
        OutputStream out = bandwidth.slow(OutputStream.nullOutputStream());
        out.write(1);
        now += 60_000_000_000L;
        long begin = now;

        out.write(new byte[1_000_000]);

        assertThat((now - begin) / 1e9).isCloseTo(1, within(0.11));
    }

    @Test
    void a_slow_transfer_moves_in_small_pieces() throws Exception {
        InputStream in = bandwidth.slow(new ByteArrayInputStream(new byte[500_000]));

        assertThat(in.read(new byte[500_000])).isBetween(1, 65_536);
    }

    @Test
    void without_a_limit_streams_stay_as_they_are() {
        OutputStream out = OutputStream.nullOutputStream();

        assertThat(Bandwidth.UNLIMITED.slow(out)).isSameAs(out);
        assertThatThrownBy(() -> Bandwidth.perSecond(0)).isInstanceOf(IllegalArgumentException.class);
    }
}
