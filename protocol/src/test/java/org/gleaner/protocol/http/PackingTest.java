package org.gleaner.protocol.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

final class PackingTest {
    private static final byte[] TEXT = "1,293.15,0.25\n".repeat(20_000).getBytes(UTF_8);

    @Test
    void text_is_worth_packing() {
        assertThat(Packing.pays(TEXT)).isTrue();
    }

    @Test
    void noise_and_what_is_packed_already_are_not() throws IOException {
        byte[] noise = noise(Packing.SAMPLE);
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            for (byte one : noise) {
                gzip.write(Integer.toString(one).getBytes(UTF_8));
            }
        }

        assertThat(Packing.pays(noise)).isFalse();
        assertThat(Packing.pays(packed.toByteArray())).isFalse();
    }

    @Test
    void what_fits_into_a_packet_or_two_is_not() {
        assertThat(Packing.pays(new byte[0])).isFalse();
        assertThat(Packing.pays(Arrays.copyOf(TEXT, 1000))).isFalse();
    }

    @Test
    void a_fifth_less_is_where_it_begins_to_pay() {
        byte[] mixed = noise(Packing.SAMPLE);
        Arrays.fill(mixed, 0, mixed.length * 15 / 100, (byte) ' ');
        assertThat(Packing.pays(mixed)).isFalse();

        Arrays.fill(mixed, 0, mixed.length * 25 / 100, (byte) ' ');
        assertThat(Packing.pays(mixed)).isTrue();
    }

    @Test
    void a_packed_stream_is_gzip_of_what_is_below_it() throws IOException {
        for (byte[] plain : new byte[][] {new byte[0], {1}, TEXT, noise(200_000)}) {
            try (PackedStream packed = new PackedStream(new ByteArrayInputStream(plain));
                    GZIPInputStream back = new GZIPInputStream(packed)) {
                assertThat(back.readAllBytes()).isEqualTo(plain);
            }
        }
    }

    private static byte[] noise(int size) {
        byte[] bytes = new byte[size];
        new Random(7).nextBytes(bytes);
        return bytes;
    }
}
