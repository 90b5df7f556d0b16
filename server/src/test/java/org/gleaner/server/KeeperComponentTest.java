package org.gleaner.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gleaner.core.grid.Role;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.message.SyncReport;
import org.gleaner.core.node.Capacity;
import org.gleaner.protocol.json.AdminJson;
import org.gleaner.protocol.json.NodeJson;
import org.gleaner.protocol.json.StorageJson;
import org.gleaner.protocol.message.TokenRequest;
import org.gleaner.server.log.AuditLog;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** What a server does for the person who keeps it: audit, limits, expiry, metrics. */
final class KeeperComponentTest {
    private static final Path GRAFANA = Path.of("..", "docs", "grafana");

    @TempDir
    private Path data;

    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final Logger audit = (Logger) LoggerFactory.getLogger(AuditLog.NAME);
    private TestServer server;

    @BeforeEach
    void start() throws Exception {
        server = TestServer.start(data);
        lines.start();
        audit.addAppender(lines);
        audit.setLevel(Level.INFO);
    }

    @AfterEach
    void stop() throws IOException {
        audit.detachAppender(lines);
        audit.setLevel(null);
        server.close();
    }

    private List<String> audited() {
        return List.copyOf(lines.list).stream()
                .map(line -> line.getFormattedMessage() + " " + line.getKeyValuePairs())
                .toList();
    }

    @Test
    void a_change_leaves_a_line_with_who_from_where_what_and_how_it_ended_and_no_secret() throws Exception {
        server.set("kill-grace", "3s");
        String ann = server.user("ann");
        server.call("DELETE", "/api/v1/users/nobody", ann, null).isProblem(403, "not-allowed");
        server.call("POST", "/api/v1/jobs", "guessed", "{}".getBytes(UTF_8)).isProblem(401, "unauthenticated");
        server.call("GET", "/api/v1/settings", ann, null);

        assertThat(audited()).hasSize(4);
        assertThat(audited().get(0))
                .contains("done", "who=\"admin\"", "from=\"127.0.0.1\"", "what=\"PUT /api/v1/settings\"")
                .contains("on=\"kill-grace=3s\"", "status=\"204\"");
        assertThat(audited().get(1)).contains("on=\"user token ", " of ann");
        assertThat(audited().get(2)).contains("refused", "who=\"ann\"", "status=\"403\"");
        assertThat(audited().get(3)).contains("refused", "status=\"401\"");
        assertThat(audited().toString()).doesNotContain("glnr_", "guessed");
    }

    @Test
    void whatever_is_done_to_jobs_and_to_all_that_is_kept_leaves_a_line_in_plain_words() throws Exception {
        post("/jobs", "{\"name\":\"n\",\"type\":\"t\",\"command\":[\"true\"]}");
        post("/jobs/set", "{\"select\":\"all\",\"priority\":3}");
        post("/jobs/cancel", "{\"select\":\"1.1\"}");
        post("/storage/sweep", "{}");
        String id = post("/storage/backups", "").read(StorageJson::readTicket).id();
        server.call("DELETE", "/api/v1/storage/backups/" + id, server.admin(), null);

        assertThat(audited()).hasSize(6);
        assertThat(audited().get(0)).contains("on=\"1 task of type t, job 1\"", "status=\"201\"");
        assertThat(audited().get(1)).contains("on=\"set all\"", "status=\"200\"");
        assertThat(audited().get(2)).contains("on=\"cancel 1.1-1\"", "status=\"200\"");
        assertThat(audited().get(3)).contains("on=\"content that no job names\"", "status=\"200\"");
        assertThat(audited().get(4)).contains("on=\"backup " + id, "status=\"201\"");
        assertThat(audited().get(5)).contains("on=\"backup " + id, "status=\"204\"");
    }

