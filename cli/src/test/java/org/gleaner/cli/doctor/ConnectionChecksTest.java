package org.gleaner.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.gleaner.core.grid.NodeSummary;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.node.Capacity;
import org.gleaner.core.node.Contact;
import org.gleaner.core.node.Duty;
import org.gleaner.core.node.NodeFacts;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What the doctor makes of what a server says. */
final class ConnectionChecksTest {
    private static final Instant NOW = Instant.parse("2026-11-16T08:00:00Z");

    @Test
    void clocks_that_disagree_are_told_and_those_that_agree_or_are_unknown_are_not() {
        assertThat(ConnectionChecks.clock(NOW.minus(Duration.ofHours(7)), NOW)
                        .orElseThrow()
                        .toString())
                .contains("7 h ahead of the server's");
        assertThat(ConnectionChecks.clock(NOW.plus(Duration.ofHours(7)), NOW)
                        .orElseThrow()
                        .toString())
                .contains("7 h behind the server's");
        assertThat(ConnectionChecks.clock(NOW.plusSeconds(30), NOW)).isEmpty();
        assertThat(ConnectionChecks.clock(null, NOW)).isEmpty();
    }

    private static NodeSummary node(long id, @Nullable Duration silence) {
        return node(id, silence, Contact.CONNECTED);
    }

    private static NodeSummary node(long id, @Nullable Duration silence, Contact contact) {
        return new NodeSummary(
                new NodeId(id),
                new NodeFacts("pc" + id, "linux", "amd64", 8, Duration.ofMillis(200), "0.2.0"),
                new Capacity(4, MemorySize.parse("8G")),
                2,
                contact,
                silence,
                0,
                0,
                Duty.WORKING,
                new NodeSummary.Staying(null, null),
                NodeSummary.Burden.NONE);
    }

    private static List<String> pool(NodeSummary... nodes) {
        return ConnectionChecks.pool(new Reply.Nodes(List.of(nodes))).stream()
                .map(one -> one.grade().word() + " " + one.what())
                .toList();
    }

    @Test
    void machines_with_a_full_disk_or_without_a_sandbox_are_named() {
        assertThat(pool(node(1, Duration.ZERO, Contact.DISK_FULL), node(2, Duration.ZERO)))
                .contains(
                        "bad 1 of them starts nothing because its disk is full: pc1",
                        "note 2 of them run tasks without a working sandbox: pc1, pc2");
    }

    @Test
    void machines_that_a_restarted_server_has_not_heard_are_not_called_connected() {
        assertThat(pool(node(1, null), node(2, null)))
                .containsExactly("note 2 of 2 machines not heard from since the server started");
        assertThat(pool(node(1, null), node(2, Duration.ZERO)))
                .contains(
                        "note 1 of 2 machines not heard from since the server started",
                        "good 1 of 2 machines connected, with 4 slots");
        assertThat(pool()).containsExactly("bad no machine is connected: nothing will run");
    }
}
