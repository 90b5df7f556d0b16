package org.gleaner.checks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.gleaner.client.call.UserCalls;
import org.gleaner.core.grid.NodeSummary;
import org.gleaner.lab.child.AgentChild;
import org.gleaner.lab.child.Child;
import org.gleaner.lab.child.FreePort;
import org.gleaner.lab.child.Launch;
import org.gleaner.lab.child.ServerChild;
import org.gleaner.protocol.http.Answer;
import org.gleaner.protocol.http.CallTimeouts;
import org.gleaner.protocol.http.Endpoint;
import org.gleaner.protocol.http.ServerConnection;
import org.gleaner.server.tls.TlsIdentity;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server behind nginx, set up with the very block that docs/OPERATING.md shows. */
final class NginxIT {
    private static final Path ROOT =
            Path.of(System.getProperty("gleaner.root", "..")).toAbsolutePath().normalize();
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    /** More than nginx takes without being told, and more than it would buffer. */
    private static final int LARGE = 12 << 20;

    @TempDir
    private Path directory;

    private final List<Closeable> open = new ArrayList<>();
    private String address = "";

    @AfterEach
    void stop() throws IOException {
        for (Closeable one : open) {
            one.close();
        }
    }

    @Test
    void agents_and_people_work_through_nginx_and_the_log_names_the_client() throws Exception {
        Path nginx = Stream.of("/usr/sbin/nginx", "/usr/bin/nginx")
                .map(Path::of)
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(null);
        assumeTrue(nginx != null, "nginx (package nginx-light) is not installed");
        int port = FreePort.on(InetAddress.getLoopbackAddress());
        TlsIdentity proxy = TlsIdentity.open(directory.resolve("proxy"), List.of("127.0.0.1"), Instant.now());
        address = "https://127.0.0.1:" + port + proxy.pin();
        Launch launcher = RealGrid.launcher(directory);
        String[] flags = {"--public-url", "https://127.0.0.1:" + port, "--proxy", "127.0.0.2"};
        ServerChild server = new ServerChild(launcher, Path.of("data"), flags).start();
        open.add(server);
        startNginx(String.valueOf(nginx), port, server.address());

        // Trusted or not makes a difference only if proxy and client have different addresses.
        List<String> one = List.of("--slots", "1", "--sandbox", "off");
        open.add(new AgentChild(launcher, address, Path.of("data/join.token"), Path.of("agent"), one).start());
        RealGrid.until(
                "the agent is connected through nginx",
                () -> calls().nodes().get().nodes().stream().anyMatch(NodeSummary::connected));
        assertThat(log()).contains("\"a node joined\"").containsPattern("\"from\":\\s*\"127\\.0\\.0\\.1\"");

        Files.write(directory.resolve("large"), new byte[LARGE]);
        Files.writeString(directory.resolve("lines"), "a\nb\nc\n");
        Shell.Result run = gleaner(
                "run",
                "--each-line",
                "lines",
                "--in",
                "large",
                "--out",
                "copy",
                "--shell",
                "cp large copy; echo $GLEANER_ENTRY");
        assertThat(run.exit()).as(run.err()).isZero();
        try (Stream<Path> results = Files.walk(directory)) {
            assertThat(results.filter(path -> path.endsWith("copy"))
                            .filter(path -> path.toString().contains("gleaner-")))
                    .hasSize(3)
                    .allSatisfy(path -> assertThat(path).hasSize(LARGE));
        }
        assertThat(gleaner("join-line").out()).isEqualTo("curl -fsS https://127.0.0.1:" + port + "/join | sh\n");
    }

    private void startNginx(String nginx, int port, String server) throws IOException, InterruptedException {
        Matcher block = Pattern.compile("```nginx\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(ROOT.resolve("docs/OPERATING.md"), UTF_8));
        assertThat(block.find()).isTrue();
        Path tls = directory.resolve("proxy");
        Path chain = Files.writeString(
                tls.resolve("chain.pem"),
                Files.readString(tls.resolve("server.pem")) + Files.readString(tls.resolve("ca.pem")));
        String conf = "daemon off;\nmaster_process off;\npid nginx.pid;\nerror_log nginx.log;\n"
                + "events { worker_connections 64; }\nhttp {\naccess_log off;\n"
                + Stream.of("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
                        .map(kind -> kind + "_temp_path " + directory.resolve("tmp-" + kind) + ";\n")
                        .reduce("", String::concat)
                + "server {\nlisten 127.0.0.1:" + port + " ssl;\n"
                + "ssl_certificate " + chain + ";\nssl_certificate_key " + tls.resolve("server.key") + ";\n"
                // So that the proxy's address is not that of its clients.
                + "proxy_bind 127.0.0.2;\n"
                + block.group(1).replace("http://127.0.0.1:8080", server)
                + "}\n}\n";
        Path file = Files.writeString(directory.resolve("nginx.conf"), conf);
        Launch launch = new Launch(List.of(nginx, "-p", directory.toString()), directory, Map.of(), true);
        Child child = new Child("nginx", launch, List.of("-c", file.toString()), directory.resolve("nginx.out"));
        open.add(child::close);
        child.start();
        assertThat(child.await(PATIENCE, () -> calls().health() instanceof Answer.Success<?>))
                .as(child.lastWords())
                .isTrue();
    }

    private Shell.Result gleaner(Object... words) throws Exception {
        List<Object> all = new ArrayList<>(List.of(launcher()));
        all.addAll(List.of(words));
        return new Shell(directory)
                .with("GLEANER_HOME", directory.resolve("home"))
                .with("GLEANER_URL", address)
                .with(
                        "GLEANER_TOKEN",
                        Files.readString(directory.resolve("data/admin.token")).strip())
                .run(all.toArray());
    }

    private UserCalls calls() throws IOException {
        String token = Files.readString(directory.resolve("data/admin.token"));
        return new UserCalls(new ServerConnection(Endpoint.of(address, token), CallTimeouts.DEFAULT));
    }

    private String log() throws IOException {
        return Files.readString(directory.resolve("data/server.log"), UTF_8);
    }

    private static Path launcher() {
        return ROOT.resolve("gleaner");
    }
}
