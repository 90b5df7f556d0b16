package org.gleaner.lab.bench;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.protocol.http.Endpoint;

/** A real server in a process of its own, with its data in a given folder. */
public final class ServerChild implements Closeable {
    private static final String READY = "listening on ";

    private final Process process;
    private final BufferedReader output;
    private final Path folder;
    private final String address;

    /**
     * @param launcher the words that start this program
     * @param flags more of them
     */
    public ServerChild(List<String> launcher, Path folder, String... flags) throws IOException {
        this.folder = folder;
        List<String> words = new ArrayList<>(launcher);
        words.addAll(List.of("server", "--data", folder.toString(), "--port", "0"));
        words.addAll(List.of(flags));
        ProcessBuilder builder = new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.INHERIT);
        // The program that is measured is the one that runs, whatever happens to the sources meanwhile.
        builder.environment().put("GLEANER_BUILD", "never");
        process = builder.start();
        Machine.endWithUs(process);
        output = process.inputReader(StandardCharsets.UTF_8);
        String line = output.readLine();
        if (line == null || !line.startsWith(READY)) {
            close();
            throw new FleetFailure("it did not start but said: " + line);
        }
        address = line.substring(READY.length()).strip();
    }

    /** @param token the name of the file that the server keeps the token in */
    public Endpoint endpoint(String token) throws IOException {
        return Endpoint.of(address, Files.readString(file(token), StandardCharsets.UTF_8));
    }

    /** A file among its data. */
    Path file(String name) {
        return folder.resolve(name);
    }

    public String address() {
        return address;
    }

    public long pid() {
        return process.pid();
    }

    /** CPU time of the whole process by the system's accounting: all its threads, compiler and collector included. */
    Duration cpu() {
        return new ProcessMeter(process.pid()).cpu();
    }

    @Override
    public void close() throws IOException {
        Machine.end(process);
        output.close();
    }
}
