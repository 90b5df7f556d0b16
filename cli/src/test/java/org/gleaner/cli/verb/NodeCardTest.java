package org.gleaner.cli.verb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.LongStream;
import org.gleaner.core.grid.NodeRecord;
import org.gleaner.core.grid.NodeSummary;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.node.Capacity;
import org.gleaner.core.node.Contact;
import org.gleaner.core.node.Duty;
import org.gleaner.core.node.NodeFacts;
import org.gleaner.core.observer.StayWeek;
import org.gleaner.terminal.console.Surroundings;
import org.junit.jupiter.api.Test;

final class NodeCardTest {
    private static final long WEEK = StayWeek.of(Instant.parse("2026-01-22T00:00:00Z"));

    private static String printed(List<StayWeek> weeks, boolean terminal) {
        return printed(weeks, terminal, NodeSummary.Burden.NONE);
    }

    private static String printed(List<StayWeek> weeks, boolean terminal, NodeSummary.Burden burden) {
        return printed(weeks, terminal, burden, Contact.AWAY);
    }

    private static String printed(List<StayWeek> weeks, boolean terminal, NodeSummary.Burden burden, Contact contact) {
        NodeSummary node = new NodeSummary(
                new NodeId(3),
                new NodeFacts("lab-07", "linux", "amd64", 8, Duration.ofMillis(200), "0.2.0"),
                new Capacity(4, MemorySize.parse("8G")),
                2,
                contact,
                null,
                0,
                0,
                Duty.WORKING,
                new NodeSummary.Staying(null, null),
                burden);
        NodeRecord observed = new NodeRecord(1, 0, 0, false, Duration.ofHours(6), 4, Duration.ofHours(2), List.of());
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        NodeCard.print(
                new Reply.NodeDetail(node, Duration.ZERO, observed, List.of(), List.of(), List.of(), weeks),
                new Surroundings.Streams(
                        InputStream.nullInputStream(), new PrintStream(out, true, UTF_8), System.err, terminal, false));
        return out.toString(UTF_8);
    }

    @Test
    void who_uses_the_processor_is_told_unless_nobody_knows() {
        assertThat(printed(List.of(), false)).contains("  cpu       use unknown");
        assertThat(printed(List.of(), false, new NodeSummary.Burden(0.1, false, 2, 0.45, 1)))
                .contains("  cpu       45% used by tasks, 10% by about 1 other program\n");
        assertThat(printed(List.of(), false, new NodeSummary.Burden(0, false, 0, 0.0, 0)))
                .contains("  cpu       0% used by tasks, 0% by others\n");
    }

    @Test
    void stays_are_told_week_by_week_with_a_bar_for_who_sees_it() {
        List<StayWeek> weeks =
                List.of(new StayWeek(WEEK, 3, Duration.ofHours(90)), new StayWeek(WEEK + 1, 1, Duration.ofHours(9)));

        assertThat(printed(weeks, true))
                .endsWith("  WEEK FROM   STAYS ENDED  TOTAL\n"
                        + "  2026-01-22  3            3 d 18 h  " + "#".repeat(30) + "\n"
                        + "  2026-01-29  1            9 h       ###\n");
        assertThat(printed(weeks, false))
                .contains("2026-01-29  1            9 h\n")
                .doesNotContain("#");
        assertThat(printed(List.of(), true)).doesNotContain("STAYS ENDED");
    }

    @Test
    void of_many_weeks_the_last_twelve_are_shown() {
        List<StayWeek> weeks = LongStream.range(0, 53)
                .mapToObj(i -> new StayWeek(WEEK + i, 1, Duration.ZERO))
                .toList();

        assertThat(printed(weeks, true).lines().filter(line -> line.startsWith("  202")))
                .hasSize(12);
    }

    @Test
    void a_node_without_a_sandbox_is_told_as_not_confined() {
        assertThat(printed(List.of(), false))
                .contains("no sandbox: its tasks can see and do whatever its agent's user can");
    }

    @Test
    void a_node_that_was_not_heard_since_the_server_started_is_told_so() {
        assertThat(printed(List.of(), false)).contains("silent    since before the server started");
        // It had work then, so the server still counts on it.
        assertThat(printed(List.of(), false, new NodeSummary.Burden(0, false, 0, null, null), Contact.CONNECTED))
                .startsWith("n3 lab-07: not heard from yet\n")
                .contains("silent    since before the server started");
    }
}
