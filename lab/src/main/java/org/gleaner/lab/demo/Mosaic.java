package org.gleaner.lab.demo;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import javax.imageio.ImageIO;
import org.jspecify.annotations.Nullable;

/** The tiles of the picture that are there, by their number: 1 is at the upper left. Confined to one thread. */
final class Mosaic {
    static final int ACROSS = 16;
    static final int DOWN = 15;
    static final int TILES = ACROSS * DOWN;

    private final Map<Integer, Tile> tiles = new TreeMap<>();

    void put(int number, Tile tile) {
        tiles.put(number, tile);
    }

    @Nullable
    Tile tile(int number) {
        return tiles.get(number);
    }

    static int number(int column, int row) {
        return row * ACROSS + column + 1;
    }

    /** The whole picture; a tile that is missing would leave a black hole. */
    BufferedImage image() {
        BufferedImage image = new BufferedImage(ACROSS * Tile.WIDE, DOWN * Tile.HIGH, BufferedImage.TYPE_INT_RGB);
        for (int y = 0; y < image.getHeight(); y++) {
            for (int x = 0; x < image.getWidth(); x++) {
                Tile tile = tile(number(x / Tile.WIDE, y / Tile.HIGH));
                image.setRGB(x, y, tile == null ? 0 : tile.pixel(x % Tile.WIDE, y % Tile.HIGH));
            }
        }
        return image;
    }

    void write(Path file) throws IOException {
        ImageIO.setUseCache(false);
        if (!ImageIO.write(image(), "png", file.toFile())) {
            throw new IOException("this Java can't write PNG pictures");
        }
    }
}
