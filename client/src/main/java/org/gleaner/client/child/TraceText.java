package org.gleaner.client.child;

import org.jspecify.annotations.Nullable;

/** A stack trace as a text, of something that can't travel as it is. */
final class TraceText {
    private static final int MOST_FRAMES = 200;
    private static final int MOST_CAUSES = 20;
    /** Each of them can be as long as what it was read from, and share that with all others. */
    private static final int LONGEST = 100_000;

    private TraceText() {}

    static String of(Throwable thrown) {
        StringBuilder text = new StringBuilder();
        @Nullable Throwable at = thrown;
        for (int cause = 0; at != null && cause < MOST_CAUSES && text.length() < LONGEST; cause++) {
            text.append(cause == 0 ? "" : "\nCaused by: ").append(shown(at));
            StackTraceElement[] frames = at.getStackTrace();
            for (int i = 0; i < Math.min(frames.length, MOST_FRAMES) && text.length() < LONGEST; i++) {
                text.append("\n    at ").append(shown(frames[i]));
            }
            at = at.getCause();
        }
        return text.toString();
    }

    private static String shown(Object part) {
        String text = String.valueOf(part);
        return text.substring(0, Math.min(text.length(), LONGEST));
    }
}
