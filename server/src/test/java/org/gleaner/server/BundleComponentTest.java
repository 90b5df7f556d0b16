package org.gleaner.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.id.JobId;
import org.gleaner.protocol.json.BundleJson;
import org.gleaner.protocol.json.StatusJson;
import org.gleaner.protocol.message.JobPage;
import org.gleaner.server.TestServer.Answer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many jobs with one call, over HTTP. */
final class BundleComponentTest {
    private static final String BUNDLE = "/api/v1/jobs/bundle";

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

    private static String job(String more) {
        return "{\"name\":\"j\",\"type\":\"t\",\"command\":[\"true\"]" + more + "}";
    }

    private static String bundle(String links, String... jobs) {
        return "{\"jobs\":[" + String.join(",", jobs) + "],\"links\":[" + links + "]}";
    }

    private Answer submit(String body, String key) throws Exception {
        return server.call(server.request("POST", BUNDLE, ann, body.getBytes(UTF_8))
                .header("Idempotency-Key", key)
                .build());
    }

    private JobPage jobs() throws Exception {
        return server.call("GET", "/api/v1/jobs", ann, null).read(StatusJson::readJobs);
    }

    @Test
    void jobs_that_come_together_are_taken_once_and_told_in_their_order() throws Exception {
        String body = bundle("{\"job\":1,\"after\":2}", job(""), job(",\"array\":{\"first\":1,\"last\":3}"), job(""));

        Answer first = submit(body, "k1");
        Answer second = submit(body, "k1");

        assertThat(first.status()).isEqualTo(201);
        assertThat(first.read(BundleJson::readSubmitted))
                .isEqualTo(new Reply.SubmittedAll(List.of(new JobId(2), new JobId(1), new JobId(3)), false));
        assertThat(second.status()).isEqualTo(200);
        assertThat(second.text()).isEqualTo("{\"version\":1,\"jobs\":[2,1,3],\"again\":true}");
        submit(bundle("", job("")), "k1").isProblem(409, "key-reused");
        assertThat(jobs().jobs()).hasSize(3);
    }

    @Test
    void one_that_is_wrong_keeps_all_of_them_out() throws Exception {
        Answer wrong = submit(bundle("", job(""), job(",\"turn\":{\"after\":[{\"job\":99}]}")), "k1");
        Answer circle = submit(bundle("{\"job\":1,\"after\":2},{\"job\":2,\"after\":1}", job(""), job("")), "k2");
        Answer malformed = submit(bundle("", job(""), job(",\"partialMs\":\"x\"")), "k3");
        Answer none = submit(bundle("{\"job\":1,\"after\":3}", job(""), job("")), "k4");

        wrong.isProblem(422, "unknown-predecessor");
        assertThat(wrong.text()).contains("\"member\":2", "Job 2 of the list");
        circle.isProblem(422, "invalid-spec");
        assertThat(circle.text()).contains("the jobs 1, 2 of the list depend on each other in a circle");
        malformed.isProblem(400, "bad-message");
        assertThat(malformed.text()).contains("/jobs/1/partialMs");
        none.isProblem(422, "contradiction");
        assertThat(jobs().jobs()).isEmpty();
    }

    @Test
    void files_that_are_missing_are_asked_for_together_and_once_each() throws Exception {
        String file = ",\"inputs\":[{\"path\":\"a\",\"size\":4,\"hash\":\"" + "ab".repeat(32) + "\"}]";

        Answer missing = submit(bundle("", job(file), job(file)), "k1");

        missing.isProblem(422, "missing-blobs");
        assertThat(missing.text()).contains("1 input file is not on the server");
    }

    @Test
    void ten_thousand_in_a_chain_are_there_after_a_restart() throws Exception {
        List<String> links = new ArrayList<>();
        String[] all = new String[10_000];
        for (int i = 1; i <= all.length; i++) {
            all[i - 1] = job("");
            if (i > 1) {
                links.add("{\"job\":" + i + ",\"after\":" + (i - 1) + "}");
            }
        }

        Reply.SubmittedAll taken =
                submit(bundle(String.join(",", links), all), "k1").read(BundleJson::readSubmitted);
        server.close();
        server = TestServer.start(data);

        assertThat(taken.jobs()).hasSize(10_000).isSorted();
        String last = taken.jobs().get(9_999).toString();
        assertThat(server.call("GET", "/api/v1/jobs/" + last, ann, null).text()).contains("\"waiting\":1");
    }
}
