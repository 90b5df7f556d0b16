package org.gleaner.client.job;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.gleaner.client.call.Job;
import org.gleaner.client.call.UserCalls;
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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who waits listens to the feed where there is one, and asks where there is none. */
@Timeout(value = 2, unit = MINUTES)
class WatchComponentTest {
    private static final TaskCounts RUNS = new TaskCounts(0, 0, 1, 0, 0, 0, 0);
    private static final TaskCounts DONE = new TaskCounts(0, 0, 0, 1, 0, 0, 0);
    private static final String SNAPSHOT = """
            event: snapshot
            id: run-1
            data: {"version":1}

            """;
    private static final String END = """
            event: change
            id: run-2
            data: {"number":2,"at":"2026-11-17T08:00:00Z","jobs":[{"id":7,"state":"done","tasks":\
            {"waiting":0,"ready":0,"running":0,"done":1,"paused":0,"blocked":0,"cancelled":0}}]}

            """;
    private static final String CUT = "cut";

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicInteger asked = new AtomicInteger();
    private final BlockingQueue<String> connected = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> said = new LinkedBlockingQueue<>();
    private volatile TaskCounts now = RUNS;

    private HttpServer server;
    private Watch watch;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/api/v1/jobs", exchange -> {
            asked.incrementAndGet();
            byte[] body = Json.write(new JobPage(List.of(job(now)), false), StatusJson::writeJobs);
            exchange.getResponseHeaders().set("Content-Type", Json.MEDIA_TYPE);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        Endpoint there = Endpoint.of("http://127.0.0.1:" + server.getAddress().getPort(), "word");
        UserCalls calls = new UserCalls(new ServerConnection(there, CallTimeouts.DEFAULT));
        Job job = Job.all(List.of(job(RUNS))).get(0);
        watch = new Watch(calls, List.of(new Chosen(job, 1, 1, null)), Duration.ofMillis(1), null);
    }

    @AfterEach
    void stop() {
        server.stop(0);
        threads.shutdownNow();
    }

    private static JobSummary job(TaskCounts tasks) {
        return new JobSummary(new JobId(7), "sweep", "sim", new Owner("ada"), Instant.EPOCH, tasks, "");
    }

    private void feed() {
        server.createContext("/api/v1/events", this::tell);
    }

    /** Says what the test gives it. */
    private void tell(HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(200, 0);
        String from = exchange.getRequestHeaders().getFirst("Last-Event-ID");
        connected.add(from == null ? "" : from);
        try (OutputStream out = exchange.getResponseBody()) {
            for (String piece = said.take(); !piece.equals(CUT); piece = said.take()) {
                out.write(piece.getBytes(UTF_8));
                out.flush();
            }
        } catch (InterruptedException over) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void while_the_feed_is_silent_nobody_is_asked_and_the_end_that_it_tells_is_seen() throws Exception {
        feed();
        said.add(SNAPSHOT);
        int[] looks = new int[3];

        TaskCounts end = watch.untilSettled((counts, away) -> {
            boolean silent = asked.get() == looks[0];
            looks[0] = asked.get();
            looks[1] = silent ? looks[1] + 1 : 0;
            if (looks[1] == 100) {
                looks[2] = asked.get();
                now = DONE;
                said.add(END);
            }
        });

        assertThat(end).isEqualTo(DONE);
        assertThat(asked).as("asked once more, as the feed might be late").hasValue(looks[2] + 1);
    }

    @Test
    void a_server_without_a_feed_is_asked_again_and_again() throws Exception {
        TaskCounts end = watch.untilSettled((counts, away) -> now = asked.get() == 20 ? DONE : now);

        assertThat(end).isEqualTo(DONE);
        assertThat(asked).hasValueGreaterThanOrEqualTo(20);
    }

    @Test
    void a_feed_that_something_keeps_back_is_not_waited_for() throws Exception {
        feed();

        TaskCounts end = watch.untilSettled((counts, away) -> now = asked.get() == 20 ? DONE : now);

        assertThat(end).isEqualTo(DONE);
    }

    @Test
    void a_feed_that_is_cut_is_continued_where_it_was() throws Exception {
        feed();
        said.add(SNAPSHOT);
        said.add(CUT);
        boolean[] again = new boolean[1];

        TaskCounts end = watch.untilSettled((counts, away) -> {
            again[0] |= "run-1".equals(connected.poll());
            now = again[0] ? DONE : now;
            if (again[0]) {
                said.add(END);
            }
        });

        assertThat(end).isEqualTo(DONE);
    }
}
