package org.gleaner.client.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.gleaner.client.call.UserCalls;
import org.gleaner.protocol.http.Answer;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.http.CallTimeouts;
import org.gleaner.protocol.http.Endpoint;
import org.gleaner.protocol.http.ServerConnection;
import org.gleaner.protocol.problem.Problem;
import org.gleaner.protocol.problem.ProblemKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class UploaderComponentTest {
    @Test
    void a_full_disk_is_an_answer_and_nothing_to_wait_for() {
        Problem full = Problem.of(ProblemKind.DISK_FULL, "It was not stored.", "Free some space.");
        AtomicInteger calls = new AtomicInteger();
        Endpoint nowhere = Endpoint.of("http://127.0.0.1:1", "none");
        Uploader uploader = new Uploader(
                new UserCalls(new ServerConnection(nowhere, CallTimeouts.DEFAULT)),
                new Hasher(),
                Uploader.Progress.SILENT);

        assertThatThrownBy(() -> uploader.<String>send(() -> {
                    calls.incrementAndGet();
                    return new Answer.Refused<>(full);
                }))
                .isInstanceOf(CallFailed.class);

        assertThat(calls).hasValue(1);
    }

    @Test
    void a_server_that_asks_again_for_what_it_was_given_is_not_asked_for_ever(@TempDir Path directory)
            throws Exception {
        Path file = Files.writeString(directory.resolve("a"), "a");
        Hasher files = new Hasher();
        String hash = files.input(new LocalFile(file, "a")).hash().hex();
        Problem missing = Problem.of(ProblemKind.MISSING_BLOBS, "It lacks a file.", "Send it.")
                .with("hashes", List.of(hash));
        AtomicInteger calls = new AtomicInteger();
        HttpServer forgetful = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        forgetful.createContext("/", exchange -> {
            byte[] answer = "{\"received\":1}".getBytes(UTF_8);
            exchange.getRequestBody().readAllBytes();
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        forgetful.start();

        try {
            Endpoint there =
                    Endpoint.of("http://127.0.0.1:" + forgetful.getAddress().getPort(), "none");
            Uploader uploader = new Uploader(
                    new UserCalls(new ServerConnection(there, CallTimeouts.DEFAULT)), files, Uploader.Progress.SILENT);
            assertThatThrownBy(() -> uploader.<String>send(() -> {
                        calls.incrementAndGet();
                        return new Answer.Refused<>(missing);
                    }))
                    .isInstanceOf(CallFailed.class);
        } finally {
            forgetful.stop(0);
        }
        assertThat(calls).hasValue(2);
    }
}
