package org.gleaner.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.awaitility.Awaitility;
import org.gleaner.server.tls.TlsIdentity;
import org.gleaner.server.token.TokenDirectory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A caller who waits for an answer that takes long, or does not, over plain connections and over TLS. */
final class HangUpComponentTest {
    private static final String CALL = "GET /think HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";

    @TempDir
    private Path data;

    private final LinkedBlockingQueue<Exchange> thinking = new LinkedBlockingQueue<>();
    private @Nullable WebServer server;

    @AfterEach
    void stop() throws IOException {
        if (server != null) {
            server.stop(Duration.ZERO);
        }
    }

    private Socket connect(boolean tls) throws Exception {
        TokenDirectory tokens = new TokenDirectory();
        tokens.complete();
        RouteTable routes = new RouteTable(List.of(new Route("GET", "/think", Set.of(), thinking::add)));
        FrontDoor door = new FrontDoor(routes, tokens, Runnable::run, HttpLimits.DEFAULT, NoGuards.make(), "t");
        TlsIdentity identity = tls ? TlsIdentity.open(data.resolve("tls"), List.of("127.0.0.1"), Instant.now()) : null;
        server = new WebServer(InetAddress.getLoopbackAddress(), 0, door, HttpLimits.DEFAULT, identity, List.of());
        server.start();
        Socket socket = tls
                ? trusting().getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), server.port())
                : new Socket(InetAddress.getLoopbackAddress(), server.port());
        socket.setSoTimeout(60_000);
        socket.getOutputStream().write(CALL.getBytes(UTF_8));
        socket.getOutputStream().flush();
        return socket;
    }

    private SSLContext trusting() throws Exception {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        try (InputStream in = Files.newInputStream(data.resolve("tls").resolve("ca.pem"))) {
            store.setCertificateEntry(
                    "ca", CertificateFactory.getInstance("X.509").generateCertificate(in));
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }

    private Exchange thought() throws InterruptedException {
        Exchange exchange = thinking.poll(60, TimeUnit.SECONDS);
        assertThat(exchange).isNotNull();
        return exchange;
    }

    private static String answer(Socket socket) throws IOException {
        StringBuilder text = new StringBuilder();
        while (!text.toString().endsWith("{}")) {
            int next = socket.getInputStream().read();
            if (next < 0) {
                break;
            }
            text.append((char) next);
        }
        return text.toString();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void who_still_waits_is_not_taken_for_gone_and_gets_the_answer(boolean tls) throws Exception {
        try (Socket socket = connect(tls)) {
            Exchange exchange = thought();

            for (int looks = 0; looks < 100; looks++) {
                assertThat(exchange.isGone()).isFalse();
            }

            exchange.json(200, "{}".getBytes(UTF_8));
            assertThat(answer(socket)).startsWith("HTTP/1.1 200").endsWith("{}");
            assertThat(exchange.isGone()).as("nobody waits any more").isTrue();
            socket.getOutputStream().write(CALL.getBytes(UTF_8));
            socket.getOutputStream().flush();
            thought().json(200, "{}".getBytes(UTF_8));
            assertThat(answer(socket)).as("the connection serves on").startsWith("HTTP/1.1 200");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void who_hangs_up_while_the_server_thinks_is_noticed_and_can_not_be_answered(boolean tls) throws Exception {
        Exchange exchange;
        try (Socket socket = connect(tls)) {
            exchange = thought();
            assertThat(exchange.isGone()).isFalse();
            assertThat(socket.isConnected()).isTrue();
        }

        Awaitility.await().atMost(Duration.ofMinutes(1)).until(exchange::isGone);
        exchange.json(200, "{}".getBytes(UTF_8));

        assertThat(exchange.isGone()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void who_sends_the_next_call_too_early_is_answered_and_told_to_connect_again(boolean tls) throws Exception {
        try (Socket socket = connect(tls)) {
            Exchange exchange = thought();
            socket.getOutputStream().write(CALL.getBytes(UTF_8));
            socket.getOutputStream().flush();
            for (int looks = 0; looks < 100; looks++) {
                assertThat(exchange.isGone()).isFalse();
            }

            exchange.json(200, "{}".getBytes(UTF_8));

            assertThat(answer(socket)).startsWith("HTTP/1.1 200").endsWith("{}");
        }
    }
}
