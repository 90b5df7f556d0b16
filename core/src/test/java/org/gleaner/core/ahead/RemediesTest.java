package org.gleaner.core.ahead;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Selector;
import org.gleaner.core.grid.Verb;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.image.SketchedJob;
import org.gleaner.core.job.JobLimits;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Requirements;
import org.gleaner.core.job.Terms;
import org.gleaner.core.node.Duty;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is suggested for a job is done in a real grid, and the job is really done about as much sooner as was said. */
final class RemediesTest {
    private static final int FUTURES = 5;

    private static Remedies.Found cheapest(ToyPool pool, JobId job) {
        Sketch sketch = pool.sketch().copy();
        SketchedJob open = Objects.requireNonNull(sketch.jobs().get(job));
        return new Remedies(sketch, pool.prospect(sketch))
                .cheapest(open, true, FUTURES, () -> false)
                .orElseThrow();
    }

    /** Two pools in which the same happened: in one of them the change is made. */
    private record Twice(ToyPool as, ToyPool changed) {
        static Twice of(Consumer<ToyPool> past) {
            Twice twice = new Twice(new ToyPool(), new ToyPool());
            past.accept(twice.as);
            past.accept(twice.changed);
            return twice;
        }

        /** What is really gained, in comparison with what was said. */
        void assertGained(JobId job, JobId instead, Remedies.Found found) {
            double said = Objects.requireNonNull(Objects.requireNonNull(found.finish())
                                    .gain()
                                    .p50())
                            .toSeconds()
                    / 60.0;
            double near = Math.max(2 * ToyPool.TASK, said / 4);
            double gained = as.lasts(job) - changed.lasts(instead);
            assertThat(gained).isBetween(said - near, said + near);
            assertThat(gained).isGreaterThan(0);
        }
    }

    private static Terms terms(@Nullable Integer priority, @Nullable Integer atMost) {
        return new Terms(priority, null, atMost, null, null, null, null, null, null, null);
    }

    private static void adjust(ToyPool pool, JobId job, Terms terms) {
        pool.ask(new Command.Adjust(ToyPool.ADA, Selector.parse(job.toString()), terms, null), Reply.Adjusted.class);
    }

    @Test
    void a_job_behind_others_of_its_owner_gets_a_higher_priority() {
        JobId[] last = new JobId[1];
        Twice twice = Twice.of(pool -> {
            pool.join(4, "8G");
            pool.done("sim", 40);
            pool.submit(ToyPool.ADA, ToyPool.spec("sim", 80));
            last[0] = pool.submit(ToyPool.ADA, ToyPool.spec("sim", 20));
        });

        Remedies.Found found = cheapest(twice.as(), last[0]);

        assertThat(found.remedy()).isEqualTo(new Remedy.Priority(0, 1));
        adjust(twice.changed(), last[0], terms(1, null));
        twice.assertGained(last[0], last[0], found);
    }

    @Test
    void what_lets_a_long_job_start_sooner_is_told_even_if_it_is_done_at_about_the_same_time() {
        JobId[] last = new JobId[1];
        Twice twice = Twice.of(pool -> {
            pool.join(4, "8G");
            pool.done("sim", 40);
            pool.submit(ToyPool.ADA, ToyPool.spec("sim", 24));
            last[0] = pool.submit(ToyPool.ADA, ToyPool.spec("sim", 320));
        });

        Remedies.Found found = cheapest(twice.as(), last[0]);

        assertThat(found.remedy()).isEqualTo(new Remedy.Priority(0, 1));
        assertThat(found.finish()).isNull();
        Duration said = Objects.requireNonNull(
                Objects.requireNonNull(found.start()).gain().p50());
        adjust(twice.changed(), last[0], terms(1, null));
        double gained = twice.as().waits(last[0]) - twice.changed().waits(last[0]);
        assertThat(gained).isGreaterThan(3 * ToyPool.TASK);
        assertThat(said.toMinutes()).isBetween((long) gained - 2 * ToyPool.TASK, (long) gained + 2 * ToyPool.TASK);
    }

