package org.gleaner.core.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.gleaner.core.step.GridFixture.ADMIN;
import static org.gleaner.core.step.GridFixture.TWO_SLOTS;
import static org.gleaner.core.step.GridFixture.array;
import static org.gleaner.core.step.GridFixture.job;
import static org.gleaner.core.step.GridFixture.limits;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Requirements;
import org.gleaner.core.message.Introduced;
import org.gleaner.core.message.Introduction;
import org.gleaner.core.node.Duty;
import org.gleaner.core.node.NodeFacts;
import org.gleaner.core.placing.Surveying;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the pool as a whole is taken for: who belongs to it, how fast it is, and how much there is to do. */
final class SurveyTest {
    private static final Duration LONG_AGO = Duration.ofDays(31);

    private final GridFixture grid = new GridFixture();
    private final List<Introduced> usual = new ArrayList<>();

    private Introduced introduce(String name, long benchmark) {
        NodeFacts facts = new NodeFacts(name, "linux", "x64", 4, Duration.ofMillis(benchmark), "0.1.0");
        return grid.ask(
                        new Command.Introduce(null, new Introduction(facts, TWO_SLOTS, List.of()), null),
                        Reply.Introduced.class)
                .content();
    }

    private void introduceUsual() {
        for (int i = 0; i < 9; i++) {
            usual.add(introduce("pc" + i, 300));
        }
    }

    private double speed(NodeId node) {
        grid.pass(Duration.ofSeconds(1));
        return grid.roster().survey().speed(grid.roster().nodes().node(node).benchmark());
    }

    private double speedOfUsual() {
        return speed(usual.get(0).node());
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 1_000_000, Long.MAX_VALUE})
    void what_one_node_claims_hardly_moves_the_speed_of_the_others(long claim) {
        introduceUsual();
        Introduced liar = introduce("liar", claim);

        assertThat(speedOfUsual()).isCloseTo(1, within(0.31));
        assertThat(speed(liar.node())).isBetween(1 / 32.0, 32.0);
    }

    @Test
    void a_node_that_was_there_only_once_does_not_count_for_ever_nor_again_after_a_restart() {
        introduceUsual();
        introduce("slow", 1_200);
        assertThat(speedOfUsual()).isCloseTo(1.3, within(0.01));

        grid.restartEarlier(LONG_AGO.negated());
        usual.forEach(grid::orders);

        assertThat(speedOfUsual()).isEqualTo(1);
    }

    @Test
    void a_node_that_was_there_until_lately_counts_after_a_restart_however_long_ago_it_came() {
        introduceUsual();
        Introduced slow = introduce("slow", 1_200);
        grid.restartEarlier(LONG_AGO.negated());
        Instant lately = grid.now();
        grid.orders(slow);

        grid.restartEarlier(Duration.ofDays(-2));
        usual.forEach(grid::orders);

        assertThat(speedOfUsual()).isCloseTo(1.3, within(0.01));
        assertThat(grid.roster().nodes().node(slow.node()).seen()).isEqualTo(lately);
    }

    @Test
    void a_node_that_is_forgotten_counts_no_longer_from_then_on() {
        introduceUsual();
        Introduced slow = introduce("slow", 1_200);
        grid.pass(Duration.ofMinutes(2));
        assertThat(speedOfUsual()).isGreaterThan(1.2);

        grid.send(new Command.SetDuty(ADMIN, slow.node(), Duty.FORGOTTEN));

        assertThat(grid.roster().nodes().node(slow.node()).duty()).isEqualTo(Duty.FORGOTTEN);
        assertThat(speedOfUsual()).isEqualTo(1);
    }

    @Test
    void it_is_noted_once_a_day_that_a_node_is_there() {
        Introduced node = introduce("pc", 300);
        Instant first = grid.now();
        grid.orders(node);
        grid.restartEarlier(Duration.ofHours(-23));
        grid.orders(node);
        assertThat(grid.roster().nodes().node(node.node()).belief().presence().seen())
                .isEqualTo(first);

        grid.restartEarlier(Duration.ofHours(-2));
        grid.orders(node);

        assertThat(grid.roster().nodes().node(node.node()).belief().presence().seen())
                .isEqualTo(grid.now());
    }

    @Test
    void work_that_cannot_start_is_not_among_what_is_to_be_done() {
        introduce("pc", 300);
        grid.submit(job(1_000, Requirements.ONE_CORE, limits(3, 20, 0, 5)));
        grid.submit(job(100, new Requirements(1, MemorySize.parse("64G")), limits(3, 20, 0, 0)));
        grid.submit(array(7));

        assertThat(new Surveying(grid.roster(), grid.now()).startable().values())
                .containsExactly(5 + 7);
    }
}
