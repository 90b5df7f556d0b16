package org.gleaner.protocol.http;

import java.util.zip.Deflater;

/** Whether content is worth compressing on its way. Both sides ask here, each about what it is going to send. */
public final class Packing {
    /** As HTTP calls it. */
    public static final String GZIP = "gzip";
    /** How much of the beginning is looked at. */
    public static final int SAMPLE = 1 << 16;

    /** Less than this travels in a packet or two, compressed or not. */
    private static final int SMALLEST = 4 << 10;

    private static final int WORTH_PERCENT = 80;

    private Packing() {}

    /** Judged by its beginning: archives, images and the like do not shrink, and would only cost time. */
    public static boolean pays(byte[] beginning) {
        if (beginning.length < SMALLEST) {
            return false;
        }
        Deflater deflater = new Deflater(Deflater.BEST_SPEED, true);
        try {
            deflater.setInput(beginning, 0, Math.min(SAMPLE, beginning.length));
            deflater.finish();
            byte[] scratch = new byte[8 << 10];
            while (!deflater.finished()) {
                deflater.deflate(scratch);
            }
            return deflater.getBytesWritten() * 100 < deflater.getBytesRead() * WORTH_PERCENT;
        } finally {
            deflater.end();
        }
    }
}
