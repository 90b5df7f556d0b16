package org.gleaner.simulator.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gleaner.simulator.experiment.Trials.MINUTE;
import static org.gleaner.simulator.experiment.Trials.machine;

import java.util.Arrays;
import java.util.List;
import org.gleaner.simulator.scenario.Batch;
import org.gleaner.simulator.scenario.Trial;
import org.gleaner.simulator.scenario.TrialMachine;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a run keeps in memory is bounded by what is open, however much was done before. */
final class OpenWorkTest {
    private static final List<TrialMachine> MACHINES =
            List.of(machine("a", 0), machine("b", 0), machine("c", 0, 900, 910), machine("d", 0, 500, 505));
    /** A run, the next events and a record for what each machine does, and some that are planned anyway. */
    private static final int FEW = 8 * MACHINES.size();

    private static Batch batch(int tasks) {
        long[] works = new long[tasks];
        Arrays.fill(works, MINUTE);
        return new Batch(0, "ann", "t", works);
    }

    @ParameterizedTest
    @ValueSource(strings = {"off", "plain", "computed"})
    void done_tasks_leave_nothing_behind_while_their_job_is_open(String redundancy) {
        int tasks = 20_000;
        // The run is given up when about a quarter is done.
        Trial trial = new Trial("made", 1, MACHINES, List.of(batch(tasks)), 0, 1_000 * MINUTE, 1_300 * MINUTE);
        Driver driver = new Driver(trial, new Combination("survival", redundancy), Options.USUAL);

        RunResult result = driver.run();

        assertThat(tasks - result.unfinished()).isBetween(5_000L, 5_200L);
        assertThat(driver.kept()).isLessThan(FEW);
    }

    @ParameterizedTest
    @ValueSource(strings = {"off", "plain", "computed"})
    void closed_jobs_leave_nothing_behind(String redundancy) {
        Batch[] jobs = new Batch[500];
        Arrays.fill(jobs, batch(4));
        Trial trial = Trials.trial(MACHINES, jobs);
        Driver driver = new Driver(trial, new Combination("survival", redundancy), Options.USUAL);

        assertThat(driver.run().unfinished()).isZero();

        assertThat(driver.kept()).isLessThan(FEW);
    }
}
