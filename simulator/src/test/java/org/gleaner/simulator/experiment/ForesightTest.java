package org.gleaner.simulator.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gleaner.simulator.experiment.Trials.batch;
import static org.gleaner.simulator.experiment.Trials.machine;
import static org.gleaner.simulator.experiment.Trials.trial;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.gleaner.simulator.experiment.Foresight.Answer;
import org.gleaner.simulator.scenario.Trial;
import org.junit.jupiter.api.Test;

class ForesightTest {
    private static final Combination SURVIVAL = new Combination("survival", "computed");

    private static List<Answer> ask(Trial trial, int futures) {
        return Foresight.of(trial, SURVIVAL, Options.USUAL, Duration.ofMinutes(60), futures);
    }

    /** Sixty tasks, twenty of which take so long. */
    private static long[] tasks(long last) {
        long[] minutes = new long[60];
        Arrays.fill(minutes, 10);
        Arrays.fill(minutes, 40, 60, last);
        return minutes;
    }

    @Test
    void once_tasks_of_a_type_were_done_the_end_of_the_others_is_foreseen() {
        List<Answer> answers = ask(trial(List.of(machine("a", 0), machine("b", 0)), batch(0, "t", tasks(10))), 8);

        // After an hour twelve are done, of those 48 that are left each machine does 24.
        Answer first = answers.get(0);
        assertThat(first.left()).isEqualTo(240);
        assertThat(first.p50()).isBetween(200.0, 450.0);
        assertThat(first.p90()).isGreaterThanOrEqualTo(240);
    }

    @Test
    void who_is_asked_knows_nothing_of_what_is_still_to_come() {
        // Until three hours have passed nothing tells these trials apart.
        Trial one = trial(List.of(machine("a", 0), machine("b", 0)), batch(0, "t", tasks(10)));
        Trial other = trial(List.of(machine("a", 0, 190, 900), machine("b", 0)), batch(0, "t", tasks(90)));

        List<Answer> ofOne = ask(one, 4);
        List<Answer> ofOther = ask(other, 4);

        assertThat(ofOne.get(0).left()).isNotEqualTo(ofOther.get(0).left());
        for (int asked = 0; asked < 3; asked++) {
            assertThat(ofOther.get(asked).p10()).isEqualTo(ofOne.get(asked).p10());
            assertThat(ofOther.get(asked).p50()).isEqualTo(ofOne.get(asked).p50());
            assertThat(ofOther.get(asked).p90()).isEqualTo(ofOne.get(asked).p90());
        }
    }

    @Test
    void asking_changes_nothing() {
        Trial trial = trial(List.of(machine("a", 0, 100, 130), machine("b", 0)), batch(0, "t", tasks(25)));

        RunResult untold = Experiment.run(trial, SURVIVAL, Options.USUAL);
        List<Answer> answers = ask(trial, 2);

        Answer last = answers.get(answers.size() - 1);
        assertThat((last.asked() + last.left()) * 60_000).isEqualTo((double) untold.makespan());
    }
}
