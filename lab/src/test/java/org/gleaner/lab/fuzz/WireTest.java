package org.gleaner.lab.fuzz;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class WireTest {
    private static final WireRequest REQUEST = new WireRequest(
            new Operation("GET", "/", List.of(), null, false),
            TokenHolder.NOBODY,
            "GET / HTTP/1.1\r\n\r\n".getBytes(US_ASCII),
            WireRequest.End.OPEN,
            true,
            false);

    private final ExecutorService thread = Executors.newSingleThreadExecutor();

    @AfterEach
    void stop() {
        thread.shutdownNow();
    }

    @Test
    void a_used_connection_that_was_closed_is_replaced_and_a_fresh_one_counts() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
                Wire wire = new Wire(URI.create("http://127.0.0.1:" + server.getLocalPort()), Duration.ofSeconds(10))) {
            // Answered, then closed; answered; closed; answered.
            Future<?> served = thread.submit(() -> {
                serve(server, 1);
                serve(server, 1);
                serve(server, 0);
                serve(server, 1);
                return null;
            });

            assertThat(wire.send(REQUEST).kind()).isEqualTo(WireAnswer.Kind.ANSWERED);
            assertThat(wire.send(REQUEST).kind()).isEqualTo(WireAnswer.Kind.ANSWERED);
            assertThat(wire.send(REQUEST).kind()).isEqualTo(WireAnswer.Kind.CLOSED);
            assertThat(wire.send(REQUEST).kind()).isEqualTo(WireAnswer.Kind.ANSWERED);
            served.get();
        }
    }

    private static void serve(ServerSocket server, int answers) throws IOException {
        try (Socket socket = server.accept()) {
            socket.getInputStream().readNBytes(REQUEST.bytes().length);
            for (int i = 0; i < answers; i++) {
                socket.getOutputStream().write("HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n".getBytes(US_ASCII));
            }
        }
    }
}
