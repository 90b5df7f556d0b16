package org.gleaner.agent.person;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * What the page answers.
 *
 * @param type of the text
 * @param location where to look instead; null: here
 */
record PageAnswer(
        int status, String type, String text, @Nullable String location) {
    static PageAnswer plain(int status, String text) {
        return new PageAnswer(status, "text/plain", text + "\n", null);
    }

    static PageAnswer see(String location) {
        return new PageAnswer(303, "text/plain", "", location);
    }

    /** As it goes over the wire; the connection ends behind it. */
    ByteBuffer bytes() {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        String head = "HTTP/1.1 " + status + " " + (status < 400 ? "OK" : "Refused") + "\r\n"
                + "Content-Type: " + type + "; charset=utf-8\r\n"
                + "Content-Length: " + body.length + "\r\n"
                + (location == null ? "" : "Location: " + location + "\r\n")
                + "Connection: close\r\n"
                + "Cache-Control: no-store\r\n"
                + "X-Content-Type-Options: nosniff\r\n"
                + "Referrer-Policy: no-referrer\r\n"
                + "Content-Security-Policy: default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; "
                + "connect-src 'self'; form-action 'self'; "
                + "frame-ancestors 'none'; base-uri 'none'\r\n\r\n";
        byte[] first = head.getBytes(StandardCharsets.US_ASCII);
        return ByteBuffer.allocate(first.length + body.length)
                .put(first)
                .put(body)
                .flip();
    }
}
