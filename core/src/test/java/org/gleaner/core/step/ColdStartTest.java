package org.gleaner.core.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gleaner.core.step.GridFixture.ADMIN;
import static org.gleaner.core.step.GridFixture.ANNA;
import static org.gleaner.core.step.GridFixture.TWO_SLOTS;
import static org.gleaner.core.step.GridFixture.done;
import static org.gleaner.core.step.GridFixture.typed;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Setting;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.message.Introduced;
import org.gleaner.core.message.Start;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where nothing or little was observed yet every strategy serves whoever asks, and starves no type. */
final class ColdStartTest {
    private final GridFixture grid = new GridFixture();

    private void choose(String strategy) {
        grid.ask(new Command.ChangeSetting(ADMIN, Setting.STRATEGY.word(), strategy), Reply.Acknowledged.class);
    }

    private void submit(String type, int tasks) {
        grid.submit(typed(type, tasks));
    }

    /** Lets a node do what it is given, so many times, a minute each; returns the types in the order of their turns. */
    private List<String> work(Introduced node, int rounds) {
        List<String> types = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            for (Start start : grid.orders(node).start()) {
                types.add(start.spec().type());
                grid.pass(Duration.ofMinutes(1));
                AttemptId attempt = start.attempt();
                grid.commit(node, done(attempt));
            }
        }
        return types;
    }

    @ParameterizedTest
    @ValueSource(strings = {"uptime", "mixed", "survival", "quantile"})
    void a_new_node_among_known_ones_is_served_at_once(String strategy) {
        choose(strategy);
        submit("a", 20);
        submit("b", 20);
        work(grid.introduce("known", TWO_SLOTS), 3);
        Introduced fresh = grid.introduce("new", TWO_SLOTS);

        assertThat(grid.orders(fresh).start()).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"uptime", "mixed", "survival", "quantile"})
    void a_new_type_beside_a_known_one_gets_its_turn(String strategy) {
        choose(strategy);
        submit("known", 200);
        Introduced node = grid.introduce("pc", TWO_SLOTS);
        work(node, 3);
        submit("new", 2);

        assertThat(work(node, 20)).contains("new");
    }

    @ParameterizedTest
    @ValueSource(strings = {"uptime", "mixed", "survival", "quantile"})
    void one_type_alone_is_done_to_the_end(String strategy) {
        choose(strategy);
        submit("only", 9);

        assertThat(work(grid.introduce("pc", TWO_SLOTS), 9)).hasSize(9).containsOnly("only");
        assertThat(grid.roster().jobs().of(ANNA)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"uptime", "mixed", "survival", "quantile"})
    void types_that_are_all_alike_are_all_served_before_any_is_through(String strategy) {
        choose(strategy);
        for (String type : List.of("a", "b", "c")) {
            submit(type, 40);
        }
        List<Introduced> nodes = List.of(
                grid.introduce("n1", TWO_SLOTS), grid.introduce("n2", TWO_SLOTS), grid.introduce("n3", TWO_SLOTS));
        TreeSet<String> served = new TreeSet<>();
        for (int i = 0; i < 6; i++) {
            nodes.forEach(node -> served.addAll(work(node, 1)));
        }

        assertThat(served).containsExactly("a", "b", "c");
        assertThat(grid.roster().jobs().of(ANNA)).hasSize(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"uptime", "mixed", "survival", "quantile"})
    void a_thousand_new_types_on_one_new_node_are_all_done(String strategy) {
        choose(strategy);
        grid.trust();
        for (int i = 0; i < 1000; i++) {
            submit("t" + i, 1);
        }

        assertThat(work(grid.introduce("pc", TWO_SLOTS), 501))
                .doesNotHaveDuplicates()
                .hasSize(1000);
        assertThat(grid.roster().jobs().of(ANNA)).isEmpty();
    }
}
