package org.gleaner.cli.simulate;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.github.weisj.jsvg.SVGDocument;
import com.github.weisj.jsvg.parser.LoaderContext;
import com.github.weisj.jsvg.parser.SVGLoader;
import com.github.weisj.jsvg.renderer.NullPlatformSupport;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import javax.imageio.ImageIO;

/** A picture as pixels, for what can't show SVG. */
final class PngFile {
    /** Pixels for each unit of the picture: sharp in print as well. */
    private static final int SCALE = 2;

    private static final String LETTER =
            "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><text y='8'>a</text></svg>";

    private PngFile() {}

    /** Whether letters can be drawn: a Java without a display may lack fonts or the library for them. */
    static boolean isPossible() {
        try {
            write(LETTER, OutputStream.nullOutputStream());
            return true;
        } catch (RuntimeException | LinkageError | InternalError | IOException noFonts) {
            return false;
        }
    }

    static void write(String svg, OutputStream to) throws IOException {
        System.setProperty("java.awt.headless", "true");
        SVGDocument picture = new SVGLoader()
                .load(new ByteArrayInputStream(svg.getBytes(UTF_8)), null, LoaderContext.createDefault());
        if (picture == null) {
            throw new IOException("the picture can't be read");
        }
        int width = (int) Math.ceil(picture.size().getWidth() * SCALE);
        int height = (int) Math.ceil(picture.size().getHeight() * SCALE);
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        Graphics2D pen = image.createGraphics();
        pen.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        pen.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
        pen.scale(SCALE, SCALE);
        picture.renderWithPlatform(NullPlatformSupport.INSTANCE, pen, null);
        pen.dispose();
        ImageIO.write(image, "png", to);
    }
}
