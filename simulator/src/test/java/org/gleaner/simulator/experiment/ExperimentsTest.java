package org.gleaner.simulator.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.gleaner.simulator.experiment.Experiments.Outcome;
import org.gleaner.simulator.scenario.Scenario;
import org.gleaner.simulator.scenario.Trial;
import org.junit.jupiter.api.Test;

class ExperimentsTest {
    private static final List<Combination> BOTH =
            List.of(new Combination("balanced", "off"), new Combination("fifo", "off"));

    private final List<Long> drawn = Collections.synchronizedList(new ArrayList<>());
    private final Scenario wild = new Scenario() {
        @Override
        public String name() {
            return "wild";
        }

        @Override
        public Trial trial(long seed) {
            drawn.add(seed);
            return Trials.wild(seed);
        }
    };

    @Test
    void outcomes_are_the_same_on_any_number_of_threads() throws InterruptedException {
        Experiments experiments = new Experiments(wild, BOTH, Options.USUAL);
        List<Long> seeds = List.of(3L, 1L, 2L);

        List<Outcome<Long>> one = experiments.run(seeds, Trial::limit, 1, (runs, of) -> {});
        List<Outcome<Long>> many = experiments.run(seeds, Trial::limit, 4, (runs, of) -> {});

        assertThat(many).isEqualTo(one);
        assertThat(one).extracting(Outcome::seed).containsExactly(3L, 1L, 2L);
        assertThat(one.get(1).results()).extracting(RunResult::combination).isEqualTo(BOTH);
        assertThat(one.get(1).results()).extracting(RunResult::seed).containsOnly(1L);
    }

    @Test
    void trial_is_drawn_once_per_seed() throws InterruptedException {
        new Experiments(wild, BOTH, Options.USUAL).run(List.of(1L, 2L), Trial::seed, 4, (runs, of) -> {});

        assertThat(drawn).containsExactlyInAnyOrder(1L, 2L);
    }

    @Test
    void progress_counts_up_to_all_runs() throws InterruptedException {
        List<String> heard = new ArrayList<>();

        new Experiments(wild, BOTH, Options.USUAL)
                .run(List.of(1L, 2L), Trial::seed, 1, (runs, of) -> heard.add(runs + "/" + of));

        assertThat(heard).containsExactly("1/4", "2/4", "3/4", "4/4");
    }

    @Test
    void bug_in_one_run_ends_them_all() {
        Experiments experiments = new Experiments(wild, List.of(new Combination("best", "off")), Options.USUAL);

        assertThatThrownBy(() -> experiments.run(List.of(1L), Trial::seed, 2, (runs, of) -> {}))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
