package org.gleaner.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.gleaner.protocol.http.Answer;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.http.CallTimeouts;
import org.gleaner.protocol.http.Endpoint;
import org.gleaner.protocol.http.ServerConnection;
import org.gleaner.protocol.json.AdminJson;
import org.gleaner.protocol.json.JoinJson;
import org.gleaner.protocol.message.Health;
import org.gleaner.protocol.message.JoinLines;
import org.gleaner.server.http.HttpLimits;
import org.gleaner.server.http.WebServer;
import org.gleaner.server.loop.LoopClock;
import org.gleaner.server.loop.ServerLoop;
import org.gleaner.server.simulation.Simulator;
import org.gleaner.server.store.FreshStore;
import org.gleaner.server.store.SqlStore;
import org.gleaner.server.tls.TlsIdentity;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server inside TLS, as those see it who know its pin, know another, or know none. */
class JoinComponentTest {
    @TempDir
    private Path data;

    private final List<AutoCloseable> opened = new ArrayList<>();

    private ServerAssembly start(Exposure exposure) throws Exception {
        SqlStore store = SqlStore.open(FreshStore.TEMPLATE.into(data));
        opened.add(0, store);
        ServerAssembly server = new ServerAssembly(
                ServerAssembly.Storage.of(data, store),
                new ServerAssembly.Setup(
                        InetAddress.getLoopbackAddress(),
                        0,
                        exposure,
                        HttpLimits.DEFAULT,
                        ServerLoop.Bounds.DEFAULT,
                        Simulator.NONE),
                new LoopClock(InstantSource.system()));
        server.start();
        opened.add(0, server::stop);
        return server;
    }

    @AfterEach
    void stop() throws Exception {
        for (AutoCloseable each : opened) {
            each.close();
        }
    }

    @Test
    void who_knows_the_pin_is_served() throws Exception {
        ServerAssembly server = start(tls());

        Answer<Health> answer = health(calls(server.address()));

        assertThat(server.url()).startsWith("https://127.0.0.1:");
        assertThat(answer).isInstanceOf(Answer.Success.class);
        assertThat(data.resolve("address")).hasContent(server.address() + "\n");
    }

    @Test
    void who_knows_another_pin_or_none_talks_to_nobody() throws Exception {
        ServerAssembly server = start(tls());
        String wrong = server.url() + "#sha256=" + "0".repeat(64);

        assertThat(why(health(calls(wrong)))).contains("not from the pinned authority");
        assertThat(why(health(calls(server.url())))).contains("does not trust");
    }

    @Test
    void a_certificate_of_the_right_authority_for_another_name_is_not_believed() throws Exception {
        assertThat(whyNot(List.of("pool.example"), Instant.now())).contains("TLS failed", "127.0.0.1");
    }

    @Test
    void a_clock_that_is_wrong_is_named_and_nobody_suspects_somebody_else() throws Exception {
        Instant now = Instant.now();

        assertThat(whyNot(List.of("127.0.0.1"), now.minus(Duration.ofDays(4000))))
                .contains("this machine's clock, which says " + now.toString().substring(0, 10));
    }

    /** Why nobody believes a server whose certificate was made for these names at that time. */
    private String whyNot(List<String> names, Instant made) throws Exception {
        TlsIdentity identity = TlsIdentity.open(data.resolve("tls"), names, made);
        Handler.Abstract nobody = new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                callback.succeeded();
                return true;
            }
        };
        WebServer web =
                new WebServer(InetAddress.getLoopbackAddress(), 0, nobody, HttpLimits.DEFAULT, identity, List.of());
        web.start();
        try {
            Endpoint wrong = Endpoint.of("https://127.0.0.1:" + web.port() + identity.pin(), "none");
            return why(health(new ServerConnection(wrong, CallTimeouts.DEFAULT)));
        } finally {
            web.stop(Duration.ZERO);
        }
    }

    @Test
    void join_line_pins_the_servers_key_and_holds_no_secret() throws Exception {
        ServerAssembly server = start(tls());

        JoinLines lines = joinLines(calls(server.address())).get();

        assertThat(lines.curl())
                .startsWith("curl -fsSk --pinnedpubkey 'sha256//")
                .endsWith("' " + server.url() + "/join | sh");
        assertThat(lines.wget()).contains("--no-check-certificate --pinnedpubkey='sha256//");
        assertThat(lines.cli()).isEqualTo(lines.curl().replace("/join |", "/cli |"));
        assertThat(lines.curl() + lines.wget() + lines.powershell() + lines.cli())
                .doesNotContain("glnr_");
    }

    @Test
    void behind_a_proxy_the_line_names_the_proxy_and_needs_no_pin() throws Exception {
        ServerAssembly server =
                start(new Exposure(Exposure.Transport.LOCAL, List.of(), "https://pool.example", List.of()));

        assertThat(joinLines(calls(server.url())).get().curl()).isEqualTo("curl -fsS https://pool.example/join | sh");
    }

    private static Exposure tls() {
        return new Exposure(Exposure.Transport.TLS, List.of(), null, List.of());
    }

    private ServerConnection calls(String address) throws IOException {
        String token = Files.readString(data.resolve("admin.token"), UTF_8);
        return new ServerConnection(Endpoint.of(address, token), CallTimeouts.DEFAULT);
    }

    private static Answer<Health> health(ServerConnection calls) {
        return calls.call(ServerConnection.Request.of("GET", "/health"), AdminJson::readHealth);
    }

    private static Answer<JoinLines> joinLines(ServerConnection calls) {
        return calls.call(ServerConnection.Request.of("GET", "/api/v1/join-lines"), JoinJson::readLines);
    }

    private static String why(Answer<?> answer) {
        try {
            answer.get();
            return "";
        } catch (CallFailed failed) {
            return failed.trouble().why();
        }
    }
}