    @Test
    void of_a_job_that_has_started_it_is_not_told_when_it_starts() {
        ToyPool pool = new ToyPool();
        pool.join(4, "8G");
        pool.done("sim", 40);
        JobLimits one = new JobLimits(null, 3, 20, 0, false, 1, 20, null, null);
        JobId only = pool.submit(ToyPool.ADA, ToyPool.spec("sim", 12).with(one));
        pool.round();

        Remedies.Found found = cheapest(pool, only);

        assertThat(found.finish()).isNotNull();
        assertThat(found.start()).isNull();
    }

    @Test
    void a_job_that_runs_one_task_at_once_is_told_to_run_more() {
        JobId[] only = new JobId[1];
        Twice twice = Twice.of(pool -> {
            pool.join(4, "8G");
            pool.done("sim", 40);
            JobLimits one = new JobLimits(null, 3, 20, 0, false, 1, 20, null, null);
            only[0] = pool.submit(ToyPool.ADA, ToyPool.spec("sim", 12).with(one));
        });

        Remedies.Found found = cheapest(twice.as(), only[0]);

        assertThat(found.remedy()).isEqualTo(new Remedy.NoLimit(1));
        adjust(twice.changed(), only[0], terms(null, 0));
        twice.assertGained(only[0], only[0], found);
    }

    @Test
    void a_job_that_fits_one_machine_of_four_asks_for_the_memory_that_such_tasks_used() {
        JobId[] only = new JobId[1];
        Twice twice = Twice.of(pool -> {
            pool.join(3, "4G");
            pool.join(1, "16G");
            pool.done("sim", 40);
            only[0] = pool.submit(ToyPool.ADA, ToyPool.needing("8G", ToyPool.spec("sim", 20)));
        });

        Remedies.Found found = cheapest(twice.as(), only[0]);

        assertThat(found.remedy()).isInstanceOf(Remedy.Memory.class);
        Remedy.Memory memory = (Remedy.Memory) found.remedy();
        assertThat(memory.observed()).isTrue();
        assertThat(memory.to()).isEqualTo(MemorySize.parse("1.25G"));
        JobSpec less = ToyPool.needing("1.25G", ToyPool.spec("sim", 20));
        instead(twice.changed(), only[0], less, job -> twice.assertGained(only[0], job, found));
    }

    @Test
    void a_job_that_wants_four_cores_asks_for_the_one_that_such_tasks_used() {
        JobId[] only = new JobId[1];
        Twice twice = Twice.of(pool -> {
            pool.join(3, "8G");
            pool.join(4, "32G", 1, List.of());
            pool.done("sim", 40);
            only[0] = pool.submit(ToyPool.ADA, ToyPool.spec("sim", 28).needing(new Requirements(4, null)));
        });

        Remedies.Found found = cheapest(twice.as(), only[0]);

        assertThat(found.remedy()).isEqualTo(new Remedy.Cores(4, 1, true));
        instead(twice.changed(), only[0], ToyPool.spec("sim", 28), job -> twice.assertGained(only[0], job, found));
    }

    @Test
    void a_job_without_copies_on_a_slow_machine_is_told_to_allow_them() {
        JobId[] only = new JobId[1];
        Twice twice = Twice.of(pool -> {
            pool.ask(new Command.ChangeSetting(ToyPool.ADA, "redundancy", "plain"), Reply.class);
            pool.join(1, "8G");
            pool.join(1, "8G", 30, List.of());
            pool.done("sim", 40);
            for (int round = 0; round < 30; round++) {
                pool.round();
            }
            JobLimits alone = new JobLimits(null, 3, 20, 0, false, 0, 1, null, null);
            only[0] = pool.submit(ToyPool.ADA, ToyPool.spec("sim", 4).with(alone));
            pool.round();
        });

        Remedies.Found found = cheapest(twice.as(), only[0]);

        assertThat(found.remedy()).isEqualTo(new Remedy.Copies(1, JobLimits.MOST_COPIES));
        adjust(twice.changed(), only[0], new Terms(null, null, null, null, null, null, 20, null, null, null));
        twice.assertGained(only[0], only[0], found);
    }

