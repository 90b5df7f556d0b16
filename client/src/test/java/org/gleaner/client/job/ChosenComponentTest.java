package org.gleaner.client.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.gleaner.client.call.UserCalls;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.core.grid.Reply.JobSummary;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.protocol.http.CallTimeouts;
import org.gleaner.protocol.http.Endpoint;
import org.gleaner.protocol.http.ServerConnection;
import org.gleaner.protocol.json.Json;
import org.gleaner.protocol.json.StatusJson;
import org.gleaner.protocol.message.JobPage;
import org.gleaner.protocol.message.JobStates;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which jobs a selector means, as a server tells it. */
final class ChosenComponentTest {
    private static final JobSummary JOB = new JobSummary(
            new JobId(7), "sweep", "sim", new Owner("ann"), Instant.EPOCH, new TaskCounts(0, 1, 0, 0, 0, 0, 0), "");

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

    private void listing(boolean more) {
        byte[] body = Json.write(new JobPage(List.of(JOB), more), StatusJson::writeJobs);
        server.createContext("/api/v1/jobs", exchange -> answer(exchange, body));
    }

    private static void answer(HttpExchange exchange, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", Json.MEDIA_TYPE);
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    @Test
    void more_jobs_than_one_answer_names_are_refused_and_never_cut() {
        listing(true);

        ClientFailure failure = catchThrowableOfType(ClientFailure.class, () -> Chosen.of(calls, "type:sim"));

        assertThat(failure.kind()).isEqualTo(ClientFailure.Kind.TOO_MANY);
        assertThat(failure.why()).contains("more than 1000 jobs");
    }

    @Test
    void jobs_that_fit_into_one_answer_are_all_chosen() throws Exception {
        listing(false);

        assertThat(Chosen.of(calls, "type:sim"))
                .extracting(one -> one.job().id())
                .containsExactly(new JobId(7));
    }

    @Test
    void ten_thousand_numbers_are_one_call_and_more_are_pages() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        byte[] body = Json.write(new JobStates(List.of(JOB), List.of()), StatusJson::writeStates);
        server.createContext("/api/v1/jobs/query", exchange -> {
            asked.incrementAndGet();
            answer(exchange, body);
        });
        List<JobId> ids = LongStream.rangeClosed(1, 10_001).mapToObj(JobId::new).toList();

        assertThat(Chosen.ofJobs(calls, ids.subList(0, 10_000))).hasSize(1);
        assertThat(asked).hasValue(1);
        assertThat(Chosen.ofJobs(calls, ids)).hasSize(2);
        assertThat(asked).hasValue(3);
    }
}
