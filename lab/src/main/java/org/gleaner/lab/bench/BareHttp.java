package org.gleaner.lab.bench;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** As little HTTP as the server understands, so that many nodes leave the machine to the server. */
record BareHttp(String host, String token) {
    private static final String SUCCESS = "HTTP/1.1 200";
    private static final String BUSY = "HTTP/1.1 503";

    /** The server can't answer now; the same call may come again. */
    static final class Busy extends IOException {
        private static final long serialVersionUID = 1;

        Busy(String why) {
            super(why);
        }
    }

    /** A whole call. */
    byte[] post(String path, byte[] body) {
        byte[] head = ("POST " + path + " HTTP/1.1\r\nHost: " + host + "\r\nAuthorization: Bearer " + token
                        + "\r\nContent-Type: application/json\r\nContent-Length: " + body.length + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        ByteArrayOutputStream whole = new ByteArrayOutputStream(head.length + body.length);
        whole.writeBytes(head);
        whole.writeBytes(body);
        return whole.toByteArray();
    }

    /** A whole call for something. */
    byte[] get(String path) {
        return ("GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\nAuthorization: Bearer " + token + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
    }

    /** The body of the next answer, which must be a success. */
    static byte[] answer(InputStream in) throws IOException {
        String status = line(in);
        int length = 0;
        for (String header = line(in); !header.isEmpty(); header = line(in)) {
            if (header.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
                length = Integer.parseInt(
                        header.substring(header.indexOf(':') + 1).strip());
            }
        }
        byte[] body = in.readNBytes(length);
        if (body.length < length) {
            throw new EOFException("the server hung up");
        }
        if (!status.startsWith(SUCCESS)) {
            String said = "the server answered " + status + ": " + new String(body, StandardCharsets.UTF_8);
            throw status.startsWith(BUSY) ? new Busy(said) : new IOException(said);
        }
        return body;
    }

    /** The same of what has arrived so far; null if that is not all of it. */
    static byte @Nullable [] answer(byte[] arrived) throws IOException {
        try {
            return answer(new ByteArrayInputStream(arrived));
        } catch (EOFException notAll) {
            return null;
        }
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new EOFException("the server hung up");
            }
            if (c != '\r') {
                line.append((char) c);
            }
        }
        return line.toString();
    }
}
