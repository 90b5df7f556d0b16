package org.gleaner.server.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.RetainableByteBuffer;
import org.gleaner.server.token.TokenDirectory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What others send, or do not read, must not cost anybody an answer. */
final class StrangeNeighboursComponentTest {
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final WebServer server =
            new WebServer(InetAddress.getLoopbackAddress(), 0, door(), HttpLimits.DEFAULT, null, List.of());

    private FrontDoor door() {
        RouteTable routes = new RouteTable(List.of(
                new Route("GET", "/open", Set.of(), exchange -> exchange.json(200, "{}".getBytes(ISO_8859_1))),
                new Route("POST", "/unread", Set.of(), exchange -> exchange.json(200, "{}".getBytes(ISO_8859_1)))));
        return new FrontDoor(routes, new TokenDirectory(), threads, HttpLimits.DEFAULT, NoGuards.make(), "t");
    }

    @BeforeEach
    void start() throws IOException {
        server.start();
    }

    @AfterEach
    void stop() throws Exception {
        server.stop(Duration.ZERO);
        threads.shutdown();
        assertThat(threads.awaitTermination(20, TimeUnit.SECONDS)).isTrue();
    }

    /** Jetty gives some of what malformed heads came in back twice: two others would then read into one buffer. */
    @Test
    void a_buffer_that_was_given_back_is_nobody_elses_next_buffer() {
        ByteBufferPool buffers = server.buffers();
        RetainableByteBuffer first = buffers.acquire(100, false);
        ByteBuffer bytes = first.getByteBuffer();
        first.release();

        assertThat(buffers.acquire(100, false).getByteBuffer()).isNotSameAs(bytes);
    }

    /** A connection that is closed while bytes wait in it is reset, and that takes away an answer not yet read. */
    @Test
    void an_answer_arrives_though_the_body_was_not_wanted() throws Exception {
        String size = Integer.toHexString(700);
        String chunk = size + "\r\n" + "x".repeat(700) + "\r\n";
        String chunks = chunk.repeat(1500) + "0\r\n\r\n";
        String plain = "x".repeat(4 << 20);

        assertThat(answer("POST /nothing HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks))
                .startsWith("HTTP/1.1 404");
        assertThat(answer("POST /unread HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks))
                .startsWith("HTTP/1.1 200");
        assertThat(answer(
                        "POST /nothing HTTP/1.1\r\nHost: x\r\nContent-Length: " + plain.length() + "\r\n\r\n" + plain))
                .startsWith("HTTP/1.1 404");
    }

    /** Writes all of it before reading anything, as simple callers do. */
    private String answer(String request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.setSoTimeout(60_000);
            socket.getOutputStream().write(request.getBytes(ISO_8859_1));
            return new String(socket.getInputStream().readNBytes(12), ISO_8859_1);
        }
    }
}
