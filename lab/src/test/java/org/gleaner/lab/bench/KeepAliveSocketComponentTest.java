package org.gleaner.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** The lean client must not take for a success what is none: its counts are the benchmark's result. */
final class KeepAliveSocketComponentTest {
    @Test
    void two_answers_on_one_connection_are_told_apart() throws IOException {
        try (ServerSocket listening = listen();
                KeepAliveSocket client = connect(listening);
                Socket server = listening.accept()) {
            answer(
                    server,
                    "HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\noneHTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\ntwo");

            assertThat(client.post("/first", new byte[0]))
                    .asString(StandardCharsets.UTF_8)
                    .isEqualTo("one");
            assertThat(client.post("/second", new byte[0]))
                    .asString(StandardCharsets.UTF_8)
                    .isEqualTo("two");
        }
    }

    @Test
    void a_refusal_is_an_error_that_says_what_the_server_said() throws IOException {
        try (ServerSocket listening = listen();
                KeepAliveSocket client = connect(listening);
                Socket server = listening.accept()) {
            answer(server, "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 4\r\n\r\nfull");

            assertThatThrownBy(() -> client.post("/jobs", new byte[0]))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("503")
                    .hasMessageContaining("full");
        }
    }

    @Test
    void half_an_answer_is_no_answer() throws IOException {
        try (ServerSocket listening = listen();
                KeepAliveSocket client = connect(listening);
                Socket server = listening.accept()) {
            answer(server, "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf");
            server.shutdownOutput();

            assertThatThrownBy(() -> client.post("/jobs", new byte[0])).isInstanceOf(EOFException.class);
        }
    }

    private static ServerSocket listen() throws IOException {
        return new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    }

    private static KeepAliveSocket connect(ServerSocket listening) throws IOException {
        return new KeepAliveSocket(URI.create("http://127.0.0.1:" + listening.getLocalPort()), "secret");
    }

    /** Written before it is asked for; the connection keeps it. */
    private static void answer(Socket server, String text) throws IOException {
        OutputStream out = server.getOutputStream();
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }
}
