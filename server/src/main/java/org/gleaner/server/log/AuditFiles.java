package org.gleaner.server.log;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.gleaner.protocol.json.AuditJson;
import org.gleaner.protocol.json.BadMessage;
import org.gleaner.protocol.json.Json;
import org.gleaner.protocol.message.AuditPage;
import org.gleaner.protocol.message.Content;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the audit log from its end, a page at a time, through the files that were rolled over. A place in it is named
 * by the file's first line and an offset, so it stays right while lines are added and files are renamed. Keeps nothing
 * open and nothing in memory. Thread-safe.
 */
public final class AuditFiles {
    private static final Logger LOG = LoggerFactory.getLogger(AuditFiles.class);
    private static final int CHUNK = 64 << 10;
    /** So that a page ends even if hardly anything in the files is a line. */
    private static final long MOST_BYTES = 8L << 20;

    private static final int MARK_BYTES = 4 << 10;
    private static final int MARK_DIGITS = 16;

    private final Path newest;

    /** @param data the server's directory */
    public AuditFiles(Path data) {
        newest = data.resolve("audit.log");
    }

    /** What one call has found so far. */
    private static final class Round {
        private final int limit;
        private final List<AuditPage.Line> lines = new ArrayList<>();
        private long bytes;
        private @Nullable String next;

        Round(int limit) {
            this.limit = limit;
        }

        boolean hasRoom() {
            return lines.size() < limit && bytes < MOST_BYTES;
        }
    }

    /** Before which line to go on, in which file. */
    private record Place(String mark, long end) {
        static Place parse(String text) {
            return new Place(text.substring(0, MARK_DIGITS), Long.parseLong(text.substring(MARK_DIGITS + 1)));
        }

        @Override
        public String toString() {
            return mark + "-" + end;
        }
    }

    /**
     * @param before as an earlier page named it; null: from the end
     * @return nothing if all that was before it has been deleted by now
     */
    public AuditPage page(@Nullable String before, int limit) throws IOException {
        Place wanted = before == null ? null : Place.parse(before);
        Round round = new Round(limit);
        Set<String> seen = new HashSet<>();
        for (int number = 0; number <= AuditAppender.FILES && round.next == null; number++) {
            Path path = number == 0 ? newest : AuditAppender.rolled(newest, number);
            if (!Files.isRegularFile(path)) {
                continue;
            }
            try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ)) {
                String mark = mark(file);
                // One that was renamed since we looked at it comes again under its next name.
                if (mark.isEmpty() || !seen.add(mark)) {
                    continue;
                }
                if (wanted == null) {
                    take(file, new Place(mark, file.size()), round);
                } else if (wanted.mark().equals(mark)) {
                    take(file, new Place(mark, Math.min(wanted.end(), file.size())), round);
                    wanted = null;
                }
            } catch (NoSuchFileException renamed) {
                LOG.debug("{} was renamed while it was looked for; the next name has it", path);
            }
        }
        return new AuditPage(round.lines, round.next);
    }

    /** Which file this is, whatever its name; empty: it has no line yet. */
    private static String mark(FileChannel file) throws IOException {
        byte[] begin = read(file, 0, (int) Math.min(MARK_BYTES, file.size()));
        int end = lineBreak(begin);
        if (end < 0 && begin.length < MARK_BYTES) {
            return "";
        }
        byte[] line = Arrays.copyOf(begin, end < 0 ? begin.length : end);
        return Content.hash(line).hex().substring(0, MARK_DIGITS);
    }

    private static void take(FileChannel file, Place from, Round round) throws IOException {
        long end = from.end();
        while (end > 0 && round.hasRoom()) {
            long begin = Math.max(0, end - CHUNK);
            byte[] bytes = read(file, begin, (int) (end - begin));
            round.bytes += CHUNK;
            // What stands before the first line break may be the rest of a line.
            int first = begin == 0 ? 0 : lineBreak(bytes) + 1;
            if (bytes.length == 0 || (begin > 0 && (first == 0 || first == bytes.length))) {
                // Longer than any line of ours.
                end = begin;
                continue;
            }
            int last = bytes.length;
            while (last > first && round.hasRoom()) {
                int start = lastLine(bytes, first, last);
                add(bytes, start, last, round);
                last = start;
            }
            end = begin + last;
        }
        if (end > 0 || !round.hasRoom()) {
            round.next = new Place(from.mark(), end).toString();
        }
    }

    /** Where the last line before this place begins. */
    private static int lastLine(byte[] bytes, int first, int last) {
        int at = last - 1;
        while (at > first && bytes[at - 1] != '\n') {
            at--;
        }
        return at;
    }

    private static void add(byte[] bytes, int start, int end, Round round) {
        String text = new String(bytes, start, end - start, UTF_8).strip();
        if (!text.isEmpty()) {
            try {
                round.lines.add(Json.read(text.getBytes(UTF_8), AuditJson::readLine));
            } catch (BadMessage torn) {
                // As a crash or a full disk leaves it; the log tells how many are missing.
                return;
            }
        }
    }

    private static int lineBreak(byte[] bytes) {
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == '\n') {
                return i;
            }
        }
        return -1;
    }

    private static byte[] read(FileChannel file, long from, int length) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(length);
        int count = 0;
        while (buffer.hasRemaining() && count >= 0) {
            count = file.read(buffer, from + buffer.position());
        }
        return Arrays.copyOf(buffer.array(), buffer.position());
    }
}
