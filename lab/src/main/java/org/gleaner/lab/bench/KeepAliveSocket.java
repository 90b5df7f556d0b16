package org.gleaner.lab.bench;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * One connection over which one call after the other is sent: as little HTTP as the server understands, so that a
 * fleet of many nodes leaves the machine to the server. Confined to one thread.
 */
final class KeepAliveSocket implements AutoCloseable {
    private static final int CONNECT_MILLIS = 10_000;
    private static final int READ_MILLIS = 60_000;
    private static final int BUFFER = 16 << 10;
    private static final int OK = 200;

    private final Socket socket = new Socket();
    private final OutputStream out;
    private final InputStream in;
    private final String headers;

    KeepAliveSocket(URI server, String token) throws IOException {
        socket.setTcpNoDelay(true);
        socket.connect(new InetSocketAddress(server.getHost(), server.getPort()), CONNECT_MILLIS);
        socket.setSoTimeout(READ_MILLIS);
        out = socket.getOutputStream();
        in = new BufferedInputStream(socket.getInputStream(), BUFFER);
        headers = " HTTP/1.1\r\nHost: " + server.getHost() + "\r\nAuthorization: Bearer " + token
                + "\r\nContent-Type: application/json\r\nContent-Length: ";
    }

    byte[] post(String path, byte[] body) throws IOException {
        send(path, body);
        return receive();
    }

    void send(String path, byte[] body) throws IOException {
        byte[] head = ("POST " + path + headers + body.length + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII);
        ByteArrayOutputStream whole = new ByteArrayOutputStream(head.length + body.length);
        whole.writeBytes(head);
        whole.writeBytes(body);
        whole.writeTo(out);
    }

    /** Whether an answer has begun to arrive. */
    boolean hasAnswer() throws IOException {
        return in.available() > 0;
    }

    /** The body of the next answer, which must be a success. */
    byte[] receive() throws IOException {
        String status = line();
        int length = 0;
        for (String header = line(); !header.isEmpty(); header = line()) {
            if (header.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
                length = Integer.parseInt(
                        header.substring(header.indexOf(':') + 1).strip());
            }
        }
        byte[] body = in.readNBytes(length);
        if (body.length < length) {
            throw new EOFException("the server hung up");
        }
        if (!status.startsWith("HTTP/1.1 " + OK)) {
            throw new IOException("the server answered " + status + ": " + new String(body, StandardCharsets.UTF_8));
        }
        return body;
    }

    private String line() throws IOException {
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

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
