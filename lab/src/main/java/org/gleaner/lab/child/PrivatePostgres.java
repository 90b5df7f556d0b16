package org.gleaner.lab.child;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A PostgreSQL of our own from the binaries of this machine, with its defaults: it syncs at each commit. */
public final class PrivatePostgres implements AutoCloseable {
    private static final String USER = "postgres";

    private static final Path DEBIAN = Path.of("/usr/lib/postgresql");
    private static final Duration START_PATIENCE = Duration.ofMinutes(1);
    private static final Duration STOP_PATIENCE = Duration.ofSeconds(20);

    private final Child child;
    private final int port;

    private PrivatePostgres(Child child, int port) {
        this.child = child;
        this.port = port;
    }

    /** @param path the directories in which programs are looked for, as a shell has them */
    public static PrivatePostgres start(Path folder, String path) throws Impossible, IOException, InterruptedException {
        Path binaries = binaries(path);
        Path data = folder.resolve("postgres");
        // It refuses to run as root; in a user namespace of its own nobody is root.
        List<String> before = "root".equals(System.getProperty("user.name")) ? List.of("unshare", "-U") : List.of();
        List<String> make = new ArrayList<>(before);
        make.addAll(List.of(binaries.resolve("initdb").toString(), "-D", data.toString(), "-U", USER));
        make.addAll(List.of("-A", "trust", "-E", "UTF8", "--no-locale"));
        Tool.must(make.toArray(String[]::new));
        int port = FreePort.on(InetAddress.getLoopbackAddress());
        List<String> words = new ArrayList<>(before);
        words.addAll(List.of(binaries.resolve("postgres").toString(), "-D", data.toString()));
        words.addAll(List.of("-p", Integer.toString(port), "-c", "listen_addresses=127.0.0.1"));
        words.addAll(List.of("-c", "unix_socket_directories="));
        Launch launch = new Launch(words, folder, Map.of(), true);
        Child child = new Child("PostgreSQL", launch, List.of(), folder.resolve("postgres.out"));
        PrivatePostgres postgres = new PrivatePostgres(child, port);
        child.start();
        postgres.awaitReady();
        return postgres;
    }

    private static Path binaries(String path) throws Impossible, IOException {
        List<Path> places = new ArrayList<>();
        for (String place : path.split(":", -1)) {
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
        throw new Impossible("the programs 'initdb' and 'postgres' are neither in PATH nor below " + DEBIAN);
    }

    private void awaitReady() throws Impossible, IOException, InterruptedException {
        if (!child.await(START_PATIENCE, this::answers)) {
            String why = child.lastWords();
            child.close();
            throw new Impossible("PostgreSQL does not start: " + why);
        }
    }

    private boolean answers() {
        try {
            DriverManager.getConnection(jdbc()).close();
            return true;
        } catch (SQLException notYet) {
            return false;
        }
    }

    public int port() {
        return port;
    }

    public String jdbc() {
        return "jdbc:postgresql://127.0.0.1:" + port + "/" + USER + "?user=" + USER;
    }

    /** Under which a server reaches it; there is no password. */
    public String address() {
        return address("127.0.0.1", port);
    }

    /** The same for who goes another way to it. */
    public static String address(String host, int port) {
        return "postgresql://" + USER + "@" + host + ":" + port + "/" + USER;
    }

    public Child child() {
        return child;
    }

    /** As a service does it: connections are cut, everything is written down. */
    public void stop() throws InterruptedException {
        child.signal("INT");
        if (!child.awaitEnd(STOP_PATIENCE)) {
            child.kill();
        }
    }

    /** Stops it for good. */
    @Override
    public void close() {
        try {
            stop();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            child.close();
        }
    }
}
