package org.gleaner.protocol.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.io.InputStream;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.gleaner.core.grid.Rejection;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.message.Orders;
import org.gleaner.core.message.SyncReport;
import org.gleaner.core.node.Capacity;
import org.gleaner.protocol.http.ServerConnection.Request;
import org.gleaner.protocol.json.AnswerJson;
import org.gleaner.protocol.json.Json;
import org.gleaner.protocol.json.NodeAnswerJson;
import org.gleaner.protocol.json.OrdersJson;
import org.gleaner.protocol.message.Explanation;
import org.gleaner.protocol.problem.Problem;
import org.gleaner.protocol.wording.RejectionWords;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Calls and every way in which they can fail. */
class CallsComponentTest {
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
                exchange -> FakeServer.answer(
                        exchange, 200, new Explanation(List.of(), false, null), AnswerJson::writeExplained));
        fake.on("/api/v1/settings", exchange -> FakeServer.answer(exchange, 204, Json.MEDIA_TYPE, new byte[0]));
        ServerConnection calls = fake.connection();
        Request why = Request.of("GET", "/api/v1/why");

        assertThat(calls.call(why, AnswerJson::readExplained).get().reasons()).isEmpty();
        assertThat(nodes(calls)).isInstanceOf(Answer.Refused.class);
        assertThat(calls.tell(Request.of("PUT", "/api/v1/settings")).get()).isTrue();
        assertThat(calls.tell(Request.of("POST", "/api/v1/jobs/cancel"))).isInstanceOf(Answer.Refused.class);
        assertThat(calls.call(why, AnswerJson::readExplained).get().reasons()).isEmpty();

        assertThat(fake.connections()).isEqualTo(1);
        assertThat(fake.calls())
                .containsExactly(
                        "GET /api/v1/why",
                        "GET /api/v1/nodes",
                        "PUT /api/v1/settings",
                        "POST /api/v1/jobs/cancel",
                        "GET /api/v1/why");
        assertThat(fake.tokens()).containsOnly("Bearer secret");
    }

    @Test
    void a_refusal_carries_the_problem_three_lines_and_an_exit_code() {
        Problem problem = RejectionWords.problem(new Rejection.UnknownJob(new JobId(7)));
        fake.on("/api/v1/nodes", exchange -> FakeServer.answer(exchange, problem));

        CallFailed failed = catchThrowableOfType(
                CallFailed.class, () -> nodes(fake.connection()).get());

        assertThat(failed.problem()).isEqualTo(problem);
        assertThat(failed.exitCode()).isEqualTo(3);
        assertThat(failed.trouble())
                .isEqualTo(new Trouble(
                        "Unknown job.",
                        "You have no job 7. It may have been deleted, or belong to someone else.",
                        "List your jobs to see their numbers."));
    }

    @Test
    void a_server_that_is_not_there_is_unreachable() throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        ServerConnection calls =
                new ServerConnection(Endpoint.of("http://127.0.0.1:" + port, "secret"), FakeServer.PATIENT);

        CallFailed failed =
                catchThrowableOfType(CallFailed.class, () -> nodes(calls).get());

        assertThat(failed.exitCode()).isEqualTo(4);
        assertThat(failed.problem()).isNull();
        assertThat(failed.trouble().why()).contains("refused");
    }

    @Test
    void a_silent_server_is_given_up_after_the_read_timeout() {
        fake.on("/api/v1/nodes", exchange -> await(over));
        CallTimeouts brief = new CallTimeouts(Duration.ofMinutes(5), Duration.ofMillis(100), Duration.ofMinutes(5));

        Answer<Reply.Nodes> answer = nodes(fake.connection(brief));

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
        CallTimeouts brief = new CallTimeouts(Duration.ofMinutes(5), Duration.ofMillis(100), Duration.ofMinutes(5));
        SyncReport report = new SyncReport(1, 1, List.of(), Capacity.NOTHING, 0, Duration.ofMinutes(5));

        Answer<Orders> answer = new NodeCalls(fake.connection(brief)).sync(new NodeId(3), report);

        assertThat(answer.get()).isEqualTo(Orders.NONE);
    }

    @Test
    void a_redirect_is_not_followed() {
        fake.on("/api/v1/nodes", exchange -> {
            exchange.getResponseHeaders().set("Location", "/elsewhere");
            FakeServer.answer(exchange, 302, "text/html", "<a>moved</a>");
        });

        Answer<Reply.Nodes> answer = nodes(fake.connection());

        assertThat(answer).isInstanceOf(Answer.Unreachable.class);
        assertThat(fake.calls()).containsExactly("GET /api/v1/nodes");
    }

    @Test
    void an_answer_of_another_program_is_not_taken_for_ours() {
        fake.on("/api/v1/nodes", exchange -> FakeServer.answer(exchange, 502, "text/html", "<h1>Bad gateway</h1>"));
        fake.on("/api/v1/settings", exchange -> FakeServer.answer(exchange, 200, "text/html", "<h1>Hello</h1>"));
        ServerConnection calls = fake.connection();

        assertThat(nodes(calls))
                .isInstanceOfSatisfying(
                        Answer.Unreachable.class,
                        it -> assertThat(it.trouble().why()).contains("502"));
        assertThat(calls.call(Request.of("GET", "/api/v1/settings"), AnswerJson::readSettings))
                .isInstanceOfSatisfying(
                        Answer.Unreachable.class,
                        it -> assertThat(it.trouble().what()).contains("Unexpected response"));
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
                List.of("", "localhost", "ftp://x", "http://", "http://u:p@x", "http://x?a=b", "http://x y")) {
            assertThat(catchThrowableOfType(IllegalArgumentException.class, () -> Endpoint.of(bad, "secret")))
                    .as(bad)
                    .hasMessageContaining("write for example http://127.0.0.1:8080");
        }
    }

    private static Answer<Reply.Nodes> nodes(ServerConnection calls) {
        return calls.call(Request.of("GET", "/api/v1/nodes"), NodeAnswerJson::readNodes);
    }

    private static void await(CountDownLatch latch) throws IOException {
        try {
            if (!latch.await(300, TimeUnit.SECONDS)) {
                throw new IOException("nobody let go");
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
