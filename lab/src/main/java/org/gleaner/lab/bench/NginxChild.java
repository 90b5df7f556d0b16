package org.gleaner.lab.bench;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.gleaner.lab.child.Child;
import org.gleaner.lab.child.FreePort;
import org.gleaner.lab.child.Launch;

/** A web server of somebody else that hands out the files of a folder, on this machine only. */
final class NginxChild implements Closeable {
    private static final Duration START_PATIENCE = Duration.ofSeconds(10);

    private final Child child;
    private final int port;

    /**
     * Starts it and waits until it answers.
     *
     * @param own for what it writes
     * @param files what it hands out
     */
    NginxChild(Path own, Path files) throws IOException, InterruptedException {
        port = FreePort.on(InetAddress.getLoopbackAddress());
        Path settings =
                Files.writeString(own.resolve("nginx.conf"), settings(own, files, port), StandardCharsets.UTF_8);
        Launch launch = new Launch(List.of("nginx"), own, Map.of(), true);
        List<String> words = List.of("-p", own.toString(), "-c", settings.toString());
        child = new Child("nginx", launch, words, own.resolve("said"));
        child.start();
        if (!child.await(START_PATIENCE, this::answers)) {
            close();
            throw new FleetFailure("nginx did not start: " + child.lastWords());
        }
    }

    /** One process, so that it runs as whoever runs the benchmark and may read what is private. */
    static String settings(Path own, Path files, int port) {
        String temporary = Stream.of("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
                .map(kind -> kind + "_temp_path " + own.resolve("tmp-" + kind) + ";\n")
                .collect(Collectors.joining());
        return "daemon off;\nmaster_process off;\npid nginx.pid;\nerror_log nginx.log;\n"
                + "events { worker_connections 64; }\nhttp {\naccess_log off;\nsendfile on;\n"
                + "keepalive_requests 1000000;\n" + temporary + "server {\nlisten 127.0.0.1:" + port + ";\nroot "
                + files + ";\n}\n}\n";
    }

    String address() {
        return "http://127.0.0.1:" + port;
    }

    private boolean answers() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException notYet) {
            return false;
        }
    }

    @Override
    public void close() {
        child.finish();
    }
}
