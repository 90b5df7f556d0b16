package org.gleaner.cli.bench;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.gleaner.cli.console.CliFailure;

/** A PostgreSQL of our own from the programs of this machine, with its defaults: it syncs at each commit. */
final class PrivatePostgres implements AutoCloseable {
    private static final String USER = "postgres";
    private static final Path DEBIAN = Path.of("/usr/lib/postgresql");
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final long PAUSE_MILLIS = 100;

    private final Process process;
    private final int port;

    private PrivatePostgres(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    static PrivatePostgres start(Path folder) throws CliFailure, IOException, InterruptedException {
        Path programs = programs();
        Path data = folder.resolve("data");
        Path log = folder.resolve("log");
        Process make = run(log, programs.resolve("initdb"), "-D", data, "-U", USER, "-A", "trust", "-E", "UTF8");
        if (!make.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS) || make.exitValue() != 0) {
            make.destroyForcibly();
            throw failed(log);
        }
        int port = freePort();
        Process process = run(
                log,
                programs.resolve("postgres"),
                "-D",
                data,
                "-p",
                port,
                "-c",
                "listen_addresses=127.0.0.1",
                "-c",
                "unix_socket_directories=");
        Machine.endWithUs(process);
        PrivatePostgres postgres = new PrivatePostgres(process, port);
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!postgres.isListening()) {
            if (System.nanoTime() > end || !process.isAlive()) {
                postgres.close();
                throw failed(log);
            }
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        }
        return postgres;
    }

    private static Process run(Path log, Object... words) throws IOException {
        List<String> line = new ArrayList<>();
        if ("root".equals(System.getProperty("user.name"))) {
            // It refuses to run as root; in a user namespace of its own nobody is.
            line.addAll(List.of("unshare", "-U"));
        }
        for (Object word : words) {
            line.add(word.toString());
        }
        return new ProcessBuilder(line)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
    }

    private static Path programs() throws CliFailure, IOException {
        List<Path> places = new ArrayList<>();
        for (String place : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1)) {
            places.add(Path.of(place));
        }
        if (Files.isDirectory(DEBIAN)) {
            try (Stream<Path> versions = Files.list(DEBIAN)) {
                versions.sorted(Comparator.reverseOrder()).forEach(version -> places.add(version.resolve("bin")));
            }
        }
        for (Path place : places) {
            if (Files.isExecutable(place.resolve("initdb")) && Files.isExecutable(place.resolve("postgres"))) {
                return place;
            }
        }
        throw CliFailure.refused(
                "There is no PostgreSQL to measure with.",
                "The programs 'initdb' and 'postgres' are neither in PATH nor below " + DEBIAN + ".",
                "Install it (Debian: apt install postgresql), or measure without --db.");
    }

    private static CliFailure failed(Path log) throws IOException {
        List<String> words = Files.readAllLines(log);
        return CliFailure.refused(
                "PostgreSQL does not start.",
                "It says: " + (words.isEmpty() ? "nothing" : words.get(words.size() - 1)),
                "Run it again, or measure without --db.");
    }

    private static int freePort() throws IOException {
        try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return probe.getLocalPort();
        }
    }

    private boolean isListening() {
        try (Socket probe = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return probe.isConnected();
        } catch (IOException notYet) {
            return false;
        }
    }

    /** Under which a server reaches it; there is no password. */
    String address() {
        return "postgresql://" + USER + "@127.0.0.1:" + port + "/" + USER;
    }

    /** CPU time of all its processes. */
    Duration cpu() {
        return ProcessTree.cpu(process.pid());
    }

    @Override
    public void close() throws IOException {
        process.destroy();
        try {
            if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
