package org.gleaner.core.ahead;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.gleaner.core.grid.Objective;
import org.gleaner.core.grid.Policy;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.job.JobLimits;
import org.gleaner.core.job.Turn;
import org.junit.jupiter.api.Test;

/** What a change of the pool would bring, where everybody can work it out. */
final class VariationTest {
    private final ToyPool pool = new ToyPool();

    private Contrast contrast(Sketch sketch, Variation variation) {
        Prospect now = pool.prospect(sketch);
        Contrast contrast = new Contrast(now, now.with(variation));
        for (int future = 0; future < 7; future++) {
            contrast.look();
        }
        return contrast;
    }

    private static double gain(Contrast contrast, JobId... jobs) {
        Duration gain = contrast.of(List.of(jobs)).gain().p50();
        return Objects.requireNonNull(gain).toMillis() / 60_000.0;
    }

    @Test
    void with_twice_the_machines_the_work_is_done_in_half_the_time() {
        List<NodeId> office = pool.join(4, "8G", "office");
        pool.done("sim", 40);
        JobId job = pool.submit(ToyPool.ADA, ToyPool.spec("sim", 80));
        Sketch sketch = pool.sketch();

        Contrast contrast = contrast(sketch, Variation.NONE.adding(4, office));

        assertThat(gain(contrast, job)).isBetween(85.0, 115.0);
        assertThat(contrast.of(List.of(job)).gain().sooner()).isEqualTo(7);
        assertThat(sketch.nodes()).hasSize(4);
    }

    @Test
    void other_rules_are_tried_also_where_the_controller_has_chosen_some() {
        pool.join(1, "8G");
        Prospect chosen = new Prospect(
                pool.sketch(),
                pool.sketch().at(),
                Duration.ofMinutes(1),
                Controller.settings(new Policy("quantile", Objective.MAKESPAN)),
                1,
                SplittableRandom::new);

        assertThat(chosen.with(Variation.NONE.with("strategy", "fifo")).policy())
                .isEqualTo(new Policy("fifo", Objective.AUTO));
        assertThat(chosen.with(Variation.NONE.with("objective", "flow")).policy())
                .isEqualTo(new Policy("quantile", Objective.FLOW));
        assertThat(chosen.with(Variation.NONE).policy()).isEqualTo(chosen.policy());
    }

    @Test
    void without_half_of_the_machines_what_ran_there_starts_again_and_all_takes_twice_as_long() {
        pool.join(2, "8G");
        List<NodeId> lab = pool.join(2, "8G", "lab");
        pool.done("sim", 40);
        JobId job = pool.submit(ToyPool.ADA, ToyPool.spec("sim", 40));
        pool.round();
        Sketch sketch = pool.sketch();

        Contrast contrast = contrast(sketch, Variation.NONE.removing(lab));

        assertThat(gain(contrast, job)).isBetween(-125.0, -90.0);
        assertThat(Objects.requireNonNull(contrast.then().jobs().get(job))
                        .tasks()
                        .total())
                .isEqualTo(40);
    }

    @Test
    void what_changes_nothing_gains_exactly_nothing() {
        pool.join(4, "8G");
        pool.done("sim", 40);
        JobId job = pool.submit(ToyPool.ADA, ToyPool.spec("sim", 50));
        JobId other = pool.submit(ToyPool.BEN, ToyPool.spec("sim", 50));
        Sketch sketch = pool.sketch();

        Contrast contrast = contrast(sketch, Variation.NONE.with("strategy", "fifo"));

        for (JobId one : List.of(job, other)) {
            assertThat(contrast.of(List.of(one)).gain())
                    .isEqualTo(new Contrast.Gain(Duration.ZERO, Duration.ZERO, Duration.ZERO, 0, 0));
        }
    }

    @Test
    void a_machine_that_is_not_needed_changes_nothing_for_a_task_that_runs() {
        pool.join(4, "8G");
        pool.done("sim", 40);
        JobId job = pool.submit(ToyPool.ADA, ToyPool.spec("sim", 4));
        pool.round();
        Sketch sketch = pool.sketch();

        Contrast contrast = contrast(sketch, Variation.NONE.adding(3, List.of(new NodeId(1))));

        assertThat(gain(contrast, job)).isZero();
    }

