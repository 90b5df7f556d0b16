package org.gleaner.simulator.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.gleaner.simulator.experiment.Trials.LIMIT;
import static org.gleaner.simulator.experiment.Trials.MINUTE;
import static org.gleaner.simulator.experiment.Trials.batch;
import static org.gleaner.simulator.experiment.Trials.machine;
import static org.gleaner.simulator.experiment.Trials.opened;
import static org.gleaner.simulator.experiment.Trials.trial;

import java.util.Arrays;
import java.util.List;
import org.gleaner.simulator.experiment.RunResult.Fate;
import org.gleaner.simulator.experiment.RunResult.Point;
import org.gleaner.simulator.experiment.RunResult.Span;
import org.gleaner.simulator.scenario.Batch;
import org.gleaner.simulator.scenario.Trial;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExperimentTest {
    private static final Combination BALANCED = new Combination("balanced", "off");

    private static RunResult run(Trial trial) {
        return Experiment.run(trial, BALANCED, Options.USUAL.withStrips());
    }

    private static List<Span> strip(RunResult result, int machine) {
        return result.strips().get(machine).spans();
    }

    private static Span span(long from, long to, String type, Fate fate) {
        return new Span(from * MINUTE, to * MINUTE, type, fate);
    }

    @Test
    void one_machine_does_two_tasks_one_after_the_other() {
        RunResult result = run(trial(List.of(machine("a", 0)), batch(0, "t", 10, 20)));

        assertThat(result.makespan()).isEqualTo(30 * MINUTE);
        assertThat(result.unfinished()).isZero();
        assertThat(result.to90()).isEqualTo(30 * MINUTE);
        assertThat(result.usefulTime()).isEqualTo(30 * MINUTE);
        assertThat(result.lostTime()).isZero();
        assertThat(result.copyTime()).isZero();
        assertThat(result.upTime()).isEqualTo(30 * MINUTE);
        assertThat(result.starts()).isEqualTo(2);
        assertThat(result.flow().mean()).isEqualTo(20 * MINUTE);
        assertThat(result.types()).hasSize(1);
        assertThat(result.types().get(0).done()).containsExactly(new Point(10 * MINUTE, 1), new Point(30 * MINUTE, 2));
        assertThat(strip(result, 0)).containsExactly(span(0, 10, "t", Fate.USEFUL), span(10, 30, "t", Fate.USEFUL));
    }

    @Test
    void slow_machine_takes_longer() {
        RunResult result = run(trial(List.of(machine("a", 10_000.0, 0)), batch(0, "t", 10)));

        assertThat(result.makespan()).isEqualTo(20 * MINUTE);
    }

    @Test
    void task_whose_machine_dies_begins_anew_when_it_is_back() {
        RunResult result = run(trial(List.of(machine("a", 0, 6, 8)), batch(0, "t", 10)));

        assertThat(result.makespan()).isEqualTo(18 * MINUTE);
        assertThat(result.lostTime()).isEqualTo(6 * MINUTE);
        assertThat(result.usefulTime()).isEqualTo(10 * MINUTE);
        assertThat(result.upTime()).isEqualTo(16 * MINUTE);
        assertThat(strip(result, 0))
                .containsExactly(span(0, 6, "t", Fate.LOST), span(6, 8, "", Fate.DOWN), span(8, 18, "t", Fate.USEFUL));
    }

    @Test
    void silence_is_noticed_after_the_timeout() {
        // The second machine is idle from minute 1 on and gets the lost task three minutes after the death.
        RunResult result = run(trial(List.of(machine("a", 0, 6), machine("b", 0)), batch(0, "t", 10, 1)));

        assertThat(strip(result, 1)).containsExactly(span(0, 1, "t", Fate.USEFUL), span(9, 19, "t", Fate.USEFUL));
        assertThat(result.makespan()).isEqualTo(19 * MINUTE);
    }

    @Test
    void machine_that_is_back_before_the_timeout_tells_at_once_what_it_lost() {
        RunResult result = run(trial(List.of(machine("a", 0, 6, 7), machine("b", 0)), batch(0, "t", 10, 1)));

        assertThat(result.makespan()).isEqualTo(17 * MINUTE);
    }

    @Test
    void task_that_ends_when_its_machine_dies_was_just_in_time() {
        RunResult result = run(trial(List.of(machine("a", 0, 10)), batch(0, "t", 10)));

        assertThat(result.makespan()).isEqualTo(10 * MINUTE);
        assertThat(result.unfinished()).isZero();
    }

    @Test
    void first_copy_that_is_done_stops_the_others_at_once() {
        // b is through with its own task after a minute, and then faster than a by far.
        Trial trial =
                trial(List.of(machine("a", 50_000.0, 0), machine("b", 0)), batch(0, "t", 10, 1), batch(20, "u", 5, 5));

        RunResult result = Experiment.run(trial, new Combination("fifo", "plain"), Options.USUAL.withStrips());

        assertThat(strip(result, 0)).contains(span(0, 11, "t", Fate.SUPERFLUOUS));
        assertThat(strip(result, 1)).contains(span(1, 11, "t", Fate.USEFUL), span(20, 25, "u", Fate.USEFUL));
        assertThat(result.types().get(0).finished()).isEqualTo(11 * MINUTE);
        // The slow machine's task would take 50 minutes; the fast one has a copy of it done before.
        assertThat(result.makespan()).isEqualTo(30 * MINUTE);
        assertThat(result.usefulTime()).isEqualTo(21 * MINUTE);
        assertThat(result.copyTime()).isEqualTo((11 + 10) * MINUTE);
        assertThat(result.starts()).isEqualTo(6);
    }

    @Test
    void copy_goes_on_when_the_machine_of_the_other_dies() {
        Trial trial = trial(List.of(machine("a", 0, 5), machine("b", 2)), batch(0, "t", 10));

        RunResult result = Experiment.run(trial, new Combination("balanced", "plain"), Options.USUAL.withStrips());

        assertThat(strip(result, 0)).contains(span(0, 5, "t", Fate.LOST));
        assertThat(strip(result, 1)).contains(span(2, 12, "t", Fate.USEFUL));
        assertThat(result.makespan()).isEqualTo(12 * MINUTE);
    }

    @Test
    void work_that_arrives_later_waits_for_nobody() {
        RunResult result =
                run(trial(List.of(machine("a", 0), machine("b", 0)), batch(0, "t", 10), batch(20, "u", 5, 5, 5)));

        assertThat(result.makespan()).isEqualTo(30 * MINUTE);
        assertThat(result.flow().mean()).isEqualTo((10 + 5 + 5 + 10) * MINUTE / 4.0);
        assertThat(result.types()).extracting(RunResult.TypeResult::type).containsExactly("t", "u");
        assertThat(result.types().get(1).finished()).isEqualTo(30 * MINUTE);
        assertThat(result.finishSpread()).isEqualTo(20 / 30.0);
    }

    @Test
    void times_count_from_the_opening() {
        RunResult result = run(opened(100, List.of(machine("a", 0, 50, 60)), batch(100, "t", 10), batch(105, "t", 10)));

        assertThat(result.makespan()).isEqualTo(20 * MINUTE);
        assertThat(result.upTime()).isEqualTo(20 * MINUTE);
        assertThat(result.flow().mean()).isEqualTo(12.5 * MINUTE);
        assertThat(strip(result, 0)).containsExactly(span(0, 10, "t", Fate.USEFUL), span(10, 20, "t", Fate.USEFUL));
    }

    @Test
    void run_that_does_not_end_counts_as_the_limit() {
        RunResult result = run(trial(List.of(machine("a", 0, 20)), batch(0, "t", 10, 15)));

        assertThat(result.makespan()).isEqualTo(LIMIT * MINUTE);
        assertThat(result.unfinished()).isEqualTo(1);
        assertThat(result.to99()).isEqualTo(LIMIT * MINUTE);
        assertThat(result.types().get(0).finished()).isEqualTo(LIMIT * MINUTE);
        assertThat(result.flow().mean()).isEqualTo((10 + LIMIT) / 2.0 * MINUTE);
        assertThat(result.lostTime()).isEqualTo(10 * MINUTE);
    }

    @Test
    void short_tasks_are_handed_out_in_chunks_and_run_one_after_the_other() {
        long[] works = new long[500];
        Arrays.fill(works, 100);
        Batch batch = new Batch(0, "ann", "t", works);

        RunResult result = run(trial(List.of(machine("a", 0)), batch));

        assertThat(result.makespan()).isEqualTo(500 * 100);
        assertThat(result.starts()).isEqualTo(500);
        assertThat(result.usefulTime()).isEqualTo(500 * 100);
    }

    @Test
    void same_trial_gives_an_equal_result() {
        RunResult once = run(Trials.wild(7));
        RunResult again = run(Trials.wild(7));

        assertThat(again).isEqualTo(once);
        assertThat(run(Trials.wild(8))).isNotEqualTo(once);
    }

    @ParameterizedTest
    @ValueSource(strings = {"off", "plain"})
    void no_machine_does_more_than_it_is_up(String redundancy) {
        for (long seed = 1; seed <= 5; seed++) {
            RunResult result =
                    Experiment.run(Trials.wild(seed), new Combination("balanced", redundancy), Options.USUAL);

            assertThat(result.unfinished()).isZero();
            assertThat(result.lostTime()).isPositive();
            assertThat(result.usefulTime() + result.lostTime() + result.copyTime())
                    .isLessThanOrEqualTo(result.upTime());
            assertThat(result.to90()).isLessThanOrEqualTo(result.to99());
            assertThat(result.to99()).isLessThanOrEqualTo(result.makespan());
        }
    }

    @Test
    void unknown_strategy_is_refused() {
        Trial trial = trial(List.of(machine("a", 0)), batch(0, "t", 1));

        assertThatThrownBy(() -> Experiment.run(trial, new Combination("best", "off"), Options.USUAL))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("strategy: there is no strategy 'best'");
    }
}
