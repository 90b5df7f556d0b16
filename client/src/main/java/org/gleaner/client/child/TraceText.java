package org.gleaner.client.child;

import org.jspecify.annotations.Nullable;

/** A stack trace as a text, of something that can't travel as it is. */
final class TraceText {
    private static final int MOST_FRAMES = 200;
    private static final int MOST_CAUSES = 20;

    private TraceText() {}

    static String of(Throwable thrown) {
        StringBuilder text = new StringBuilder();
        @Nullable Throwable at = thrown;
        for (int cause = 0; at != null && cause < MOST_CAUSES; cause++) {
            text.append(cause == 0 ? "" : "\nCaused by: ").append(at);
            StackTraceElement[] frames = at.getStackTrace();
            for (int i = 0; i < Math.min(frames.length, MOST_FRAMES); i++) {
                text.append("\n    at ").append(frames[i]);
            }
            at = at.getCause();
        }
        return text.toString();
    }
}
