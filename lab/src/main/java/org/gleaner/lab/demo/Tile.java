package org.gleaner.lab.demo;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.StringTokenizer;

/** One piece of the picture, row by row, each pixel as 0xRRGGBB. Immutable, because nobody writes to the array. */
final class Tile {
    static final int WIDE = 40;
    static final int HIGH = 32;

    private static final int BRIGHTEST = 255;

    private final int[] pixels;

    private Tile(int[] pixels) {
        this.pixels = pixels;
    }

    /** Reads the plain PPM that the script writes; it comes from a task, so nothing about it is taken for granted. */
    static Tile parse(byte[] ppm) throws IOException {
        StringTokenizer words = new StringTokenizer(new String(ppm, StandardCharsets.US_ASCII));
        boolean header = words.hasMoreTokens()
                && words.nextToken().equals("P3")
                && number(words, WIDE) == WIDE
                && number(words, HIGH) == HIGH
                && number(words, BRIGHTEST) == BRIGHTEST;
        if (!header) {
            throw new IOException("a tile does not begin as one of " + WIDE + " x " + HIGH + " pixels should");
        }
        int[] pixels = new int[WIDE * HIGH];
        for (int i = 0; i < pixels.length; i++) {
            int red = number(words, BRIGHTEST);
            int green = number(words, BRIGHTEST);
            pixels[i] = red << 16 | green << 8 | number(words, BRIGHTEST);
        }
        if (words.hasMoreTokens()) {
            throw new IOException("a tile has more pixels than it should");
        }
        return new Tile(pixels);
    }

    private static int number(StringTokenizer words, int largest) throws IOException {
        String word = words.hasMoreTokens() ? words.nextToken() : "nothing";
        if (!word.matches("[0-9]{1,4}") || Integer.parseInt(word) > largest) {
            throw new IOException("a tile has '" + word + "' where a number up to " + largest + " belongs");
        }
        return Integer.parseInt(word);
    }

    int pixel(int x, int y) {
        return pixels[y * WIDE + x];
    }

    /** The mean colour of one field, if the tile is divided into so many columns and rows. */
    int mean(int column, int columns, int row, int rows) {
        long red = 0;
        long green = 0;
        long blue = 0;
        int count = 0;
        for (int y = row * HIGH / rows; y < (row + 1) * HIGH / rows; y++) {
            for (int x = column * WIDE / columns; x < (column + 1) * WIDE / columns; x++) {
                int pixel = pixel(x, y);
                red += pixel >> 16 & BRIGHTEST;
                green += pixel >> 8 & BRIGHTEST;
                blue += pixel & BRIGHTEST;
                count++;
            }
        }
        return (int) (red / count) << 16 | (int) (green / count) << 8 | (int) (blue / count);
    }
}
