package org.gleaner.agent.run;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** The last lines of a file, bounded and safe to print. */
final class Tail {
    private static final int MOST_LINES = 20;
    private static final int MOST_BYTES = 2048;

    private Tail() {}

    static String of(Path file) throws IOException {
        byte[] bytes;
        boolean cut;
        try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
            long from = Math.max(0, in.length() - MOST_BYTES);
            cut = from > 0;
            in.seek(from);
            bytes = new byte[(int) Math.min(MOST_BYTES, in.length() - from)];
            in.readFully(bytes);
        }
        String text = new String(bytes, StandardCharsets.UTF_8);
        int firstLine = text.indexOf('\n');
        if (cut && firstLine >= 0 && firstLine < text.length() - 1) {
            text = text.substring(firstLine + 1);
        }
        String[] lines = text.stripTrailing().split("\n", -1);
        int from = Math.max(0, lines.length - MOST_LINES);
        StringBuilder tail = new StringBuilder();
        for (int i = from; i < lines.length; i++) {
            tail.append(i == from ? "" : "\n").append(printable(lines[i]));
        }
        return tail.toString();
    }

    /** Without the control characters that could play tricks on somebody's terminal. */
    private static String printable(String line) {
        StringBuilder clean = new StringBuilder(line.length());
        line.codePoints().filter(c -> c == '\t' || !Character.isISOControl(c)).forEach(clean::appendCodePoint);
        return clean.toString();
    }
}
