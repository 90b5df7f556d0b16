package org.gleaner.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.attempt.Outputs;
import org.gleaner.core.grid.Setting;
import org.gleaner.core.id.AttemptId;
import org.gleaner.server.TestServer.Answer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is made to be looked at, over HTTP. */
final class ViewsComponentTest {
    @TempDir
    private Path data;

    private TestServer server;
    private String ann;

    @BeforeEach
    void start() throws Exception {
        server = TestServer.start(data);
        ann = server.user("ann");
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    private void submit(String token, int tasks) throws Exception {
        Answer taken = server.call(
                "POST",
                "/api/v1/jobs",
                token,
                ("{\"name\":\"n\",\"type\":\"t\",\"command\":[\"true\"],\"array\":{\"first\":1,\"last\":" + tasks
                                + "}}")
                        .getBytes(UTF_8));
        assertThat(taken.status()).as(taken.text()).isEqualTo(201);
    }

    private String get(String path) throws Exception {
        Answer answer = server.call("GET", "/api/v1" + path, ann, null);
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return answer.text();
    }

    @Test
    void the_map_of_a_job_shows_every_task_in_runs_or_in_cells() throws Exception {
        submit(ann, 1_000_000);
        TestNode node = new TestNode(server, 4);
        node.takeWork();
        node.end(AttemptId.of(1, 2, 1), Outcome.DONE, Outputs.NONE);

        assertThat(get("/jobs/1/map"))
                .isEqualTo("{\"version\":1,\"job\":1,\"tasks\":1000000,\"runs\":"
                        + "[[\"running\",1],[\"done\",1],[\"running\",2],[\"ready\",999996]]}");
        assertThat(get("/jobs/1/map?cells=2"))
                .isEqualTo("{\"version\":1,\"job\":1,\"tasks\":1000000,\"perCell\":500000,\"cells\":"
                        + "[{\"running\":3,\"ready\":499996,\"done\":1},{\"ready\":500000}]}");
    }

    @Test
    void the_map_of_a_job_that_is_over_is_there_and_that_of_another_owner_is_not() throws Exception {
        submit(ann, 1);
        TestNode node = new TestNode(server, 1);
        node.takeWork();
        node.end(AttemptId.of(1, 1, 1), Outcome.DONE, Outputs.NONE);

        assertThat(get("/jobs/1/map")).contains("\"runs\":[[\"done\",1]]");
        server.call("GET", "/api/v1/jobs/1/map", server.user("bob"), null).isProblem(404, "unknown-job");
        server.call("GET", "/api/v1/jobs/1/map?cells=0", ann, null).isProblem(400, "bad-message");
        server.call("GET", "/api/v1/jobs/1/map?cells=10001", ann, null).isProblem(400, "bad-message");
    }

    @Test
    void the_timeline_shows_own_attempts_and_of_others_only_that_there_was_something() throws Exception {
        String bob = server.user("bob");
        submit(ann, 1);
        submit(bob, 1);
        TestNode node = new TestNode(server, 2);
        node.takeWork();
        node.end(AttemptId.of(1, 1, 1), Outcome.DONE, Outputs.NONE);
        node.end(AttemptId.of(2, 1, 1), Outcome.EXITED, Outputs.NONE);
        Instant now = Instant.parse(attempts(server.admin()).replaceAll("(?s).*?\"ended\":\"([^\"]+)\".*", "$1"));
        String span = "/timeline?since=" + now.minusSeconds(3600) + "&until=" + now.plusSeconds(60);

        assertThat(get(span))
                .contains("\"attempt\":\"1.1#1\",\"outcome\":\"done\"}", "\"others\":true}", "\"more\":false}")
                .doesNotContain("2.1#1", "bob", "exited", "stays");
        assertThat(get(span + "&limit=1")).contains("\"more\":true}");
        assertThat(get(span + "&nodes=77,78")).contains("\"bars\":[]");
        assertThat(server.call("GET", "/api/v1" + span, server.admin(), null).text())
                .contains("2.1#1", "1.1#1", "exited")
                .doesNotContain("others");
    }

    private String attempts(String token) throws Exception {
        return server.call("GET", "/api/v1/history", token, null).text();
    }

    @Test
    void a_timeline_is_of_a_day_at_most() throws Exception {
        String day = "/api/v1/timeline?until=2026-01-31T12:00:00Z&since=";

        assertThat(server.call("GET", day + "2026-01-30T12:00:00Z", ann, null).status())
                .isEqualTo(200);
        server.call("GET", day + "2026-01-30T11:59:59Z", ann, null).isProblem(422, "contradiction");
        server.call("GET", day + "2026-01-31T12:00:00Z", ann, null).isProblem(422, "contradiction");
        server.call("GET", day + "yesterday", ann, null).isProblem(400, "bad-message");
        server.call("GET", "/api/v1/timeline?nodes=1,", ann, null).isProblem(400, "bad-message");
        server.call("GET", "/api/v1/timeline?limit=20001", ann, null).isProblem(400, "bad-message");
    }

    @Test
    void jobs_are_found_among_the_open_and_the_closed_in_pages() throws Exception {
        TestNode node = new TestNode(server, 1);
        named("Sweep one", "sim");
        node.takeWork();
        node.end(AttemptId.of(1, 1, 1), Outcome.DONE, Outputs.NONE);
        named("other", "sim");
        named("my sweep", "sim");
        named("sweep", "awk");

        assertThat(ids("search=SWEEP")).isEqualTo("4 3 1");
        assertThat(ids("search=sweep&type=sim")).isEqualTo("3 1");
        assertThat(ids("search=sweep&state=ready")).isEqualTo("4 3");
        assertThat(ids("state=done&owner=ann")).isEqualTo("1");
        assertThat(ids("owner=bob")).isEmpty();
        assertThat(get("/jobs?search=sweep&limit=2&count=true")).contains("\"next\":\"3\"", "\"total\":3");
        assertThat(ids("search=sweep&limit=2&from=3")).isEqualTo("1");
        assertThat(ids("search=sweep&order=open-first&limit=2")).isEqualTo("4 3");
        server.call("GET", "/api/v1/jobs?search=a&select=all", ann, null).isProblem(422, "contradiction");
        server.call("GET", "/api/v1/jobs?state=lost", ann, null).isProblem(400, "bad-message");
    }

    private void named(String name, String type) throws Exception {
        Answer taken = server.call(
                "POST",
                "/api/v1/jobs",
                ann,
                ("{\"name\":\"" + name + "\",\"type\":\"" + type + "\",\"command\":[\"true\"]}").getBytes(UTF_8));
        assertThat(taken.status()).as(taken.text()).isEqualTo(201);
    }

    /** Of the jobs that a question finds, in its order. */
    private String ids(String query) throws Exception {
        return Pattern.compile("\"id\":([0-9]+)")
                .matcher(get("/jobs?" + query))
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.joining(" "));
    }

    @Test
    void settings_come_with_what_they_mean_and_may_be() throws Exception {
        server.call(
                "PUT",
                "/api/v1/settings",
                server.admin(),
                "{\"name\":\"retention-outputs\",\"value\":\"off\"}".getBytes(UTF_8));

        String described = get("/settings/described");

        for (Setting setting : Setting.values()) {
            assertThat(described).contains("{\"name\":\"" + setting.word() + "\"");
        }
        assertThat(described)
                .contains("{\"name\":\"retention-outputs\",\"value\":\"off\",\"default\":\"90d\","
                        + "\"meaning\":\"how long the"
                        + " files of a closed job are kept, or off\",\"form\":\"duration\"");
    }
}
