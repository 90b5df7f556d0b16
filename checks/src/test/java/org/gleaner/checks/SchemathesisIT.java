package org.gleaner.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.gleaner.core.grid.Role;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.message.Introduction;
import org.gleaner.core.node.Capacity;
import org.gleaner.core.node.NodeFacts;
import org.gleaner.protocol.OpenApi;
import org.gleaner.protocol.http.CallTimeouts;
import org.gleaner.protocol.http.Endpoint;
import org.gleaner.protocol.http.NodeCalls;
import org.gleaner.protocol.http.ServerConnection;
import org.gleaner.protocol.message.TokenRequest;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * A tool that knows the API only by its description, as each kind of caller: what that allows is not refused, what it
 * forbids is, and all answers are as it says. {@code ./check} installs it; its settings are in .ci/schemathesis.toml.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SchemathesisIT {
    private static final Path ROOT =
            Path.of(System.getProperty("gleaner.root", "..")).toAbsolutePath().normalize();
    private static final Path TOOL = ROOT.resolve("target/schemathesis/bin/schemathesis");
    private static final Path SETTINGS = ROOT.resolve(".ci/schemathesis.toml");
    /** For each caller. On a machine that is not busy it has tried all operations long before. */
    private static final String SECONDS = "900";

    private static final Duration PATIENCE = Duration.ofMinutes(20);
    private static final Pattern TRIED = Pattern.compile("Tested: ([0-9]+)");
    private static final Set<String> METHODS = Set.of("GET", "PUT", "POST", "DELETE");
    private static final Pattern LEFT_OUT = Pattern.compile("include-name = \"([^\"]+)\"\nenabled = false");

    /** The larger a body may be, the longer the tool thinks of it; who sends it makes no difference to its reader. */
    private static final List<String> TRIED_AS_USER_ALONE =
            List.of("POST /api/v1/jobs/match", "POST /api/v1/jobs/{id}/tasks");

    private static final List<String> TRIED_AS_ADMIN_ALONE =
            List.of("POST /api/v1/whatif", "POST /api/v1/jobs/retry", "POST /api/v1/jobs/{id}/{verb}");

    /** Who may not call is refused before anything is read (RolesComponentTest). */
    private static final List<String> OF_NODES_ALONE = List.of(
            "POST /api/v1/nodes",
            "POST /api/v1/nodes/{id}/sync",
            "POST /api/v1/nodes/{id}/commits",
            "POST /api/v1/jobs/{id}/tasks/{n}/attempts/{a}/partial",
            "POST /api/v1/jobs/{id}/tasks/{n}/attempts/{a}/log");

    /** What a node may call too, and one that it may not. */
    private static final List<String> OF_NODES_TOO = List.of(
            "GET /api/v1/blobs/{sha256}",
            "GET /api/v1/blobs/{sha256}/upload",
            "PUT /api/v1/blobs/{sha256}",
            "GET /api/v1/jobs");

    @TempDir
    static Path temp;

    private RealGrid grid = new RealGrid(Path.of("unset"));

    @BeforeAll
    void start() throws Exception {
        assumeTrue(Files.isExecutable(TOOL), "skipped: there is no " + TOOL + "; './check' installs it from PyPI");
        grid = new RealGrid(temp).startServer();
        grid.set("calls-per-second", "100000", "node-calls-per-second", "100000", "strangers-per-minute", "100000");
        grid.submit("--array", "1-3", "true");
    }

    @AfterAll
    void kill_everything() throws Exception {
        grid.killAll();
    }

    @Test
    void an_admin_finds_nothing() throws Exception {
        findsNothing(grid.adminToken(), allBut(TRIED_AS_USER_ALONE));
    }

    @Test
    void a_user_finds_nothing() throws Exception {
        String token = grid.calls()
                .issue(new TokenRequest(Role.USER, new Owner("ann")))
                .get()
                .token();

        findsNothing(token, allBut(TRIED_AS_ADMIN_ALONE));
    }

    @Test
    void a_node_finds_nothing() throws Exception {
        String join = Files.readString(grid.data().resolve("join.token"), StandardCharsets.UTF_8)
                .strip();
        NodeFacts facts = new NodeFacts("lab-07", "linux", "x64", 8, Duration.ofMillis(200), "0.2.0");
        Introduction introduction = new Introduction(facts, new Capacity(4, MemorySize.parse("8G")), List.of());
        ServerConnection connection = new ServerConnection(Endpoint.of(grid.url(), join), CallTimeouts.DEFAULT);

        findsNothing(
                String.valueOf(
                        new NodeCalls(connection).introduce(introduction).get().token()),
                Stream.concat(OF_NODES_ALONE.stream(), OF_NODES_TOO.stream()).toList());
    }

    /** What the description has for people, without what the settings leave out and these. */
    private static List<String> allBut(List<String> others) throws IOException {
        List<String> names = new ArrayList<>();
        JsonNode paths = new ObjectMapper().readTree(OpenApi.document()).get("paths");
        for (Map.Entry<String, JsonNode> path : paths.properties()) {
            path.getValue()
                    .fieldNames()
                    .forEachRemaining(method -> names.add(method.toUpperCase(Locale.ROOT) + " " + path.getKey()));
        }
        // The tool does without HEAD.
        names.removeIf(name -> !METHODS.contains(name.substring(0, name.indexOf(' '))));
        List<String> left = new ArrayList<>(others);
        left.addAll(OF_NODES_ALONE);
        LEFT_OUT.matcher(Files.readString(SETTINGS)).results().forEach(one -> left.add(one.group(1)));
        assertThat(names).containsAll(left);
        names.removeAll(left);
        return names;
    }

    private void findsNothing(String token, List<String> operations) throws Exception {
        List<Object> line = new ArrayList<>(List.of(TOOL, "--config-file", SETTINGS));
        line.addAll(List.of("run", grid.url() + "/openapi.json", "-H", "Authorization: Bearer " + token));
        line.addAll(List.of("--phases", "coverage", "--max-time", SECONDS));
        operations.forEach(name -> line.addAll(List.of("--include-name", name)));
        Shell.Result result =
                new Shell(temp).with("NO_COLOR", "1").start(line.toArray()).result(PATIENCE);

        assertThat(result.exit()).as(result.out() + result.err()).isZero();
        Matcher tried = TRIED.matcher(result.out());
        assertThat(tried.find()).as(result.out()).isTrue();
        // It has been stuck at the first one before, or left out all that have a body, and was content with it.
        assertThat(Integer.parseInt(tried.group(1))).as(result.out()).isEqualTo(operations.size());
    }
}
