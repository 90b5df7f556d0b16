package org.gleaner.lab.bench;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;

/** One connection over which one call after the other is sent. Confined to one thread. */
final class KeepAliveSocket implements AutoCloseable {
    private static final int CONNECT_MILLIS = 10_000;
    private static final int READ_MILLIS = 60_000;
    private static final int BUFFER = 16 << 10;

    private final Socket socket = new Socket();
    private final OutputStream out;
    private final InputStream in;
    private final BareHttp http;

    KeepAliveSocket(URI server, String token) throws IOException {
        socket.setTcpNoDelay(true);
        socket.connect(new InetSocketAddress(server.getHost(), server.getPort()), CONNECT_MILLIS);
        socket.setSoTimeout(READ_MILLIS);
        out = socket.getOutputStream();
        in = new BufferedInputStream(socket.getInputStream(), BUFFER);
        http = new BareHttp(server.getHost(), token);
    }

    byte[] post(String path, byte[] body) throws IOException {
        send(path, body);
        return receive();
    }

    void send(String path, byte[] body) throws IOException {
        out.write(http.post(path, body));
    }

    /** Whether an answer has begun to arrive. */
    boolean hasAnswer() throws IOException {
        return in.available() > 0;
    }

    /** The body of the next answer, which must be a success. */
    byte[] receive() throws IOException {
        return BareHttp.answer(in);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
