package org.gleaner.core.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gleaner.core.step.GridFixture.ADMIN;
import static org.gleaner.core.step.GridFixture.TWO_SLOTS;

import java.time.Duration;
import java.util.List;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Question;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.message.Introduction;
import org.gleaner.core.node.Duty;
import org.gleaner.core.node.NodeFacts;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class NamingTest {
    private final GridFixture grid = new GridFixture();

    private NodeId introduce(@Nullable NodeId known, String name) {
        NodeFacts facts = new NodeFacts(name, "linux", "x64", 4, Duration.ofMillis(300), "0.2.0");
        Command.Introduce command = new Command.Introduce(known, new Introduction(facts, TWO_SLOTS, List.of()), null);
        return grid.ask(command, Reply.Introduced.class).content().node();
    }

    private String name(NodeId node) {
        return grid.ask(new Question.AskNode(ADMIN, node), Reply.NodeDetail.class)
                .node()
                .facts()
                .name();
    }

    private void forget(NodeId node) {
        grid.pass(Duration.ofMinutes(2));
        grid.ask(new Command.SetDuty(ADMIN, node, Duty.FORGOTTEN), Reply.Acknowledged.class);
    }

    @Test
    void a_name_that_another_node_has_gets_a_number() {
        NodeId first = introduce(null, "lab");
        NodeId second = introduce(null, "lab");
        NodeId third = introduce(null, "lab");

        assertThat(List.of(name(first), name(second), name(third))).containsExactly("lab", "lab-2", "lab-3");
    }

    @Test
    void a_name_stays_with_its_node_whoever_leaves() {
        NodeId first = introduce(null, "lab");
        NodeId second = introduce(null, "lab");
        forget(first);

        introduce(second, "lab");

        assertThat(name(second)).isEqualTo("lab-2");
        assertThat(name(introduce(null, "lab"))).as("the name is free again").isEqualTo("lab");
    }

    @Test
    void a_node_that_asks_for_another_name_gets_it() {
        NodeId first = introduce(null, "lab");
        NodeId second = introduce(null, "pc");

        introduce(first, "gpu");
        introduce(second, "lab");

        assertThat(List.of(name(first), name(second))).containsExactly("gpu", "lab");
    }

    @Test
    void no_name_reads_like_the_id_of_a_node() {
        assertThat(name(introduce(null, "n7"))).isEqualTo("n7-2");
        assertThat(name(introduce(null, "42"))).isEqualTo("42-2");
    }

    @Test
    void a_name_as_long_as_can_be_still_gets_its_number() {
        String longest = "x".repeat(255);

        introduce(null, longest);

        assertThat(name(introduce(null, longest))).hasSizeLessThanOrEqualTo(255).endsWith("-2");
    }
}
