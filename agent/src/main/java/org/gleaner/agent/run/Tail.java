package org.gleaner.agent.run;

import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.gleaner.agent.disk.Folder;

/** The last lines of a file, bounded and safe to print. */
final class Tail {
    private static final int MOST_LINES = 20;
    private static final int MOST_BYTES = 2048;

    private Tail() {}

    static String of(Path file) throws IOException {
        if (Files.size(file) == 0) {
            return "";
        }
        byte[] bytes;
        boolean cut;
        try (Folder folder = Folder.around(file);
                SeekableByteChannel in = folder.read(file.getFileName())) {
            long from = Math.max(0, in.size() - MOST_BYTES);
            cut = from > 0;
            bytes = Channels.newInputStream(in.position(from)).readNBytes(MOST_BYTES);
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
