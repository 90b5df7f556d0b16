package org.gleaner.checks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.TaskCounts;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What an agent of 0.1.0 said of four jobs, word for word, is served as its own server served it. The agent itself
 * works for this server in {@code checks/fixtures/make --agent}.
 */
final class OldAgentIT {
    private static final int LARGE = 5000;
    private static final List<List<String>> JOBS = List.of(
            List.of("--out", "result.txt", "--shell", "echo fine; head -c " + LARGE + " /dev/zero > result.txt"),
            List.of("--max-failures", "1", "--shell", "echo wrong >&2; exit 3"),
            List.of("no-such-command-anywhere"),
            List.of("--partial", "1s", "--out", "sum.txt", "--shell", "echo half > sum.txt; sleep 600"));

    @TempDir
    private Path temp;

    private final ObjectMapper json = new ObjectMapper();
    private final HttpClient client = HttpClient.newHttpClient();
    private RealGrid grid;
    private String token = "";
    private int incarnation;
    private int submitted;

    @BeforeEach
    void start() throws Exception {
        grid = new RealGrid(temp).startServer();
    }

    @AfterEach
    void stop() throws Exception {
        grid.killAll();
    }

    @Test
    void what_an_agent_of_0_1_says_is_served() throws Exception {
        grid.set("inline-limit", "1K");
        token = Files.readString(grid.data().resolve("join.token"), UTF_8).strip();

        try (InputStream in = OldServer.resource("agent.tsv")) {
            for (String line : new String(in.readAllBytes(), UTF_8).lines().toList()) {
                replay(line.split("\t", -1));
            }
        }

        assertThat(counts(1).done()).isEqualTo(1);
        assertThat(counts(2).blocked()).isEqualTo(1);
        assertThat(counts(3).blocked()).isEqualTo(1);
        assertThat(counts(4).cancelled()).isEqualTo(1);
        assertThat(grid.well("df", "--json")).contains("\"outputBytes\":" + LARGE);
        // It said that it has a sandbox, which was one that jobs could leave.
        assertThat(grid.well("node", "list")).contains("no sandbox");
        assertThat(grid.well("node", "info", "1")).contains("0.1.0", "no sandbox");
    }

    private void replay(String[] line) throws Exception {
        String path = line[1];
        String body = line[3].replace("\"patienceMs\":20000", "\"patienceMs\":0");
        while (submitted < JOBS.size() && mentions(submitted + 1, path, body)) {
            grid.submit(JOBS.get(submitted++).toArray());
            post("/api/v1/nodes/1/commits", "{\"incarnation\":" + incarnation + ",\"wantsWork\":true,\"reports\":[]}");
        }
        if (body.contains("\"stopped\"")) {
            assertThat(grid.well("get", "4", "--partial", "--to", "partial", "--json"))
                    .contains("\"tasks\":1");
            grid.well("cancel", "4");
        }
        HttpResponse<String> answer = path.contains("/blobs/") ? put(path) : post(path, body);
        assertThat(answer.statusCode())
                .as("%s %s: %s", path, body, answer.body())
                .isEqualTo(Integer.parseInt(line[2]));
        if (path.endsWith("/nodes")) {
            JsonNode welcome = json.readTree(answer.body());
            incarnation = welcome.get("incarnation").asInt();
            token = welcome.hasNonNull("token") ? welcome.get("token").asText() : token;
        }
        if (path.endsWith("/commits")) {
            assertThat(answer.body()).contains(body.contains("\"stopped\"") ? "discard" : "accepted");
        }
    }

    private static boolean mentions(int job, String path, String body) {
        return body.contains("\"" + job + ".1#1\"") || path.contains("/jobs/" + job + "/");
    }

    private HttpResponse<String> post(String path, String body) throws Exception {
        return send(path, "POST", body.getBytes(UTF_8));
    }

    private HttpResponse<String> put(String path) throws Exception {
        return send(path, "PUT", new byte[LARGE]);
    }

    private HttpResponse<String> send(String path, String method, byte[] body) throws Exception {
        return client.send(
                HttpRequest.newBuilder(URI.create(grid.url() + path))
                        .header("Authorization", "Bearer " + token)
                        .header(
                                "Content-Type",
                                path.contains("/blobs/") ? "application/octet-stream" : "application/json")
                        .header("Gleaner-Life", "replayed")
                        .method(method, HttpRequest.BodyPublishers.ofByteArray(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private TaskCounts counts(int job) throws Exception {
        return grid.counts(new JobId(job));
    }
}
