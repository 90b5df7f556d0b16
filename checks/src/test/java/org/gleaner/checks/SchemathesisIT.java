package org.gleaner.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gleaner.core.grid.Role;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.message.Introduction;
import org.gleaner.core.node.Capacity;
import org.gleaner.core.node.NodeFacts;
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
    /** For each caller. On a machine that is not busy it has tried all operations long before. */
    private static final String SECONDS = "300";

    private static final Duration PATIENCE = Duration.ofMinutes(8);
    private static final Pattern TRIED = Pattern.compile("Tested: ([0-9]+)");

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
        findsNothing(Files.readString(grid.data().resolve("admin.token"), StandardCharsets.UTF_8)
                .strip());
    }

    @Test
    void a_user_finds_nothing() throws Exception {
        findsNothing(grid.calls()
                .issue(new TokenRequest(Role.USER, new Owner("ann")))
                .get()
                .token());
    }

    @Test
    void a_node_finds_nothing() throws Exception {
        String join = Files.readString(grid.data().resolve("join.token"), StandardCharsets.UTF_8)
                .strip();
        NodeFacts facts = new NodeFacts("lab-07", "linux", "x64", 8, Duration.ofMillis(200), "0.2.0");
        Introduction introduction = new Introduction(facts, new Capacity(4, MemorySize.parse("8G")), List.of());
        ServerConnection connection = new ServerConnection(Endpoint.of(grid.url(), join), CallTimeouts.DEFAULT);

        findsNothing(String.valueOf(
                new NodeCalls(connection).introduce(introduction).get().token()));
    }

    private void findsNothing(String token) throws Exception {
        List<Object> line = new ArrayList<>(List.of(TOOL, "--config-file", ROOT.resolve(".ci/schemathesis.toml")));
        line.addAll(List.of("run", grid.url() + "/openapi.json", "-H", "Authorization: Bearer " + token));
        line.addAll(List.of("--phases", "coverage", "--max-time", SECONDS));
        Shell.Result result =
                new Shell(temp).with("NO_COLOR", "1").start(line.toArray()).result(PATIENCE);

        assertThat(result.exit()).as(result.out() + result.err()).isZero();
        Matcher tried = TRIED.matcher(result.out());
        assertThat(tried.find()).as(result.out()).isTrue();
        // It has been stuck at the first one before, and content with it.
        assertThat(Integer.parseInt(tried.group(1))).as(result.out()).isGreaterThan(5);
    }
}
