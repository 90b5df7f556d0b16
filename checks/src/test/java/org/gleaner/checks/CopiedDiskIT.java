package org.gleaner.checks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.gleaner.core.grid.NodeSummary;
import org.gleaner.core.id.JobId;
import org.gleaner.lab.child.AgentChild;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Disks are copied after an agent has joined: every copy becomes a node of its own. */
final class CopiedDiskIT {
    @TempDir
    private Path directory;

    private RealGrid grid;

    @BeforeEach
    void start() throws Exception {
        grid = new RealGrid(directory).startServer().set("long-call", "1s");
    }

    @AfterEach
    void stop() throws Exception {
        grid.killAll();
    }

    @Test
    void two_agents_with_one_identity_part_and_both_work() throws Exception {
        AgentChild original = grid.startAgent("original", 1);
        RealGrid.until("it has joined", () -> Files.exists(directory.resolve("original/identity")));
        RealGrid.stop(original.child());
        copy("original", "copy");

        original.start();
        grid.startAgent("copy", 1);

        untilConnected(2);
        RealGrid.until("they part", () -> !node("original").equals(node("copy")));
        JobId job = grid.submit("--array", "1-8", "true");
        grid.untilDone(job);
    }

    @Test
    void a_copy_on_another_machine_is_a_new_node_at_once() throws Exception {
        AgentChild original = grid.startAgent("original", 1);
        RealGrid.until("it has joined", () -> Files.exists(directory.resolve("original/identity")));
        RealGrid.stop(original.child());
        copyToAnotherMachine("original", "copy");

        grid.startAgent("copy", 1);

        untilConnected(1);
        RealGrid.until("the copy has an identity of its own", () -> node("copy").equals("2"));
        assertThat(node("original")).isEqualTo("1");
    }

    @Test
    void a_copy_of_a_copy_joins_as_any_other_machine_does() throws Exception {
        AgentChild original = grid.startAgent("original", 1);
        RealGrid.until("it has joined", () -> Files.exists(directory.resolve("original/identity")));
        RealGrid.stop(original.child());
        copyToAnotherMachine("original", "copy");
        AgentChild copy = grid.startAgent("copy", 1);
        RealGrid.until("the copy has an identity of its own", () -> node("copy").equals("2"));
        RealGrid.stop(copy.child());
        copyToAnotherMachine("copy", "third");

        grid.startAgent("third", 1);

        RealGrid.until(
                "the third has an identity of its own", () -> node("third").equals("3"));
    }

    private void copyToAnotherMachine(String from, String to) throws Exception {
        copy(from, to);
        Path identity = directory.resolve(to).resolve("identity");
        List<String> lines = Files.readAllLines(identity, UTF_8);
        // As if it had been written on the machine that the disk comes from.
        Files.write(identity, List.of(lines.get(0), lines.get(1), "0".repeat(64)), UTF_8);
    }

    private void untilConnected(int count) {
        RealGrid.until(
                count + " nodes are connected",
                () -> grid.calls().nodes().get().nodes().stream()
                                .filter(NodeSummary::connected)
                                .count()
                        == count);
    }

    private String node(String agent) throws IOException {
        return Files.readAllLines(directory.resolve(agent).resolve("identity"), UTF_8)
                .get(0);
    }

    private void copy(String from, String to) throws Exception {
        Shell.Result copied = new Shell(directory).run("cp", "-a", from, to);
        assertThat(copied.exit()).as(copied.err()).isZero();
    }
}
