package org.gleaner.core.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.gleaner.core.step.GridFixture.ADMIN;
import static org.gleaner.core.step.GridFixture.ANNA;
import static org.gleaner.core.step.GridFixture.PATIENCE;
import static org.gleaner.core.step.GridFixture.TWO_SLOTS;
import static org.gleaner.core.step.GridFixture.array;
import static org.gleaner.core.step.GridFixture.done;
import static org.gleaner.core.step.GridFixture.failed;
import static org.gleaner.core.step.GridFixture.job;
import static org.gleaner.core.step.GridFixture.limits;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.Outputs;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Selector;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.JobLimits;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Requirements;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.job.Terms;
import org.gleaner.core.job.Turn;
import org.gleaner.core.message.Introduced;
import org.gleaner.core.message.Start;
import org.gleaner.core.node.Capacity;
import org.junit.jupiter.api.Test;

/** Whose turn it is among an owner's jobs, what may be changed about them, and when waiting nodes hear of work. */
final class TermsTest {
    private static final Capacity ONE_SLOT = new Capacity(1, MemorySize.parse("2G"));

    private final GridFixture grid = new GridFixture();

    private static JobSpec ranked(JobSpec spec, int priority) {
        return spec.withTurn(Turn.USUAL.with(priority, 1, null));
    }

    private static Terms priority(int priority) {
        return new Terms(priority, null, null, null, null, null, null, null, null, null);
    }

    private void set(JobId job, Terms terms) {
        grid.ask(new Command.Adjust(ANNA, new Selector.OneJob(job), terms), Reply.Adjusted.class);
    }

    @Test
    void nobody_expects_a_task_to_run_longer_than_it_may() {
        JobLimits hour = new JobLimits(null, 3, 20, 0, false, 0, 1, Duration.ofHours(1), null);
        JobId job = grid.submit(job(1, Requirements.ONE_CORE, hour));

        set(job, new Terms(null, null, null, null, null, null, null, Duration.ofMinutes(20), null, null));

        assertThat(grid.roster().jobs().open(job).spec().limits().expected()).isEqualTo(Duration.ofMinutes(20));
        assertThatThrownBy(() -> new JobLimits(Duration.ofMinutes(1), 3, 20, 0, false, 0, 1, Duration.ofHours(1), null))
                .hasMessageContaining("longer than the time limit");
    }

    private JobId next(Introduced node) {
        List<Start> started = grid.orders(node).start();
        assertThat(started).hasSize(1);
        grid.commit(node, done(started.get(0).attempt()));
        return started.get(0).attempt().job();
    }

    @Test
    void the_higher_priority_goes_first_whatever_its_type_and_needs() {
        Introduced node = grid.introduce("lab", ONE_SLOT);
        JobId low = grid.submit(ranked(array(2), -1));
        JobId usual = grid.submit(array(2));
        JobId high = grid.submit(ranked(job(2, new Requirements(1, MemorySize.parse("1G")), limits(3, 20, 0, 0)), 5));

        List<JobId> order = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            order.add(next(node));
        }