    @Test
    void where_the_oldest_job_has_all_machines_another_strategy_helps_the_next() {
        JobId[] last = new JobId[1];
        Twice twice = Twice.of(pool -> {
            pool.ask(new Command.ChangeSetting(ToyPool.ADA, "fairness", "balanced"), Reply.class);
            pool.join(4, "8G");
            pool.done("sim", 40);
            pool.done("fit", 40);
            pool.submit(ToyPool.BEN, ToyPool.spec("sim", 200));
            last[0] = pool.submit(ToyPool.ADA, ToyPool.spec("fit", 40));
        });

        Remedies.Found found = cheapest(twice.as(), last[0]);

        assertThat(found.remedy()).isInstanceOf(Remedy.OtherStrategy.class);
        String strategy = ((Remedy.OtherStrategy) found.remedy()).to();
        twice.changed().ask(new Command.ChangeSetting(ToyPool.ADA, "strategy", strategy), Reply.class);
        twice.assertGained(last[0], last[0], found);
    }

    private static void instead(ToyPool pool, JobId job, JobSpec other, Consumer<JobId> then) {
        pool.ask(
                new Command.ChangeJobs(ToyPool.ADA, Verb.CANCEL, Selector.parse(job.toString()), List.of(), null),
                Reply.Changed.class);
        then.accept(pool.submit(ToyPool.ADA, other));
    }

    @Test
    void a_paused_machine_that_would_help_is_named() {
        JobId[] only = new JobId[1];
        Twice twice = Twice.of(pool -> {
            pool.join(1, "8G");
            List<NodeId> paused = pool.join(1, "8G");
            pool.done("sim", 40);
            pool.ask(new Command.SetDuty(ToyPool.ADA, paused.get(0), Duty.PAUSED), Reply.class);
            only[0] = pool.submit(ToyPool.ADA, ToyPool.spec("sim", 20));
        });

        Remedies.Found found = cheapest(twice.as(), only[0]);

        assertThat(found.remedy()).isEqualTo(new Remedy.Resume(new NodeId(2), "m2", Duty.PAUSED));
        twice.changed().ask(new Command.SetDuty(ToyPool.ADA, new NodeId(2), Duty.WORKING), Reply.class);
        twice.assertGained(only[0], only[0], found);
    }

    @Test
    void where_nothing_else_helps_one_more_machine_does() {
        JobId[] only = new JobId[1];
        Twice twice = Twice.of(pool -> {
            pool.join(2, "8G");
            pool.done("sim", 40);
            only[0] = pool.submit(ToyPool.ADA, ToyPool.spec("sim", 30));
        });

        Remedies.Found found = cheapest(twice.as(), only[0]);

        assertThat(found.remedy()).isEqualTo(new Remedy.OneMore(new NodeId(1), "m1"));
        twice.changed().join(1, "8G");
        twice.assertGained(only[0], only[0], found);
    }

    @Test
    void nothing_is_suggested_that_gains_next_to_nothing() {
        ToyPool pool = new ToyPool();
        pool.join(4, "8G");
        pool.done("sim", 40);
        JobId job = pool.submit(ToyPool.ADA, ToyPool.spec("sim", 4));
        pool.round();
        Sketch sketch = pool.sketch().copy();
        SketchedJob open = Objects.requireNonNull(sketch.jobs().get(job));

        assertThat(new Remedies(sketch, pool.prospect(sketch)).cheapest(open, true, FUTURES, () -> false))
                .isEmpty();
    }
}
