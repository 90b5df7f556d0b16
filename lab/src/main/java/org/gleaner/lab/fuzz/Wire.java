package org.gleaner.lab.fuzz;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Writes requests to a server as they are, right or wrong, and reads what comes back. A connection is used again after
 * a whole request with a whole answer. Confined to one thread.
 */
final class Wire implements AutoCloseable {
    private static final int CONNECT_MILLIS = 10_000;
    private static final int LONGEST_LINE = 64 << 10;
    private static final int MOST_LINES = 1000;
    private static final int MOST_BODY = 1 << 20;
    private static final byte[] MORE = " ".repeat(1 << 16).getBytes(StandardCharsets.US_ASCII);
    private static final int MOST_MORE = 200;

    private final InetSocketAddress server;
    private final Duration patience;
    private @Nullable Socket socket;
    private @Nullable InputStream in;

    Wire(URI server, Duration patience) {
        this.server = new InetSocketAddress(server.getHost(), server.getPort());
        this.patience = patience;
    }

    WireAnswer send(WireRequest request) throws IOException {
        boolean used = socket != null;
        WireAnswer answer = once(request);
        if (used && answer.kind() == WireAnswer.Kind.CLOSED) {
            // The server may close a connection between two requests at any time.
            answer = once(request);
        }
        return answer;
    }

    private WireAnswer once(WireRequest request) throws IOException {
        Socket connection = socket == null ? connect() : socket;
        InputStream from = in;
        if (from == null) {
            throw new IllegalStateException("a connection has a stream");
        }
        try {
            boolean written = write(request, connection, from);
            WireAnswer answer = read(from, request.headOnly());
            boolean again = answer.kind() == WireAnswer.Kind.ANSWERED
                    && request.answerDue()
                    && written
                    && answer.whole()
                    && !answer.headers().getOrDefault("connection", "").equals("close");
            if (!again) {
                close();
            }
            return answer;
        } catch (SocketTimeoutException silent) {
            close();
            return WireAnswer.without(WireAnswer.Kind.SILENT);
        } catch (NumberFormatException | EOFException garbled) {
            close();
            return WireAnswer.without(WireAnswer.Kind.GARBLED);
        } catch (IOException reset) {
            close();
            return WireAnswer.without(WireAnswer.Kind.CLOSED);
        }
    }

    private Socket connect() throws IOException {
        Socket fresh = new Socket();
        fresh.setTcpNoDelay(true);
        fresh.setSoTimeout((int) patience.toMillis());
        fresh.connect(server, CONNECT_MILLIS);
        socket = fresh;
        in = new BufferedInputStream(fresh.getInputStream(), 1 << 14);
        return fresh;
    }

    /** Whether all was written; a server that has answered already need not read the rest. */
    private static boolean write(WireRequest request, Socket connection, InputStream from) throws IOException {
        OutputStream out = connection.getOutputStream();
        try {
            out.write(request.bytes());
            if (request.end() == WireRequest.End.ENDLESS) {
                for (int i = 0; i < MOST_MORE && from.available() == 0; i++) {
                    out.write(MORE);
                }
            }
            if (request.end() != WireRequest.End.OPEN) {
                connection.shutdownOutput();
            }
            return true;
        } catch (IOException refused) {
            return false;
        }
    }

    private static WireAnswer read(InputStream in, boolean headOnly) throws IOException {
        String line = line(in);
        if (line == null) {
            return WireAnswer.without(WireAnswer.Kind.CLOSED);
        }
        if (!line.matches("HTTP/1\\.1 [1-5][0-9]{2}( .*)?")) {
            return WireAnswer.without(WireAnswer.Kind.GARBLED);
        }
        int status = Integer.parseInt(line.substring(9, 12));
        Map<String, String> headers = new TreeMap<>();
        for (int i = 0; i < MOST_LINES; i++) {
            String header = line(in);
            if (header == null) {
                throw new EOFException();
            }
            if (header.isEmpty()) {
                break;
            }
            int colon = header.indexOf(':');
            if (colon < 1) {
                return WireAnswer.without(WireAnswer.Kind.GARBLED);
            }
            headers.put(
                    header.substring(0, colon).toLowerCase(Locale.ROOT),
                    header.substring(colon + 1).strip());
        }
        if (status == 100) {
            return read(in, headOnly);
        }
        if (headOnly || status == 204 || status == 304) {
            return new WireAnswer(WireAnswer.Kind.ANSWERED, status, headers, new byte[0], true);
        }
        return body(in, status, headers);
    }

    private static WireAnswer body(InputStream in, int status, Map<String, String> headers) throws IOException {
        if ("text/event-stream".equals(headers.get("content-type"))) {
            // It has no end; that it has begun is the answer.
            return new WireAnswer(WireAnswer.Kind.ANSWERED, status, headers, new byte[0], false);
        }
        if ("chunked".equals(headers.get("transfer-encoding"))) {
            return chunks(in, status, headers);
        }
        String announced = headers.get("content-length");
        long length = announced == null ? Long.MAX_VALUE : Long.parseLong(announced);
        byte[] body = in.readNBytes((int) Math.min(length, MOST_BODY));
        if (announced != null && body.length < Math.min(length, MOST_BODY)) {
            throw new EOFException();
        }
        return new WireAnswer(WireAnswer.Kind.ANSWERED, status, headers, body, length == body.length);
    }

    private static WireAnswer chunks(InputStream in, int status, Map<String, String> headers) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        while (all.size() < MOST_BODY) {
            String line = line(in);
            int size = line == null ? -1 : Integer.parseInt(line, 16);
            if (size < 0) {
                throw new EOFException();
            }
            byte[] piece = in.readNBytes(size);
            String end = line(in);
            if (piece.length < size || end == null) {
                throw new EOFException();
            }
            if (size == 0) {
                return new WireAnswer(WireAnswer.Kind.ANSWERED, status, headers, all.toByteArray(), true);
            }
            all.writeBytes(piece);
        }
        return new WireAnswer(WireAnswer.Kind.ANSWERED, status, headers, all.toByteArray(), false);
    }

    /** The next line without its end; null if the stream ends before it. */
    private static @Nullable String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                if (line.isEmpty()) {
                    return null;
                }
                throw new EOFException();
            }
            if (line.length() >= LONGEST_LINE) {
                throw new EOFException();
            }
            if (c != '\r') {
                line.append((char) c);
            }
        }
        return line.toString();
    }

    @Override
    public void close() {
        Socket open = socket;
        socket = null;
        in = null;
        if (open != null) {
            try {
                open.close();
            } catch (IOException ignored) {
                // Nothing more is asked of it.
            }
        }
    }
}