        assertThat(order).containsExactly(high, high, usual, usual, low, low);
    }

    @Test
    void a_priority_counts_only_among_the_jobs_of_one_owner() {
        Caller bob = new Caller(new Owner("bob"), false);
        Introduced node = grid.introduce("lab", TWO_SLOTS);
        JobId boastful = grid.submit(ranked(array(4), 1000));
        JobId modest = grid.ask(new Command.Submit(bob, array(4), List.of(), null, List.of()), Reply.Submitted.class)
                .job();

        assertThat(grid.orders(node).start())
                .extracting(start -> start.attempt().job())
                .containsExactlyInAnyOrder(boastful, modest);
    }

    @Test
    void a_priority_can_be_changed_and_survives_a_restart() {
        Introduced node = grid.introduce("lab", ONE_SLOT);
        JobId first = grid.submit(array(2));
        JobId second = grid.submit(array(2));

        set(second, priority(3));

        assertThat(next(node)).isEqualTo(second);
        grid.restart();
        assertThat(next(node)).isEqualTo(second);
        assertThat(next(node)).isEqualTo(first);
    }

    @Test
    void a_throttle_that_is_lifted_lets_waiting_nodes_work() {
        Introduced node = grid.introduce("lab", TWO_SLOTS);
        JobId job = grid.submit(job(5, Requirements.ONE_CORE, limits(3, 20, 0, 1)));
        Start running = grid.orders(node).start().get(0);
        assertThat(grid.send(grid.sync(
                        node,
                        PATIENCE,
                        List.of(org.gleaner.core.node.Held.of(
                                running.attempt(), org.gleaner.core.node.Held.State.RUNNING)))))
                .isEmpty();

        set(job, new Terms(null, null, 0, null, null, null, null, null, null, null));
        grid.pass(Duration.ofMillis(50));

        assertThat(grid.takeOutbox()).hasSize(1);
    }

    @Test
    void terms_that_make_no_sense_are_refused() {
        JobId job = grid.submit(array(1));

        Reply.Refused refused = grid.ask(
                new Command.Adjust(
                        ANNA,
                        new Selector.OneJob(job),
                        new Terms(null, null, null, 0, null, null, null, Duration.ofHours(1), null, null)),
                Reply.Refused.class);

        assertThat(refused.why().toString()).contains("WrongTerms", "max-failures");
        assertThat(grid.roster().jobs().open(job).spec().limits().time()).isNull();
    }

    @Test
    void a_success_of_a_job_that_was_on_offer_already_plans_no_offer() {
        Introduced busy = grid.introduce("busy", ONE_SLOT);
        Introduced small = grid.introduce("small", new Capacity(1, MemorySize.parse("1G")));
        grid.submit(job(5, new Requirements(1, MemorySize.parse("2G")), limits(3, 20, 0, 0)));
        Start running = grid.orders(busy).start().get(0);
        grid.send(grid.sync(small, PATIENCE, List.of()));
        grid.pass(Duration.ofSeconds(2));

        grid.commit(busy, done(running.attempt()));

        assertThat(grid.roster().offerAt()).isNull();
    }

    @Test
    void settings_that_contradict_each_other_are_refused() {
        Reply.Refused refused = grid.ask(new Command.ChangeSetting(ADMIN, "long-call", "2m"), Reply.Refused.class);

        assertThat(refused.why().toString()).contains("long-call (2m)", "lost-after (60s)");
    }

    @Test
    void two_thousand_tasks_with_a_typo_on_eight_slots_stop_within_a_hundred_attempts() {
        Introduced node = grid.introduce("lab", new Capacity(8, MemorySize.parse("8G")));
        JobId good = grid.submit(array(40));
        while (grid.roster().jobs().get(good) != null) {
            // Quick successes of this type, so that its tasks would be handed out in chunks.
            grid.commit(
                    node,
                    grid.orders(node).start().stream()
                            .map(start -> quick(start))
                            .toArray(AttemptReport[]::new));
        }
        JobId typo = grid.submit(array(2000));
        int attempts = 0;

        List<Start> started = grid.orders(node).start();
        while (!started.isEmpty()) {
            attempts += started.size();
            grid.commit(
                    node, started.stream().map(start -> failed(start.attempt())).toArray(AttemptReport[]::new));
            started = grid.orders(node).start();
        }

        assertThat(attempts).isLessThanOrEqualTo(100);
        assertThat(grid.task(typo, 2000)).isEqualTo(TaskState.PAUSED);
    }

    private static AttemptReport quick(Start start) {
        AttemptReport report = done(start.attempt());
        return new AttemptReport(
                report.attempt(),
                report.outcome(),
                0,
                "",
                new AttemptReport.Usage(Duration.ofMillis(20), Duration.ofMillis(20), MemorySize.ZERO),
                Outputs.NONE,
                null,
                null,
                "");
    }

    @Test
    void terms_that_no_job_can_have_are_told_with_their_bounds() {
        assertThatThrownBy(() -> new Terms(null, 0, null, null, null, null, null, null, null, null).check())
                .hasMessage("the weight is a number from 1 to 1000, not 0");
        assertThatThrownBy(() -> new Terms(null, null, null, null, null, null, 21, null, null, null).check())
                .hasMessage("copies are from 1 to 20");
        Terms.NONE.check();
    }
}
