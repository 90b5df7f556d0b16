package org.gleaner.client.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.TaskId;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.CommandLine;
import org.gleaner.core.job.Entry;
import org.gleaner.core.job.JobLimits;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.Requirements;
import org.gleaner.protocol.http.Answer;
import org.gleaner.protocol.http.CallTimeouts;
import org.gleaner.protocol.http.Endpoint;
import org.gleaner.protocol.http.ServerConnection;
import org.gleaner.protocol.json.AnswerJson;
import org.gleaner.protocol.json.Json;
import org.gleaner.protocol.json.SubmissionJson;
import org.gleaner.protocol.message.Submission;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Calls that stream. */
final class UserCallsComponentTest {
    private static final JobSpec SPEC = new JobSpec(
            "sweep",
            "sim",
            new CommandLine.Words(List.of("sim", "{}")),
            new ArrayShape.Single(),
            List.of(),
            List.of(),
            Requirements.ONE_CORE,
            JobLimits.DEFAULT);

    private HttpServer server;
    private UserCalls calls;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.start();
        Endpoint there = Endpoint.of("http://127.0.0.1:" + server.getAddress().getPort(), "secret");
        calls = new UserCalls(new ServerConnection(there, CallTimeouts.DEFAULT));
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void on(String path, HttpHandler handler) {
        server.createContext(path, handler);
    }

    private static void answer(HttpExchange exchange, byte[] body) throws IOException {
        exchange.getRequestBody().readAllBytes();
        exchange.getResponseHeaders().set("Content-Type", Json.MEDIA_TYPE);
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    @Test
    void entries_by_the_hundred_thousand_are_streamed() throws Exception {
        CompletableFuture<Submission> arrived = new CompletableFuture<>();
        CompletableFuture<String> key = new CompletableFuture<>();
        on("/api/v1/jobs", exchange -> {
            key.complete(exchange.getRequestHeaders().getFirst("Idempotency-Key"));
            arrived.complete(Json.read(exchange.getRequestBody(), SubmissionJson::readSubmission));
            Reply.Submitted submitted = new Reply.Submitted(new JobId(7), 100_000, false);
            answer(exchange, Json.write(submitted, AnswerJson::writeSubmitted));
        });
        Iterator<Entry> entries = IntStream.range(0, 100_000)
                .mapToObj(i -> new Entry("line " + i, List.of()))
                .iterator();

        Answer<Reply.Submitted> answer = calls.submit(SPEC, entries, "k1");

        assertThat(answer.get().job()).isEqualTo(new JobId(7));
        assertThat(key.join()).isEqualTo("k1");
        assertThat(arrived.join().spec().array()).isEqualTo(new ArrayShape.Listed(100_000));
        assertThat(arrived.join().pages().get(97).entry(97 * 1024 + 5).value()).isEqualTo("line " + (97 * 1024 + 4));
    }

    @Test
    void entries_that_fail_half_way_never_look_like_a_whole_job() {
        CompletableFuture<Submission> arrived = new CompletableFuture<>();
        on("/api/v1/jobs", exchange -> {
            try {
                arrived.complete(Json.read(exchange.getRequestBody(), SubmissionJson::readSubmission));
            } catch (IOException cut) {
                arrived.completeExceptionally(cut);
            }
            exchange.close();
        });
        Iterator<Entry> failing = IntStream.range(0, 50_000)
                .mapToObj(i -> {
                    if (i == 40_000) {
                        throw new UncheckedIOException(new IOException("disk"));
                    }
                    return new Entry("line " + i, List.of());
                })
                .iterator();

        Throwable thrown = catchThrowableOfType(UncheckedIOException.class, () -> calls.submit(SPEC, failing, "k1"));

        assertThat(thrown).hasRootCauseMessage("disk");
        assertThat(arrived).failsWithin(Duration.ofSeconds(10));
    }

    @Test
    void what_a_task_printed_is_copied_and_a_cut_is_noticed() throws Exception {
        byte[] text = "hello\n".getBytes(StandardCharsets.UTF_8);
        CompletableFuture<String> asked = new CompletableFuture<>();
        on("/api/v1/jobs/7/tasks/3/stdout", exchange -> {
            asked.complete(exchange.getRequestURI().getQuery());
            answer(exchange, text);
        });
        on("/api/v1/jobs/7/tasks/3/stderr", exchange -> {
            exchange.sendResponseHeaders(200, 100);
            exchange.getResponseBody().write(text);
            exchange.getResponseBody().flush();
            throw new IOException("cut");
        });
        TaskId task = new TaskId(new JobId(7), 3);
        ByteArrayOutputStream sink = new ByteArrayOutputStream();

        assertThat(calls.printed(task, UserCalls.Stream.STDOUT, 20, sink).get()).isEqualTo(6);
        assertThat(sink.toByteArray()).isEqualTo(text);
        assertThat(calls.printed(task, UserCalls.Stream.STDERR, 0, sink)).isInstanceOf(Answer.Unreachable.class);
        assertThat(asked.join()).isEqualTo("tail=20");
    }
}