    @Test
    void a_submission_that_is_told_which_files_to_upload_first_is_not_a_call_that_was_refused() throws Exception {
        String job = "{\"name\":\"n\",\"type\":\"t\",\"command\":[\"true\"]%s}";
        String file = ",\"inputs\":[{\"path\":\"a\",\"size\":4,\"hash\":\"" + "ab".repeat(32) + "\"}]";
        String twice = file.substring(file.indexOf('[')).replaceAll("\\[(.*)]", "[$1,$1]");

        post("/jobs", String.format(job, file)).isProblem(422, "missing-blobs");
        post("/jobs/bundle", "{\"jobs\":[" + String.format(job, file) + "],\"links\":[]}")
                .isProblem(422, "missing-blobs");
        post("/jobs", String.format(job, ",\"inputs\":" + twice)).isProblem(422, "invalid-spec");
        post("/jobs", String.format(job, ""));

        assertThat(audited()).hasSize(2);
        assertThat(audited().get(0)).contains("refused", "status=\"422\"");
        assertThat(audited().get(1)).contains("done", "status=\"201\"");
    }

    @Test
    void a_verb_on_more_jobs_than_are_changed_at_a_time_leaves_one_line() throws Exception {
        String job = "{\"name\":\"n\",\"type\":\"t\",\"command\":[\"true\"]}";
        post("/jobs/bundle", "{\"jobs\":[" + String.join(",", Collections.nCopies(2_500, job)) + "],\"links\":[]}");
        for (String verb : List.of("pause", "cancel")) {
            post("/jobs/" + verb, "{\"select\":\"all\"}");
        }

        assertThat(audited()).hasSize(3);
        assertThat(audited().get(0)).contains("status=\"201\"");
        assertThat(audited().get(1)).contains("on=\"pause all\"", "status=\"200\"");
        assertThat(audited().get(2)).contains("on=\"cancel all\"", "status=\"200\"");
    }

    private TestServer.Answer post(String path, String body) throws Exception {
        return server.call("POST", "/api/v1" + path, server.admin(), body.getBytes(UTF_8));
    }

    @Test
    void a_token_that_calls_too_often_is_told_when_to_come_back_and_others_are_not() throws Exception {
        String ann = server.user("ann");
        server.set("calls-per-second", "1");
        int limited = 0;
        for (int i = 0; i < 15; i++) {
            TestServer.Answer answer = server.call("GET", "/api/v1/settings", ann, null);
            if (answer.status() == 429) {
                answer.isProblem(429, "too-many-requests");
                assertThat(answer.header("Retry-After")).hasValue("1");
                limited++;
            }
        }

        assertThat(limited).isPositive();
        assertThat(server.call("GET", "/api/v1/settings", server.user("bob"), null)
                        .status())
                .isEqualTo(200);
    }

    @Test
    void somebody_who_tries_tokens_is_slowed_and_a_known_token_from_there_is_let_in() throws Exception {
        server.set("strangers-per-minute", "5");
        int refused = 0;
        for (int i = 0; i < 10; i++) {
            refused += server.call("GET", "/api/v1/jobs", "guess" + i, null).status() == 401 ? 1 : 0;
        }

        assertThat(refused).isBetween(5, 9);
        assertThat(server.call("GET", "/api/v1/jobs", server.admin(), null).status())
                .isEqualTo(200);
    }

    @Test
    void what_needs_no_token_is_answered_so_often_per_address_and_always_with_one() throws Exception {
        server.set("strangers-per-minute", "1");
        int answered = 0;
        for (int i = 0; i < 20; i++) {
            answered += server.call("GET", "/openapi.json", null, null).status() == 200 ? 1 : 0;
        }

        assertThat(answered).isBetween(10, 19);
        assertThat(server.call("GET", "/openapi.json", server.admin(), null).status())
                .isEqualTo(200);
        assertThat(server.call("GET", "/health", null, null).status()).isEqualTo(200);
    }

    @Test
    void a_token_is_worth_nothing_when_its_time_is_over() throws Exception {
        String token = server.call(
                        "POST",
                        "/api/v1/tokens",
                        server.admin(),
                        TestServer.json(
                                new TokenRequest(Role.USER, null, "short", Duration.ofSeconds(30), false),
                                AdminJson::writeTokenRequest))
                .read(AdminJson::readIssued)
                .token();
        server.advance(Duration.ofSeconds(25));
        assertThat(server.call("GET", "/api/v1/jobs", token, null).status()).isEqualTo(200);

        server.advance(Duration.ofSeconds(7));

        server.call("GET", "/api/v1/jobs", token, null).isProblem(401, "unauthenticated");
    }

