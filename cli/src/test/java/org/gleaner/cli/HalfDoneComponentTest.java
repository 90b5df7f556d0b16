package org.gleaner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.gleaner.cli.TestGrid.Result;
import org.gleaner.core.grid.Reason;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Reply.JobSummary;
import org.gleaner.core.grid.Verb;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.protocol.json.AdjustJson;
import org.gleaner.protocol.json.AnswerJson;
import org.gleaner.protocol.json.Json;
import org.gleaner.protocol.json.StatusJson;
import org.gleaner.protocol.message.Adjustment;
import org.gleaner.protocol.message.ChangeReport;
import org.gleaner.protocol.message.ChangeRequest;
import org.gleaner.protocol.message.Explanation;
import org.gleaner.protocol.message.JobPage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that goes away while it changes thousands of jobs, and tells of thousands in parts. */
final class HalfDoneComponentTest {
    private static final int FIRST = ChangeRequest.MOST;
    private static final long UNKNOWN = 9_999;

    @TempDir
    private Path root;

    private HttpServer server;
    private final AtomicInteger changes = new AtomicInteger();
    private final AtomicInteger terms = new AtomicInteger();

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/api/v1/jobs", this::answer);
        server.createContext("/api/v1/why", HalfDoneComponentTest::explain);
        server.createContext("/api/v1/jobs/set", this::adjust);
        server.start();
    }

    /** Tells of one job at a time. */
    private static void explain(HttpExchange exchange) throws IOException {
        try (exchange) {
            Matcher from = Pattern.compile("from=([0-9]+)")
                    .matcher(exchange.getRequestURI().getQuery());
            long job = from.find() ? Long.parseLong(from.group(1)) + 1 : 1;
            Explanation.Said said = Explanation.Said.of("no machine is connected", "");
            Explanation.Point point = new Explanation.Point(new JobId(job), Reason.Kind.NO_NODE, 1, 0, said);
            JobId next = job < 3 ? new JobId(job) : null;
            send(exchange, Json.write(new Explanation(List.of(point), next != null, next), AnswerJson::writeExplained));
        }
    }

    @Test
    void why_asks_until_it_knows_all() {
        assertThat(type("why", "--all").out()).contains("Job 1", "Job 2", "Job 3");
        assertThat(type("why", "--json").out()).contains("\"job\":3").doesNotContain("next", "more");
    }

    /** All jobs but one are open. */
    private void adjust(HttpExchange exchange) throws IOException {
        try (exchange) {
            Adjustment asked = Json.read(exchange.getRequestBody().readAllBytes(), AdjustJson::readAdjustment);
            if (asked.ids().isEmpty()) {
                return;
            }
            terms.incrementAndGet();
            List<JobId> open = asked.ids().stream()
                    .filter(id -> id.value() != UNKNOWN)
                    .sorted(Comparator.reverseOrder())
                    .toList();
            send(exchange, Json.write(new Reply.Adjusted(open), AdjustJson::writeAdjusted));
        }
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            exchange.getRequestBody().readAllBytes();
            if (exchange.getRequestMethod().equals("GET")) {
                boolean further =
                        String.valueOf(exchange.getRequestURI().getQuery()).contains("second");
                send(exchange, Json.write(further ? page(FIRST + 1, "") : page(1, "second"), StatusJson::writeJobs));
            } else if (changes.incrementAndGet() == 1) {
                List<ChangeReport.Line> lines = IntStream.rangeClosed(1, FIRST)
                        .mapToObj(id -> new ChangeReport.Line(new JobId(id), 1, 0, ""))
                        .toList();
                send(exchange, Json.write(new ChangeReport(Verb.DELETE, lines), AnswerJson::writeChanged));
            }
        }
    }

    private static void send(HttpExchange exchange, byte[] body) throws IOException {
        exchange.getResponseHeaders().add("Content-Type", Json.MEDIA_TYPE);
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
    }

    private static JobPage page(int from, String next) {
        int to = next.isEmpty() ? from : FIRST;
        List<JobSummary> jobs = IntStream.rangeClosed(from, to)
                .mapToObj(id -> new JobSummary(
                        new JobId(id),
                        "many",
                        "sim",
                        new Owner("ada"),
                        Instant.EPOCH,
                        new TaskCounts(0, 0, 0, 1, 0, 0, 0),
                        ""))
                .toList();
        return new JobPage(jobs, !next.isEmpty(), next, FIRST + 1L);
    }

    private Result type(String... words) {
        String url = "http://127.0.0.1:" + server.getAddress().getPort();
        TreeMap<String, String> around = new TreeMap<>(Map.of("GLEANER_URL", url, "GLEANER_TOKEN", "x"));
        return TestGrid.typed(root, root, around, InputStream.nullInputStream(), words);
    }

    @Test
    void what_was_deleted_before_the_server_went_away_is_told() {
        Result result = type("delete", "name:many", "--yes");

        assertThat(result.exit()).isEqualTo(4);
        assertThat(result.out()).isEqualTo(FIRST + " jobs deleted.\n");
        assertThat(result.err()).contains("some jobs may be deleted already; the same command does the rest");
    }

    @Test
    void of_very_many_that_were_refused_ten_are_named() {
        changes.set(1);

        String[] words = IntStream.rangeClosed(0, 12)
                .mapToObj(i -> i == 0 ? "pause" : Integer.toString(i))
                .toArray(String[]::new);
        assertThat(type(words).err()).contains("Not paused: 1 2 3 4 5 6 7 8 9 10 and 2 more\n");
    }

    @Test
    void many_jobs_by_their_numbers_get_new_terms_with_one_call_per_thousand() {
        String[] words = IntStream.rangeClosed(0, 2_501)
                .mapToObj(i -> i == 0 ? "set" : i > 2_500 ? "priority=3" : Integer.toString(i))
                .toArray(String[]::new);

        Result result = type(words);

        assertThat(result.out()).as(result.err()).isEqualTo("2500 jobs: priority=3.\n");
        assertThat(result.exit()).isZero();
        assertThat(terms).hasValue(3);
    }

    @Test
    void numbers_that_are_left_out_are_told_one_by_one() {
        Result result = type("set", "1", "2", "3", "4", String.valueOf(UNKNOWN), "priority=3");

        assertThat(result.out()).startsWith("Job 1: priority=3.\nJob 2: ").contains("Job 4: ");
        assertThat(result.err()).contains("Not changed: " + UNKNOWN);
        assertThat(result.exit()).isNotZero();
        assertThat(terms).hasValue(1);
    }

    @Test
    void more_numbers_than_a_line_may_have_are_counted_and_the_way_out_is_named() {
        String[] words =
                IntStream.rangeClosed(0, 10_001).mapToObj(Integer::toString).toArray(String[]::new);
        words[0] = "wait";
        assertThat(type(words).err()).contains("Too many arguments: 10001.", "at most 10000", "--ids-from FILE");
        words[0] = "pause";
        assertThat(type(words).err()).contains("Too many arguments: 10001.", "--ids-from FILE");
    }

    @Test
    void who_changes_many_jobs_with_one_call_hears_that_some_may_be_changed() {
        changes.set(1);

        assertThat(type("cancel", "all").err()).contains("some jobs may be cancelled already");
        assertThat(type("retry", "name:many", "--yes").err()).contains("some jobs may be requeued already");
        assertThat(type("set", "all", "priority=3").err()).contains("some jobs may be changed already");
        assertThat(type("set", "7", "priority=3").err()).isNotEmpty().doesNotContain("already");
        assertThat(type("cancel", "7").err()).isNotEmpty().doesNotContain("already");
    }
}
