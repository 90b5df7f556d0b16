package org.gleaner.lab.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class TileTest {
    @Test
    void pixels_are_read_row_by_row() {
        Tile tile = Tiles.of(Tiles.ppm("1 2 3").replaceFirst("1 2 3\n1 2 3", "1 2 3\n255 128 0"));

        assertThat(tile.pixel(0, 0)).isEqualTo(0x010203);
        assertThat(tile.pixel(1, 0)).isEqualTo(0xff8000);
        assertThat(tile.pixel(0, 1)).isEqualTo(0x010203);
    }

    @Test
    void mean_of_a_field_is_that_of_its_own_pixels() {
        String upper = "0 0 0\n".repeat(Tile.WIDE * Tile.HIGH / 2);
        String lower = "200 100 50\n".repeat(Tile.WIDE * Tile.HIGH / 2);
        Tile tile = Tiles.of("P3\n40 32\n255\n" + upper + lower);

        assertThat(tile.mean(0, 3, 0, 2)).isZero();
        assertThat(tile.mean(2, 3, 1, 2)).isEqualTo(200 << 16 | 100 << 8 | 50);
        assertThat(tile.mean(0, 1, 0, 1)).isEqualTo(100 << 16 | 50 << 8 | 25);
    }

    @Test
    void what_is_not_a_tile_is_refused() {
        assertRefused("");
        assertRefused("P6\n40 32\n255\n");
        assertRefused(Tiles.ppm("1 2 3").replace("40 32", "32 40"));
        assertRefused(Tiles.ppm("1 2 256"));
        assertRefused(Tiles.ppm("1 -2 3"));
        assertRefused(Tiles.ppm("1 2 3").substring(0, 900));
        assertRefused(Tiles.ppm("1 2 3") + "4");
    }

    private static void assertRefused(String text) {
        assertThatThrownBy(() -> Tile.parse(text.getBytes(StandardCharsets.UTF_8)))
                .as(text)
                .isInstanceOf(IOException.class);
    }
}