    @Test
    void what_is_wrong_with_a_value_is_said_in_plain_words() throws Exception {
        assertThat(server.call("GET", "/api/v1/jobs/9223372036854775807", server.admin(), null)
                        .text())
                .contains("the number is too large");
        assertThat(server.call("DELETE", "/api/v1/users/ann?jobs=keep", server.admin(), null)
                        .text())
                .contains("expected cancel")
                .doesNotContain("one of cancel");
        String job = "{\"name\":\"n\",\"type\":\"t\",\"command\":[\"" + "x".repeat(3 << 20) + "\"]}";
        assertThat(server.call("POST", "/api/v1/jobs", server.admin(), job.getBytes(UTF_8))
                        .text())
                .doesNotContain("StreamReadConstraints");
        String path = "{\"name\":\"n\",\"type\":\"t\",\"command\":[\"x\"],\"outputs\":[{\"path\":\"a\\u0007b\"}]}";
        assertThat(server.call("POST", "/api/v1/jobs", server.admin(), path.getBytes(UTF_8))
                        .text())
                .contains("control characters");
    }

    @Test
    void a_token_is_no_name_of_a_user() throws Exception {
        String ann = server.user("ann");
        String request = "{\"role\":\"user\",\"owner\":\"" + ann + "\"}";

        server.call("POST", "/api/v1/tokens", server.admin(), request.getBytes(UTF_8))
                .isProblem(400, "bad-message");
    }

    @Test
    void the_day_of_a_tokens_last_use_is_listed() throws Exception {
        String ann = server.user("ann");
        server.call("GET", "/api/v1/jobs", ann, null);

        assertThat(server.call("GET", "/api/v1/tokens", ann, null).text()).contains("\"usedDay\":\"");
    }

    @Test
    void every_metric_of_the_dashboard_and_of_the_alerts_is_served() throws Exception {
        TestServer.JoinedNode node = server.node(2);
        server.set("licences", "ansys=2,matlab=3");
        String job = "{\"name\":\"n\",\"type\":\"t\",\"command\":[\"true\"],\"needs\":{\"uses\":[\"matlab=1\"]}}";
        server.call("POST", "/api/v1/jobs", server.admin(), job.getBytes(UTF_8));
        SyncReport asks = new SyncReport(
                node.incarnation(), 1, List.of(), new Capacity(2, MemorySize.parse("8G")), 0, Duration.ZERO);
        server.call(
                "POST",
                "/api/v1/nodes/" + node.id() + "/sync",
                node.token(),
                TestServer.json(asks, NodeJson::writeSync));
        // What was chosen shows with the next image of the pool.
        await().atMost(Duration.ofMinutes(5))
                .until(
                        () -> server.call("GET", "/metrics", server.admin(), null)
                                .text(),
                        text -> text.contains("gleaner_choices"));
        String served = server.call("GET", "/metrics", server.admin(), null).text();
        TreeSet<String> named = new TreeSet<>();
        for (String file : List.of("gleaner.json", "alerts.yml")) {
            Matcher match =
                    Pattern.compile("\\b(gleaner|jvm)_[a-z_]+").matcher(Files.readString(GRAFANA.resolve(file)));
            while (match.find()) {
                named.add(match.group());
            }
        }

        assertThat(named).hasSizeGreaterThan(15);
        assertThat(named).allSatisfy(name -> assertThat(served).containsPattern("(?m)^" + name + "[ {]"));
        assertThat(served)
                .contains("gleaner_nodes{state=\"connected\"} 1.0")
                .contains("gleaner_licences{name=\"matlab\"} 3.0", "gleaner_licences_used{name=\"matlab\"} 1.0")
                .contains("gleaner_licences_used{name=\"ansys\"} 0.0");
        assertThat(served).containsPattern("gleaner_choices_total\\{by=\"survival\",rule=\"[a-z-]+\"} 1.0");
        for (String fate : List.of("done", "redundant", "lost", "failed", "stopped")) {
            assertThat(served).contains("gleaner_work_core_seconds_total{fate=\"" + fate + "\"}");
        }
    }

    @Test
    void every_alert_is_explained() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "OPERATING.md"));
        Matcher match = Pattern.compile("alert: (\\w+)").matcher(Files.readString(GRAFANA.resolve("alerts.yml")));

        assertThat(match.results().map(one -> one.group(1)).toList())
                .isNotEmpty()
                .allSatisfy(alert -> assertThat(page).contains("| `" + alert + "` |"));
    }
}
