package org.gleaner.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.gleaner.server.token.TokenFiles;
import org.jspecify.annotations.Nullable;

/** A server in a process and a heap of its own, so that it can die without the test. */
final class ChildServer implements AutoCloseable {
    private static final int SECONDS = 300;

    private final Path data;
    private final Process process;
    private final URI address;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private ChildServer(Path data, Process process, URI address) {
        this.data = data;
        this.process = process;
        this.address = address;
    }

    /** What is done to a child from within, as nobody can do it from outside. */
    enum Harm {
        /** All memory is taken, and kept. */
        MEMORY,
        /** The thread that decides is ended by what it does not expect. */
        LOOP;

        private void doIt() {
            if (this == LOOP) {
                Thread.getAllStackTraces().keySet().stream()
                        .filter(thread -> thread.getName().equals("loop"))
                        .forEach(Thread::interrupt);
                return;
            }
            Object[] kept = null;
            // Told to nobody: whoever else wants memory must notice. Few steps, as each failure collects garbage.
            for (int size = 1 << 18; size > 1; size >>= 8) {
                kept = more(kept, size);
            }
            while (kept != null) {
                LockSupport.park(kept);
            }
        }

        /** All that fits in pieces of this size, each of which holds the one before. */
        private static Object @Nullable [] more(Object @Nullable [] before, int size) {
            Object[] kept = before;
            try {
                while (true) {
                    Object[] next = new Object[size];
                    next[0] = kept;
                    kept = next;
                }
            } catch (OutOfMemoryError full) {
                return kept;
            }
        }
    }

    /** Waits for the word to do harm, which may never come. */
    private static void sabotage() {
        try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in, UTF_8))) {
            String word = in.readLine();
            if (word != null) {
                Harm.valueOf(word).doIt();
            }
        } catch (IOException gone) {
            throw new UncheckedIOException(gone);
        }
    }

    /** What runs in the child: as the command does, without the command line. */
    public static void main(String[] words) throws Exception {
        Thread saboteur = new Thread(ChildServer::sabotage, "saboteur");
        saboteur.setDaemon(true);
        saboteur.start();
        int code = new ServerProgram(ServerOptions.local(Path.of(words[0]), 0), System.out, System.err).run();
        System.exit(code);
    }

    static ChildServer start(Path data, String heap) throws IOException {
        return start(data, heap, Integer.MAX_VALUE);
    }

    /** @param descriptors how many files and connections it may have open, if the system gives that many */
    static ChildServer start(Path data, String heap, int descriptors) throws IOException {
        Process process = new ProcessBuilder(
                        "sh",
                        "-c",
                        "ulimit -n \"$1\" 2>/dev/null; shift; exec \"$@\"",
                        "sh",
                        Integer.toString(descriptors),
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx" + heap,
                        "-XX:+UseSerialGC",
                        // It does not live long enough for more to pay.
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        ChildServer.class.getName(),
                        data.toString())
                .redirectErrorStream(true)
                .start();
        BufferedReader out = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
        StringBuilder said = new StringBuilder();
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            if (line.startsWith("listening on ")) {
                return new ChildServer(data, process, URI.create(line.substring("listening on ".length())));
            }
            said.append(line).append('\n');
        }
        throw new IOException("the server did not start: " + said);
    }

    URI address() {
        return address;
    }

    String admin() throws IOException {
        return Files.readString(data.resolve(TokenFiles.ADMIN)).strip();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    HttpResponse<String> call(String method, String path, String token, byte[] body, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(address.resolve(path))
                .timeout(Duration.ofSeconds(SECONDS))
                .header("Authorization", "Bearer " + token)
                .method(method, BodyPublishers.ofByteArray(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), BodyHandlers.ofString());
    }

    HttpResponse<String> submit(String token, String job) throws IOException, InterruptedException {
        return call("POST", "/api/v1/jobs", token, job.getBytes(UTF_8));
    }

    /** A token of a new user. */
    String user(String name) throws IOException, InterruptedException {
        String body = call(
                        "POST",
                        "/api/v1/tokens",
                        admin(),
                        ("{\"role\":\"user\",\"owner\":\"" + name + "\"}").getBytes(UTF_8))
                .body();
        String mark = "\"token\":\"";
        int from = body.indexOf(mark) + mark.length();
        return body.substring(from, body.indexOf('"', from));
    }

    /** Ends it as a power cut would. */
    void kill() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor(SECONDS, TimeUnit.SECONDS);
    }

    void suffer(Harm harm) throws IOException {
        try (OutputStream in = process.getOutputStream()) {
            in.write((harm + "\n").getBytes(UTF_8));
        }
    }

    /** Its exit code, which must come soon. */
    int exitCode() throws InterruptedException {
        return process.waitFor(SECONDS, TimeUnit.SECONDS) ? process.exitValue() : -1;
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