    @Test
    void one_more_job_holds_up_the_others_and_is_foreseen_itself() {
        pool.join(4, "8G");
        pool.done("sim", 40);
        JobId job = pool.submit(ToyPool.ADA, ToyPool.spec("sim", 40));
        Sketch sketch = pool.sketch();

        Contrast contrast = contrast(
                sketch,
                Variation.NONE.submitting(
                        ToyPool.ADA.owner(), ToyPool.spec("sim", 40).withTurn(new Turn(9, 1, List.of(), null, false))));

        JobId added = contrast.then().jobs().lastKey();
        assertThat(added).isGreaterThan(job);
        assertThat(gain(contrast, job)).isBetween(-115.0, -85.0);
        assertThat(pool.minutes(contrast.then().of(added).orElseThrow().finish().p50()))
                .isBetween(90.0, 115.0);
        assertThat(contrast.now().of(added)).isEmpty();
    }

    @Test
    void a_supposed_job_starts_no_sooner_than_it_may() {
        pool.join(4, "8G");
        pool.done("sim", 40);
        Sketch sketch = pool.sketch();
        Turn later = new Turn(0, 1, List.of(), sketch.at().plus(Duration.ofHours(5)), false);

        Contrast contrast = contrast(
                sketch,
                Variation.NONE.submitting(
                        ToyPool.ADA.owner(), ToyPool.spec("sim", 4).withTurn(later)));

        Forecast added = contrast.then().of(contrast.then().jobs().lastKey()).orElseThrow();
        Forecast.Span start = Objects.requireNonNull(added.start());
        assertThat(start.p10()).isEqualTo(later.begin());
        assertThat(start.p90()).isEqualTo(later.begin());
        assertThat(pool.minutes(added.finish().p50())).isBetween(305.0, 330.0);
    }

    @Test
    void of_a_supposed_job_that_is_paused_nothing_is_said_and_nobody_waits_for_it() {
        pool.join(4, "8G");
        pool.done("sim", 40);
        JobId job = pool.submit(ToyPool.ADA, ToyPool.spec("sim", 40));
        Turn paused = new Turn(9, 1, List.of(), null, true);

        Contrast contrast = contrast(
                pool.sketch(),
                Variation.NONE.submitting(
                        ToyPool.ADA.owner(), ToyPool.spec("sim", 40).withTurn(paused)));

        Forecast.Span never = new Forecast.Span(null, null, null);
        assertThat(contrast.then().of(contrast.then().jobs().lastKey())).contains(new Forecast(never, never));
        assertThat(gain(contrast, job)).isZero();
    }

    @Test
    void a_job_that_fits_no_machine_is_done_only_if_it_asks_for_less() {
        pool.join(4, "8G");
        pool.done("sim", 40);
        JobId job = pool.submit(ToyPool.ADA, ToyPool.needing("64G", ToyPool.spec("sim", 8)));
        Sketch sketch = pool.sketch();

        Contrast.Difference difference = contrast(
                        sketch, Variation.NONE.with(job, ToyPool.needing("4G", ToyPool.spec("sim", 8))))
                .of(List.of(job));

        assertThat(difference.now().p50()).isNull();
        assertThat(difference.gain().p50()).isNull();
        assertThat(difference.gain().sooner()).isEqualTo(7);
        assertThat(pool.minutes(difference.then().p50())).isBetween(15.0, 40.0);
    }

    @Test
    void a_limit_of_one_task_at_once_that_is_gone_lets_all_run_at_once() {
        pool.join(4, "8G");
        pool.done("sim", 40);
        JobLimits one = new JobLimits(null, 3, 20, 0, false, 1, 20, null, null);
        JobId job = pool.submit(ToyPool.ADA, ToyPool.spec("sim", 8).with(one));

        Contrast contrast = contrast(pool.sketch(), Variation.NONE.with(job, ToyPool.spec("sim", 8)));

        assertThat(gain(contrast, job)).isBetween(45.0, 75.0);
    }
}
