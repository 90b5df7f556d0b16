package org.gleaner.lab.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MosaicTest {
    private static final int RGB = 0xffffff;

    @Test
    void every_tile_is_where_its_number_says(@TempDir Path directory) throws IOException {
        Mosaic mosaic = new Mosaic();
        for (int number = 1; number <= Mosaic.TILES; number++) {
            mosaic.put(number, Tiles.plain(number, 0, 255));
        }
        Path file = directory.resolve("picture.png");

        mosaic.write(file);

        BufferedImage image = ImageIO.read(file.toFile());
        assertThat(image.getWidth()).isEqualTo(640);
        assertThat(image.getHeight()).isEqualTo(480);
        assertThat(image.getRGB(0, 0) & RGB).isEqualTo(0x0100ff);
        assertThat(image.getRGB(639, 0) & RGB).isEqualTo(0x1000ff);
        assertThat(image.getRGB(40, 32) & RGB).isEqualTo(0x1200ff);
        assertThat(image.getRGB(639, 479) & RGB).isEqualTo(0xf000ff);
    }
}
