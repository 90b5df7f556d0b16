package org.gleaner.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
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
import org.gleaner.server.token.TokenFiles;

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

    /** What runs in the child: as the command does, without the command line. */
    public static void main(String[] words) throws Exception {
        int code = new ServerProgram(ServerOptions.local(Path.of(words[0]), 0), System.out, System.err).run();
        System.exit(code);
    }

    static ChildServer start(Path data, String heap) throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx" + heap,
                        "-XX:+UseSerialGC",
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

    /** Its exit code, which must come soon. */
    int exitCode() throws InterruptedException {
        return process.waitFor(SECONDS, TimeUnit.SECONDS) ? process.exitValue() : -1;
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
