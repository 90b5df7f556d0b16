package org.gleaner.protocol.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.gleaner.core.grid.Rejection;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Verb;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.TaskId;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.CommandLine;
import org.gleaner.core.job.Entry;
import org.gleaner.core.job.JobLimits;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.Requirements;
import org.gleaner.core.message.Orders;
import org.gleaner.core.message.SyncReport;
import org.gleaner.core.node.Capacity;
import org.gleaner.protocol.json.AnswerJson;
import org.gleaner.protocol.json.BadMessage;
import org.gleaner.protocol.json.Json;
import org.gleaner.protocol.json.OrdersJson;
import org.gleaner.protocol.json.SubmissionJson;
import org.gleaner.protocol.message.Submission;
import org.gleaner.protocol.problem.Problem;
import org.gleaner.protocol.problem.ProblemKind;
import org.gleaner.protocol.problem.ProblemMapper;
import org.gleaner.protocol.problem.ShellProblems;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Calls and every way in which they can fail. */
class CallsComponentTest {
    private static final JobSpec SPEC = new JobSpec(
            "sweep",
            "sim",
            new CommandLine.Words(List.of("sim", "{}")),
            new ArrayShape.Single(),
            List.of(),
            List.of(),
            Requirements.ONE_CORE,
            JobLimits.DEFAULT);

    private FakeServer fake;
    private final CountDownLatch over = new CountDownLatch(1);

    @BeforeEach
    void start() throws IOException {
        fake = new FakeServer();
    }

    @AfterEach
    void stop() {
        over.countDown();
        fake.close();
    }

    @Test
    void calls_share_a_connection_whatever_the_answers_are() throws CallFailed {
        fake.on(
                "/api/v1/why",
                exchange ->
                        FakeServer.answer(exchange, 200, new Reply.Explained(List.of()), AnswerJson::writeExplained));
        fake.on("/api/v1/settings", exchange -> FakeServer.answer(exchange, 204, Json.MEDIA_TYPE, new byte[0]));
        UserCalls calls = new UserCalls(fake.connection());

        assertThat(calls.why("name:a b&c").get().reasons()).isEmpty();
        assertThat(calls.job(new JobId(7))).isInstanceOf(Answer.Refused.class);
        assertThat(calls.set("strategy", "fifo").get()).isTrue();
        assertThat(calls.change(Verb.CANCEL, "7.1-50")).isInstanceOf(Answer.Refused.class);
        assertThat(calls.why("").get().reasons()).isEmpty();

        assertThat(fake.connections()).isEqualTo(1);
        assertThat(fake.calls())
                .containsExactly(
                        "GET /api/v1/why?select=name%3Aa+b%26c",
                        "GET /api/v1/jobs/7", "PUT /api/v1/settings", "POST /api/v1/jobs/cancel", "GET /api/v1/why");
        assertThat(fake.tokens()).containsOnly("Bearer secret");
    }

    @Test
    void a_refusal_carries_the_problem_three_lines_and_an_exit_code() {
        Problem problem = ProblemMapper.problem(new Rejection.UnknownJob(new JobId(7)));
        fake.on("/api/v1/jobs/7", exchange -> FakeServer.answer(exchange, problem));

        CallFailed failed = catchThrowableOfType(
                CallFailed.class,
                () -> new UserCalls(fake.connection()).job(new JobId(7)).get());

        assertThat(failed.problem()).isEqualTo(problem);
        assertThat(failed.exitCode()).isEqualTo(3);
        assertThat(failed.trouble())
                .isEqualTo(new Trouble("Unknown job.", "There is no job 7.", "'gleaner status' lists your jobs."));
    }

    @Test
    void a_server_that_is_not_there_is_unreachable() throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        UserCalls calls = new UserCalls(
                new ServerConnection(Endpoint.of("http://127.0.0.1:" + port, "secret"), FakeServer.SHORT));

        CallFailed failed =
                catchThrowableOfType(CallFailed.class, () -> calls.nodes().get());

