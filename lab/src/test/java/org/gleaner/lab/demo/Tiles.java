package org.gleaner.lab.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Tiles as a script would write them. */
final class Tiles {
    private Tiles() {}

    static String ppm(String pixel) {
        return "P3\n40 32\n255\n" + (pixel + "\n").repeat(Tile.WIDE * Tile.HIGH);
    }

    static Tile of(String ppm) {
        try {
            return Tile.parse(ppm.getBytes(StandardCharsets.US_ASCII));
        } catch (IOException malformed) {
            throw new UncheckedIOException(malformed);
        }
    }

    static Tile plain(int red, int green, int blue) {
        return of(ppm(red + " " + green + " " + blue));
    }
}
