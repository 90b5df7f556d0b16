package org.gleaner.client.call;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** Server-sent events, one by one. Confined to one thread. */
final class EventLines {
    /** A line of the server has a few hundred thousand bytes at most. */
    private static final int LONGEST = 16 << 20;

    /**
     * @param name empty: a comment, which says only that there is somebody
     * @param data of the last line of data; our server writes one
     */
    record Event(String name, String id, String data) {}

    private final InputStream body;

    EventLines(InputStream body) {
        this.body = new BufferedInputStream(body, 1 << 14);
    }

    /** The next one, when it is whole; null: they are over. */
    @Nullable
    Event next() throws IOException {
        String name = "";
        String id = "";
        String data = "";
        for (byte[] line = line(); line != null; line = line()) {
            if (line.length == 0) {
                return new Event(name, id, data);
            }
            String field = new String(line, 0, Math.min(line.length, "event: ".length()), UTF_8);
            if (field.startsWith("event: ")) {
                name = rest(line, "event: ");
            } else if (field.startsWith("id: ")) {
                id = rest(line, "id: ");
            } else if (field.startsWith("data: ")) {
                data = rest(line, "data: ");
            }
        }
        return null;
    }

    private static String rest(byte[] line, String field) {
        return new String(line, field.length(), line.length - field.length(), UTF_8);
    }

    private byte @Nullable [] line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream(256);
        for (int one = body.read(); one >= 0; one = body.read()) {
            if (one == '\n') {
                return line.toByteArray();
            }
            if (line.size() == LONGEST) {
                throw new IOException("a line of the feed has more than " + LONGEST + " bytes");
            }
            if (one != '\r') {
                line.write(one);
            }
        }
        return null;
    }
}
