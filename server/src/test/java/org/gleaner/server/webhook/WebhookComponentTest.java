package org.gleaner.server.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.gleaner.core.id.JobId;
import org.gleaner.protocol.json.AnswerJson;
import org.gleaner.server.TestServer;
import org.gleaner.server.TestServer.Answer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real server tells a real address, but only one that its keeper allows. */
final class WebhookComponentTest {
    @TempDir
    private Path data;

    private TestServer server;
    private String ann;
    private HttpServer listener;
    private String address;
    private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
    private final AtomicInteger status = new AtomicInteger(204);

    @BeforeEach
    void start() throws Exception {
        server = TestServer.start(data);
        ann = server.user("ann");
        listener = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        listener.createContext("/", exchange -> {
            heard.add(exchange.getRequestURI() + " "
                    + new String(exchange.getRequestBody().readAllBytes(), UTF_8));
            exchange.getResponseHeaders().add("Location", address + "/elsewhere");
            exchange.sendResponseHeaders(status.get(), -1);
            exchange.close();
        });
        listener.start();
        address = "http://127.0.0.1:" + listener.getAddress().getPort();
    }

    @AfterEach
    void stop() throws IOException {
        listener.stop(0);
        server.close();
    }

    private Answer submit(@Nullable String webhook) throws Exception {
        return submit(webhook, "");
    }

    private Answer submit(@Nullable String webhook, String more) throws Exception {
        String feedback = webhook == null ? "" : ",\"webhook\":\"" + webhook + "\"";
        String job = "{\"name\":\"swe\\u00ebp\",\"type\":\"sim\",\"command\":[\"secret-program\"],"
                + "\"array\":{\"first\":1,\"last\":3}" + feedback + more + "}";
        return server.call("POST", "/api/v1/jobs", ann, job.getBytes(UTF_8));
    }

    private void cancel(JobId job) throws Exception {
        assertThat(server.call("POST", "/api/v1/jobs/" + job + "/cancel", ann, new byte[0])
                        .status())
                .isEqualTo(200);
    }

    private @Nullable String next() throws InterruptedException {
        return heard.poll(300, TimeUnit.SECONDS);
    }

    @Test
    void a_webhook_is_refused_at_submit_until_the_keeper_allows_its_host() throws Exception {
        Answer refused = submit(address + "/hook");
        refused.isProblem(422, "invalid-spec");
        assertThat(refused.text()).contains("webhooks is off");

        server.set("webhooks", "hooks.example.org");
        assertThat(submit(address + "/hook").text()).contains("does not notify 127.0.0.1");
    }

    @Test
    void the_end_of_a_job_is_told_once_with_number_name_state_and_counts_only() throws Exception {
        server.set("webhooks", "127.0.0.1:" + listener.getAddress().getPort());
        JobId silent = submit(null).read(AnswerJson::readSubmitted).job();
        JobId job =
                submit(address + "/hook?key=1").read(AnswerJson::readSubmitted).job();

        cancel(silent);
        cancel(job);

        assertThat(next())
                .isEqualTo("/hook?key=1 {\"version\":1,\"job\":" + job
                        + ",\"name\":\"swe\u00ebp\",\"state\":\"cancelled\","
                        + "\"tasks\":{\"waiting\":0,\"ready\":0,\"running\":0,\"done\":0,\"paused\":0,\"blocked\":0,"
                        + "\"cancelled\":3}}");
        assertThat(heard).isEmpty();
    }

    @Test
    void a_deadline_that_can_not_be_met_any_more_is_told_once() throws Exception {
        server.set("webhooks", "127.0.0.1:" + listener.getAddress().getPort());
        Instant deadline = server.now().plus(Duration.ofSeconds(20)).truncatedTo(ChronoUnit.SECONDS);
        JobId job = submit(address + "/hook", ",\"turn\":{\"deadline\":\"" + deadline + "\"}")
                .read(AnswerJson::readSubmitted)
                .job();

        server.advance(Duration.ofSeconds(25));
        assertThat(next())
                .startsWith(
                        "/hook {\"version\":1,\"event\":\"hopeless\",\"deadline\":\"" + deadline + "\",\"job\":" + job)
                .contains("\"state\":\"ready\"");
        server.advance(Duration.ofSeconds(5));
        cancel(job);

        assertThat(next()).contains("\"state\":\"cancelled\"");
    }

    @Test
    void a_redirect_is_not_followed() throws Exception {
        status.set(302);
        server.set("webhooks", "127.0.0.1:" + listener.getAddress().getPort());
        JobId first = submit(address + "/first").read(AnswerJson::readSubmitted).job();
        JobId second =
                submit(address + "/second").read(AnswerJson::readSubmitted).job();

        cancel(first);
        assertThat(next()).startsWith("/first");
        status.set(204);
        cancel(second);

        assertThat(next()).startsWith("/second");
    }
}
