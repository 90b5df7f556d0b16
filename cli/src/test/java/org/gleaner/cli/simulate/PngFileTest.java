package org.gleaner.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

final class PngFileTest {
    @Test
    void a_picture_becomes_pixels_in_its_colours() throws IOException {
        assumeTrue(PngFile.isPossible(), "this Java has no fonts");
        ByteArrayOutputStream png = new ByteArrayOutputStream();

        PngFile.write(
                "<svg xmlns='http://www.w3.org/2000/svg' width='20' height='10'>"
                        + "<rect width='20' height='10' fill='#ffffff'/>"
                        + "<g fill='#0072b2'><rect width='10' height='10'/></g></svg>",
                png);

        BufferedImage image = ImageIO.read(new ByteArrayInputStream(png.toByteArray()));
        assertThat(image.getWidth()).isEqualTo(40);
        assertThat(image.getHeight()).isEqualTo(20);
        assertThat(image.getRGB(5, 5) & 0xffffff).isEqualTo(0x0072b2);
        assertThat(image.getRGB(30, 5) & 0xffffff).isEqualTo(0xffffff);
    }
}
