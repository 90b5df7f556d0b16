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
import org.gleaner.core.job.JobLimits;
import org.gleaner.core.job.Machines;
import org.gleaner.core.job.Platform;
import org.gleaner.core.job.Requirements;
import org.gleaner.core.message.Introduced;
import org.gleaner.core.message.Introduction;
import org.gleaner.core.node.Abilities;
import org.gleaner.core.node.Duty;
import org.gleaner.core.node.NodeFacts;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class NamingTest {
    private final GridFixture grid = new GridFixture();

    private NodeId introduce(@Nullable NodeId known, String name, String... tags) {
        return join(known, name, tags).node();
    }

    private Introduced join(@Nullable NodeId known, String name, String... tags) {
        Abilities abilities = new Abilities(List.of(), List.of(tags), List.of(), List.of());
        NodeFacts facts = new NodeFacts(name, "linux", "x64", 4, Duration.ofMillis(300), "0.2.0", abilities);
        Command.Introduce command = new Command.Introduce(known, new Introduction(facts, TWO_SLOTS, List.of()), null);
        return grid.ask(command, Reply.Introduced.class).content();
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
    void a_name_that_is_the_tag_of_another_node_gets_a_number() {
        introduce(null, "lab", "gpu");
        NodeId thief = introduce(null, "gpu");
        NodeId own = introduce(null, "pc", "pc");

        assertThat(List.of(name(thief), name(own))).containsExactly("gpu-2", "pc");
    }

    @Test
    void work_for_a_node_goes_to_none_that_has_its_name_or_id_as_a_tag() {
        Introduced pc = join(null, "pc1");
        Introduced thief = join(null, "lab", "pc1", pc.node().toString());
        for (String word : List.of("pc1", pc.node().toString())) {
            Machines only = new Machines(List.of(word), List.of(), null);
            Requirements needs =
                    new Requirements(1, null, null, new Platform(null, null, List.of(), List.of(), false, only));
            grid.submit(GridFixture.job(1, needs, JobLimits.DEFAULT));
        }

        assertThat(grid.orders(thief).start()).isEmpty();
        assertThat(grid.orders(pc).start()).hasSize(2);
    }

    @Test
    void a_name_belongs_to_its_node_until_that_is_forgotten_or_called_otherwise() {
        NodeId lab = introduce(null, "lab");
        assertThat(grid.roster().nodes().isName("lab")).isTrue();

        introduce(lab, "pc");
        assertThat(grid.roster().nodes().isName("lab")).isFalse();
        assertThat(grid.roster().nodes().isName("pc")).isTrue();

        forget(lab);
        assertThat(grid.roster().nodes().isName("pc")).isFalse();
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
    void a_name_that_only_looks_like_another_gets_a_number() {
        List<String> alike = List.of("pc 1", " pc 1", "pc 1\u00a0", "pc\u2003 1", "p\u200bc 1", "\uff50c 1");

        List<String> names =
                alike.stream().map(asked -> name(introduce(null, asked))).toList();

        assertThat(names).containsExactly("pc 1", "pc 1-2", "pc 1-3", "pc 1-4", "pc 1-5", "pc 1-6");
    }

    @Test
    void no_name_is_a_word_that_stands_for_several() {
        NodeId all = introduce(null, "all");
        introduce(all, "all");

        assertThat(List.of(name(all), name(introduce(null, "last")))).containsExactly("all-2", "last-2");
    }

    @Test
    void a_name_of_which_nothing_is_seen_is_no_name() {
        assertThat(name(introduce(null, "\u200b\u00a0"))).isEqualTo("unnamed");
    }

    @Test
    void a_long_name_is_cut_between_characters_and_still_gets_its_number() {
        String longest = "\ud83d\ude00".repeat(127);
        String kept = "\ud83d\ude00".repeat(64);

        NodeId first = introduce(null, longest);
        NodeId second = introduce(null, longest);
        introduce(second, longest);

        assertThat(List.of(name(first), name(second))).containsExactly(kept, kept + "-2");
    }
}