        assertThat(failed.exitCode()).isEqualTo(4);
        assertThat(failed.problem()).isNull();
        assertThat(failed.trouble().why()).contains("refused");
    }

    @Test
    void a_silent_server_is_given_up_after_the_read_timeout() {
        fake.on("/api/v1/nodes", exchange -> await(over));
        CallTimeouts brief = new CallTimeouts(Duration.ofSeconds(2), Duration.ofMillis(100), Duration.ofSeconds(5));

        Answer<Reply.Nodes> answer = new UserCalls(fake.connection(brief)).nodes();

        assertThat(answer)
                .isInstanceOfSatisfying(
                        Answer.Unreachable.class,
                        it -> assertThat(it.trouble().what()).contains("did not answer in time"));
    }

    @Test
    void a_call_that_the_server_holds_open_may_last_as_long_as_its_patience() throws CallFailed {
        CountDownLatch longerThanRead = new CountDownLatch(1);
        CompletableFuture.delayedExecutor(400, TimeUnit.MILLISECONDS).execute(longerThanRead::countDown);
        fake.on("/api/v1/nodes/3/sync", exchange -> {
            await(longerThanRead);
            FakeServer.answer(exchange, 200, Orders.NONE, OrdersJson::writeOrders);
        });
        CallTimeouts brief = new CallTimeouts(Duration.ofSeconds(2), Duration.ofMillis(100), Duration.ofSeconds(5));
        SyncReport report = new SyncReport(1, 1, List.of(), Capacity.NOTHING, 0, Duration.ofSeconds(5));

        Answer<Orders> answer = new NodeCalls(fake.connection(brief)).sync(new NodeId(3), report);

        assertThat(answer.get()).isEqualTo(Orders.NONE);
    }

    @Test
    void a_redirect_is_not_followed() {
        fake.on("/api/v1/nodes", exchange -> {
            exchange.getResponseHeaders().set("Location", "/elsewhere");
            FakeServer.answer(exchange, 302, "text/html", "<a>moved</a>");
        });

        Answer<Reply.Nodes> answer = new UserCalls(fake.connection()).nodes();

        assertThat(answer).isInstanceOf(Answer.Unreachable.class);
        assertThat(fake.calls()).containsExactly("GET /api/v1/nodes");
    }

    @Test
    void an_answer_of_another_program_is_not_taken_for_ours() {
        fake.on("/api/v1/nodes", exchange -> FakeServer.answer(exchange, 502, "text/html", "<h1>Bad gateway</h1>"));
        fake.on("/api/v1/settings", exchange -> FakeServer.answer(exchange, 200, "text/html", "<h1>Hello</h1>"));
        UserCalls calls = new UserCalls(fake.connection());

        assertThat(calls.nodes())
                .isInstanceOfSatisfying(
                        Answer.Unreachable.class,
                        it -> assertThat(it.trouble().why()).contains("502"));
        assertThat(calls.settings())
                .isInstanceOfSatisfying(
                        Answer.Unreachable.class,
                        it -> assertThat(it.trouble().what()).contains("can't be understood"));
    }

    @Test
    void entries_by_the_hundred_thousand_are_streamed() throws Exception {
        CompletableFuture<Submission> arrived = new CompletableFuture<>();
        CompletableFuture<String> key = new CompletableFuture<>();
        fake.on("/api/v1/jobs", exchange -> {
            key.complete(exchange.getRequestHeaders().getFirst("Idempotency-Key"));
            arrived.complete(Json.read(exchange.getRequestBody(), SubmissionJson::readSubmission));
            FakeServer.answer(
                    exchange, 201, new Reply.Submitted(new JobId(7), 100_000, false), AnswerJson::writeSubmitted);
        });
        Iterator<Entry> entries = IntStream.range(0, 100_000)
                .mapToObj(i -> new Entry("line " + i, List.of()))
                .iterator();

        Answer<Reply.Submitted> answer = new UserCalls(fake.connection()).submit(SPEC, entries, "k1");

        assertThat(answer.get().job()).isEqualTo(new JobId(7));
        assertThat(key.join()).isEqualTo("k1");
        assertThat(arrived.join().spec().array()).isEqualTo(new ArrayShape.Listed(100_000));
        assertThat(arrived.join().pages().get(97).entry(97 * 1024 + 5).value()).isEqualTo("line " + (97 * 1024 + 4));
    }

    @Test
    void entries_that_fail_half_way_never_look_like_a_whole_job() {
        CompletableFuture<Submission> arrived = new CompletableFuture<>();
        fake.on("/api/v1/jobs", exchange -> {
            try {
                arrived.complete(Json.read(exchange.getRequestBody(), SubmissionJson::readSubmission));
            } catch (IOException cut) {
                arrived.completeExceptionally(cut);
            }
            FakeServer.answer(exchange, ShellProblems.badMessage(new BadMessage("", "cut")));
        });
        Iterator<Entry> failing = IntStream.range(0, 50_000)
                .mapToObj(i -> {
                    if (i == 40_000) {
                        throw new UncheckedIOException(new IOException("disk"));
                    }
                    return new Entry("line " + i, List.of());
                })
                .iterator();

        Throwable thrown = catchThrowableOfType(
                UncheckedIOException.class, () -> new UserCalls(fake.connection()).submit(SPEC, failing, "k1"));

        assertThat(thrown).hasRootCauseMessage("disk");
        assertThat(arrived).failsWithin(Duration.ofSeconds(10));
    }

    @Test
    void a_streamed_call_with_an_unknown_token_is_refused_as_such() {
        fake.on("/api/v1/jobs", exchange -> FakeServer.answer(exchange, ShellProblems.unauthenticated()));

        Answer<Reply.Submitted> answer =
                new UserCalls(fake.connection()).submit(SPEC, List.<Entry>of().iterator(), "k1");

        assertThat(answer)
                .isInstanceOfSatisfying(
                        Answer.Refused.class,
                        it -> assertThat(it.problem().is(ProblemKind.UNAUTHENTICATED))
                                .isTrue());
    }

    @Test
    void what_a_task_printed_is_copied_and_a_cut_is_noticed() throws Exception {
        byte[] text = "hello\n".getBytes(StandardCharsets.UTF_8);
        fake.on("/api/v1/jobs/7/tasks/3/stdout", exchange -> FakeServer.answer(exchange, 200, "text/plain", text));
        fake.on("/api/v1/jobs/7/tasks/3/stderr", exchange -> {
            exchange.sendResponseHeaders(200, 100);
            exchange.getResponseBody().write(text);
            exchange.getResponseBody().flush();
            throw new IOException("cut");
        });
        UserCalls calls = new UserCalls(fake.connection());
        TaskId task = new TaskId(new JobId(7), 3);
        ByteArrayOutputStream sink = new ByteArrayOutputStream();

        assertThat(calls.printed(task, UserCalls.Stream.STDOUT, 20, sink).get()).isEqualTo(6);
        assertThat(sink.toByteArray()).isEqualTo(text);
        assertThat(calls.printed(task, UserCalls.Stream.STDERR, 0, sink)).isInstanceOf(Answer.Unreachable.class);
        assertThat(fake.calls().get(0)).endsWith("/stdout?tail=20");
    }

    @Test
    void a_body_above_its_limit_is_cut_off() throws IOException {
        InputStream endless = new InputStream() {
            @Override
            public int read() {
                return 'x';
            }
        };

        LimitedStream.TooLarge large = catchThrowableOfType(
                LimitedStream.TooLarge.class, () -> new LimitedStream(endless, 1000).readAllBytes());

        assertThat(large.limit()).isEqualTo(1000);
        assertThat(new LimitedStream(endless, 1000).readNBytes(1000)).hasSize(1000);
    }

    @Test
    void an_endpoint_keeps_its_token_to_itself_and_refuses_what_is_no_server() {
        assertThat(Endpoint.of("http://localhost:8080//", "secret"))
                .hasToString("http://localhost:8080")
                .matches(Endpoint::isLocal);
        for (String bad :
                List.of("", "localhost:8080", "ftp://x", "http://", "http://u:p@x", "http://x?a=b", "http://x y")) {
            assertThat(catchThrowableOfType(IllegalArgumentException.class, () -> Endpoint.of(bad, "secret")))
                    .as(bad)
                    .hasMessageContaining("write for example http://127.0.0.1:8080");
        }
    }

    private static void await(CountDownLatch latch) throws IOException {
        try {
            if (!latch.await(60, TimeUnit.SECONDS)) {
                throw new IOException("nobody let go");
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
