package org.gleaner.core.ahead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Selector;
import org.gleaner.core.grid.Verb;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.TypeKey;
import org.gleaner.core.image.SketchedJob;
import org.gleaner.core.job.JobLimits;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.observer.Tries;
import org.junit.jupiter.api.Test;

/** Tasks that fail take longer, or are never done: what happened before is expected again. */
final class FailuresAheadTest {
    private static final int EVERY = 3;
    private final ToyPool pool = new ToyPool();

    /** It goes on however many of its tasks are blocked. */
    private static JobSpec sim() {
        JobSpec spec = ToyPool.spec("sim", 60);
        JobLimits limits = new JobLimits(null, 3, 20, 1_000, false, 0, 20, null, null);
        return spec.like(spec.array(), limits, spec.turn());
    }

    private Prospect look() {
        Prospect prospect = pool.prospect(pool.sketch());
        for (int i = 0; i < 9; i++) {
            prospect.look();
        }
        return prospect;
    }

    private double finish(Prospect prospect, JobId job) {
        return pool.minutes(prospect.of(job).orElseThrow().finish().p50());
    }

    /** Works until nothing of the job may start any more. */
    private void exhaust(JobId job) {
        for (int round = 0; round < 200 && isGoingOn(job); round++) {
            pool.round();
        }
    }

    private boolean isGoingOn(JobId job) {
        SketchedJob open = pool.sketch().jobs().get(job);
        return open != null && open.tasks().ready() + open.tasks().running() > 0;
    }

    /** Every third task fails: once, or whenever it is tried; of these all that failed are given up at the end. */
    private void know(boolean once) {
        pool.join(4, "8G");
        pool.letFail(attempt -> attempt.ordinal() % EVERY == 0 && (!once || attempt.number() == 1));
        JobId job = pool.submit(ToyPool.ADA, sim());
        exhaust(job);
        if (!once) {
            pool.ask(
                    new Command.ChangeJobs(ToyPool.ADA, Verb.CANCEL, Selector.parse(job.toString()), List.of(), null),
                    Reply.Changed.class);
        }
    }

    @Test
    void tasks_that_fail_once_make_a_job_longer_and_do_not_keep_it_from_its_end() {
        know(true);
        JobId job = pool.submit(ToyPool.ADA, sim());

        Prospect prospect = look();

        double all = 60.0 * (EVERY + 1) / EVERY * ToyPool.TASK / 4;
        assertThat(finish(prospect, job)).isCloseTo(all, within(0.12 * all));
        assertThat(prospect.fails(job)).isFalse();
    }

    @Test
    void where_tasks_fail_again_and_again_somebody_will_have_to_act_once_the_others_are_done() {
        know(false);
        JobId job = pool.submit(ToyPool.ADA, sim());

        Prospect prospect = look();

        double said = finish(prospect, job);
        Instant asked = pool.now();
        exhaust(job);
        double lasted = Duration.between(asked, pool.now()).toMinutes() - ToyPool.TASK;
        assertThat(said).isCloseTo(lasted, within(0.15 * lasted));
        assertThat(prospect.fails(job)).isTrue();
    }

    @Test
    void of_a_type_that_did_not_fail_nothing_is_feared_because_of_others() {
        know(false);
        pool.letFail(attempt -> false);
        pool.done("good", 60);
        JobId job = pool.submit(ToyPool.ADA, ToyPool.spec("good", 4_000));
        JobId unlike = pool.submit(ToyPool.ADA, ToyPool.spec("new", 400));

        Prospect prospect = look();

        assertThat(prospect.fails(job)).isFalse();
        assertThat(prospect.fails(unlike)).isFalse();
    }

    @Test
    void it_is_known_how_often_a_task_failed_and_failed_again() {
        know(false);

        Tries tries = Objects.requireNonNull(pool.sketch().types().get(new TypeKey(ToyPool.ADA.owner(), "sim")))
                .tries();

        assertThat(tries.firstFailed() / tries.first()).isCloseTo(1.0 / EVERY, within(0.05));
        assertThat(tries.againFailed()).isEqualTo(tries.again()).isGreaterThan(30);
        assertThat(tries.failedWork()).isCloseTo(ToyPool.TASK, within(0.01));
    }

    @Test
    void what_passes_between_the_tasks_of_a_slot_counts() {
        pool.join(4, "8G");
        pool.letRun(6);
        pool.done("sim", 40);
        JobId job = pool.submit(ToyPool.ADA, ToyPool.spec("sim", 40));

        double all = 40.0 * ToyPool.TASK / 4;
        assertThat(finish(look(), job)).isCloseTo(all, within(0.1 * all));
    }

    @Test
    void tasks_of_one_lane_share_the_time_in_which_none_of_them_ran() {
        ToyPool lanes = new ToyPool(Map.of("chunk-tasks", "4", "chunk-time", "100h"));
        lanes.join(1, "8G");
        lanes.letRun(2);
        lanes.done("sim", 40);

        Tries tries = Objects.requireNonNull(lanes.sketch().types().get(new TypeKey(ToyPool.ADA.owner(), "sim")))
                .tries();

        // Of ten minutes eight are of the four that ran one after the other.
        assertThat(tries.beside()).isBetween(0.3, 1.5);
    }

    @Test
    void a_slot_that_was_held_for_very_long_once_counts_little() {
        Tries tries = Tries.NONE;
        for (int i = 0; i < 20; i++) {
            tries = tries.succeeded(false).held(1.1, 1);
        }

        Tries after = tries.succeeded(false).held(600, 1);

        assertThat(tries.beside()).isCloseTo(0.1, within(1e-9));
        assertThat(after.beside()).isLessThan(0.25);
    }
}
