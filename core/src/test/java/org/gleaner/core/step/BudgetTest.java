package org.gleaner.core.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gleaner.core.step.GridFixture.TWO_SLOTS;
import static org.gleaner.core.step.GridFixture.array;
import static org.gleaner.core.step.GridFixture.done;
import static org.gleaner.core.step.GridFixture.failed;
import static org.gleaner.core.step.GridFixture.job;
import static org.gleaner.core.step.GridFixture.limits;
import static org.gleaner.core.step.GridFixture.report;

import java.time.Duration;
import java.util.List;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.grid.Brake;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Verb;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.JobLimits;
import org.gleaner.core.job.Requirements;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.message.Introduced;
import org.gleaner.core.message.Start;
import org.gleaner.core.node.Duty;
import org.gleaner.core.node.Held;
import org.junit.jupiter.api.Test;

/** What each outcome costs a task, and when a job pauses itself. */
final class BudgetTest {
    private final GridFixture grid = new GridFixture();
    private final Introduced node = grid.introduce("lab-1", TWO_SLOTS);

    /** Takes the next attempt of the job's only task. */
    private AttemptId next() {
        List<Start> starts = grid.orders(node).start();
        assertThat(starts).hasSize(1);
        return starts.get(0).attempt();
    }

    @Test
    void a_task_is_blocked_when_it_has_failed_max_failures_times() {
        JobId id = grid.submit(job(1, Requirements.ONE_CORE, limits(2, 20, 0, 0)));

        grid.commit(node, failed(next()));
        assertThat(grid.task(id, 1)).isEqualTo(TaskState.READY);
        grid.commit(node, failed(next()));

        assertThat(grid.task(id, 1)).isEqualTo(TaskState.BLOCKED);
    }

    @Test
    void exceeding_a_limit_blocks_at_once_because_a_retry_would_repeat_it() {
        JobId id = grid.submit(array(1));

        grid.commit(node, report(next(), Outcome.TIMED_OUT, 143));

        assertThat(grid.task(id, 1)).isEqualTo(TaskState.BLOCKED);
    }

    @Test
    void with_retry_limits_exceeding_a_limit_is_charged_like_a_failure() {
        JobId id = grid.submit(job(
                1, Requirements.ONE_CORE, new JobLimits(null, 2, 20, 0, true, 0, JobLimits.MOST_COPIES, null, null)));

        grid.commit(node, report(next(), Outcome.OUT_OF_MEMORY, 137));
        assertThat(grid.task(id, 1)).isEqualTo(TaskState.READY);
        grid.commit(node, report(next(), Outcome.OUT_OF_MEMORY, 137));

        assertThat(grid.task(id, 1)).isEqualTo(TaskState.BLOCKED);
    }

    @Test
    void evicted_stopped_and_returned_attempts_cost_nothing() {
        JobId id = grid.submit(job(1, Requirements.ONE_CORE, limits(1, 1, 0, 0)));

        grid.commit(node, report(next(), Outcome.EVICTED, 0));
        grid.commit(node, report(next(), Outcome.STOPPED, 0));
        grid.commit(node, report(next(), Outcome.RETURNED, 0));

        assertThat(grid.task(id, 1)).isEqualTo(TaskState.READY);
    }

    @Test
    void lost_attempts_have_their_own_budget() {
        JobId id = grid.submit(job(1, Requirements.ONE_CORE, limits(1, 2, 0, 0)));

        AttemptId first = next();
        grid.orders(node, Held.of(first, Held.State.RUNNING));
        grid.pass(Duration.ofSeconds(70));
        assertThat(grid.task(id, 1)).isEqualTo(TaskState.READY);
        AttemptId second = next();
        grid.orders(node, Held.of(second, Held.State.RUNNING));
        grid.pass(Duration.ofSeconds(70));

        assertThat(grid.task(id, 1)).isEqualTo(TaskState.BLOCKED);
    }

    @Test
    void an_attempt_that_its_node_had_not_started_is_returned_and_not_charged_as_lost() {
        JobId id = grid.submit(job(1, Requirements.ONE_CORE, limits(1, 1, 0, 0)));

        AttemptId attempt = next();
        grid.orders(node, Held.of(attempt, Held.State.QUEUED));
        grid.pass(Duration.ofSeconds(70));

        assertThat(grid.task(id, 1)).isEqualTo(TaskState.READY);
    }

    @Test
    void a_late_success_makes_a_blocked_task_done() {
        JobId id = grid.submit(job(2, Requirements.ONE_CORE, limits(1, 1, 0, 0)));
        grid.change(Verb.PAUSE, id + ".2");
        AttemptId attempt = next();
        grid.orders(node, Held.of(attempt, Held.State.RUNNING));
        grid.pass(Duration.ofSeconds(70));
        assertThat(grid.task(id, 1)).isEqualTo(TaskState.BLOCKED);

        grid.commit(node, done(attempt));

        assertThat(grid.task(id, 1)).isEqualTo(TaskState.DONE);
    }

    @Test
    void a_command_that_a_node_cannot_start_is_charged_to_the_node_and_its_type() {
        Introduced other = grid.introduce("lab-2", TWO_SLOTS);
        JobId id = grid.submit(array(1));

        grid.commit(node, report(next(), Outcome.NOT_STARTABLE, 127));

        assertThat(grid.task(id, 1)).isEqualTo(TaskState.READY);
        assertThat(grid.orders(node).start()).isEmpty();
        assertThat(grid.orders(other).start()).hasSize(1);
    }

    @Test
    void tasks_that_every_fitting_node_could_not_start_are_blocked_until_somebody_retries() {
        JobId id = grid.submit(array(5));

        AttemptId first = grid.orders(node).start().get(0).attempt();
        grid.commit(node, report(first, Outcome.NOT_STARTABLE, 127));

        assertThat(grid.task(id, 5)).isEqualTo(TaskState.BLOCKED);
        grid.commit(node, report(AttemptId.of(1, 2, 1), Outcome.NOT_STARTABLE, 127));
        grid.change(Verb.RETRY, id.toString());
        assertThat(grid.orders(node).start()).isNotEmpty();
    }

    @Test
    void tasks_are_not_blocked_while_a_fitting_node_that_did_not_refuse_is_away_for_a_moment() {
        Introduced away = grid.introduce("lab-2", TWO_SLOTS);
        grid.orders(away);
        grid.pass(Duration.ofSeconds(50));
        JobId id = grid.submit(array(5));

        grid.commit(node, report(first(node), Outcome.NOT_STARTABLE, 127));

        assertThat(grid.task(id, 5)).isEqualTo(TaskState.READY);
        assertThat(grid.orders(away).start()).isNotEmpty();
    }

    @Test
    void tasks_are_blocked_when_the_only_node_that_did_not_refuse_is_lost() {
        grid.orders(grid.introduce("lab-2", TWO_SLOTS));
        grid.pass(Duration.ofMinutes(2));
        JobId id = grid.submit(array(5));

        grid.commit(node, report(first(node), Outcome.NOT_STARTABLE, 127));

        assertThat(grid.task(id, 5)).isEqualTo(TaskState.BLOCKED);
    }

    @Test
    void tasks_are_not_blocked_while_a_node_that_refused_long_ago_may_try_again() {
        Introduced other = grid.introduce("lab-2", TWO_SLOTS);
        JobId id = grid.submit(array(5));
        grid.commit(other, report(first(other), Outcome.NOT_STARTABLE, 127));
        for (int minute = 0; minute < 11; minute++) {
            grid.pass(Duration.ofMinutes(1));
            grid.orders(other);
        }

        grid.commit(node, report(first(node), Outcome.NOT_STARTABLE, 127));

        assertThat(grid.task(id, 5)).isEqualTo(TaskState.READY);
    }

    private AttemptId first(Introduced from) {
        return grid.orders(from).start().get(0).attempt();
    }

    @Test
    void a_success_counts_for_the_brake_also_if_it_comes_with_a_refusal_that_blocks_the_rest() {
        JobId id = grid.submit(array(3));
        List<Start> starts = grid.orders(node).start();

        grid.commit(node, done(starts.get(0).attempt()), report(starts.get(1).attempt(), Outcome.NOT_STARTABLE, 127));

        assertThat(grid.task(id, 3)).isEqualTo(TaskState.BLOCKED);
        assertThat(grid.roster().jobs().open(id).brake().firstFailures()).isEqualTo(Brake.RELEASED);
    }

    @Test
    void after_a_while_a_node_that_refused_a_type_gets_one_trial_and_success_restores_its_trust() {
        Introduced other = grid.introduce("lab-2", TWO_SLOTS);
        grid.submit(array(20));
        List<Start> first = grid.orders(node).start();
        first.forEach(start -> grid.commit(node, report(start.attempt(), Outcome.NOT_STARTABLE, 127)));
        assertThat(grid.orders(other).start()).hasSize(2);

        grid.pass(Duration.ofMinutes(11));
        List<Start> trial = grid.orders(node).start();

        assertThat(trial).hasSize(1);
        grid.commitAfterRun(node, done(trial.get(0).attempt()));
        assertThat(grid.orders(node).start()).hasSize(2);
    }

    @Test
    void that_a_node_could_not_start_a_type_is_forgotten_after_ninety_days() {
        grid.submit(array(1));
        grid.commit(node, report(next(), Outcome.NOT_STARTABLE, 127));
        grid.freeze(Duration.ofDays(89));
        grid.pass(Duration.ofMinutes(2));
        assertThat(grid.stored().refusals()).hasSize(1);

        grid.freeze(Duration.ofDays(1));
        grid.pass(Duration.ofMinutes(2));

        assertThat(grid.stored().refusals()).isEmpty();
    }

    @Test
    void that_a_node_could_not_start_a_type_is_forgotten_with_the_node() {
        grid.submit(array(1));
        grid.commit(node, report(next(), Outcome.NOT_STARTABLE, 127));
        grid.pass(Duration.ofMinutes(2));
        assertThat(grid.stored().refusals()).hasSize(1);

        grid.ask(new Command.SetDuty(GridFixture.ADMIN, node.node(), Duty.FORGOTTEN), Reply.Acknowledged.class);

        assertThat(grid.stored().refusals()).isEmpty();
    }

    @Test
    void a_job_pauses_itself_when_its_first_twenty_attempts_all_failed() {
        JobId id = grid.submit(array(100));

        for (int i = 0; i < 10; i++) {
            List<Start> starts = grid.orders(node).start();
            starts.forEach(start -> grid.commit(node, failed(start.attempt())));
        }

        assertThat(grid.roster().jobs().open(id).brake().note()).contains("first 20");
        assertThat(grid.task(id, 100)).isEqualTo(TaskState.PAUSED);
        assertThat(grid.orders(node).start()).isEmpty();
    }

    @Test
    void one_success_releases_the_brake_on_first_failures() {
        JobId id = grid.submit(array(200));
        List<Start> starts = grid.orders(node).start();
        grid.commitAfterRun(
                node, done(starts.get(0).attempt()), failed(starts.get(1).attempt()));

        for (int i = 0; i < 12; i++) {
            grid.orders(node).start().forEach(start -> grid.commit(node, failed(start.attempt())));
        }

        assertThat(grid.roster().jobs().open(id).brake().note()).isEmpty();
    }

    /** Each task is tried three times before the next, so ten tasks are thirty attempts. */
    private void failTasks(int tasks) {
        for (int i = 0; i < 3 * tasks; i++) {
            List<Start> starts = grid.orders(node).start();
            if (!starts.isEmpty()) {
                grid.commit(node, failed(starts.get(0).attempt()));
            }
        }
    }

    @Test
    void a_job_pauses_itself_when_all_fail_after_early_successes() {
        JobId id = grid.submit(array(1000));
        for (int i = 0; i < 50; i++) {
            grid.commitAfterRun(node, done(grid.orders(node).start().get(0).attempt()));
        }

        failTasks(11);

        assertThat(grid.roster().jobs().open(id).brake().note()).startsWith("the last ");
        assertThat(grid.task(id, 1000)).isEqualTo(TaskState.PAUSED);
        assertThat(grid.orders(node).start()).isEmpty();
    }

    @Test
    void a_few_tasks_that_fail_again_and_again_do_not_pause_a_job_of_which_others_succeeded() {
        JobId id = grid.submit(array(1000));
        grid.commitAfterRun(node, done(grid.orders(node).start().get(0).attempt()));

        failTasks(8);

        assertThat(grid.roster().jobs().open(id).brake().note()).isEmpty();
    }

    @Test
    void a_job_that_somebody_lets_go_on_is_paused_only_by_new_failures() {
        JobId id = grid.submit(array(1000));
        grid.commitAfterRun(node, done(grid.orders(node).start().get(0).attempt()));
        failTasks(11);

        grid.change(Verb.RESUME, id.toString());
        failTasks(5);

        assertThat(grid.roster().jobs().open(id).brake().note()).isEmpty();
        failTasks(7);
        assertThat(grid.roster().jobs().open(id).brake().note()).startsWith("the last ");
    }

    @Test
    void a_job_pauses_itself_when_a_tenth_of_its_tasks_and_at_least_ten_are_blocked() {
        JobId id = grid.submit(array(60));
        grid.commitAfterRun(node, done(grid.orders(node).start().get(0).attempt()));

        for (int i = 0; i < 10; i++) {
            Start start = grid.orders(node).start().get(0);
            grid.commit(node, report(start.attempt(), Outcome.TIMED_OUT, 143));
        }

        assertThat(grid.roster().jobs().open(id).brake().note()).contains("10 of 60");
    }

    @Test
    void stop_after_sets_the_number_of_blocked_tasks_that_pauses_the_job() {
        JobId id = grid.submit(job(60, Requirements.ONE_CORE, limits(1, 20, 2, 0)));
        grid.commitAfterRun(node, done(grid.orders(node).start().get(0).attempt()));

        for (int i = 0; i < 2; i++) {
            grid.commit(node, failed(grid.orders(node).start().get(0).attempt()));
        }

        assertThat(grid.task(id, 60)).isEqualTo(TaskState.PAUSED);
    }

    @Test
    void retry_lifts_the_brake_and_counts_from_zero_again() {
        JobId id = grid.submit(job(60, Requirements.ONE_CORE, limits(1, 20, 2, 0)));
        grid.commitAfterRun(node, done(grid.orders(node).start().get(0).attempt()));
        for (int i = 0; i < 2; i++) {
            grid.commit(node, failed(grid.orders(node).start().get(0).attempt()));
        }

        grid.change(Verb.RETRY, id.toString());

        assertThat(grid.roster().jobs().open(id).brake().note()).isEmpty();
        assertThat(grid.roster().jobs().open(id).states().count(TaskState.PAUSED))
                .isZero();
        assertThat(grid.roster().jobs().open(id).states().count(TaskState.BLOCKED))
                .isZero();
    }

    @Test
    void what_a_person_blocks_does_not_count_for_the_brake() {
        JobId id = grid.submit(array(100));
        List<Start> starts = grid.orders(node).start();

        grid.change(Verb.BLOCK, id + ".1-30");
        starts.forEach(start -> grid.commit(node, report(start.attempt(), Outcome.RETURNED, 0)));

        assertThat(grid.task(id, 1)).isEqualTo(TaskState.BLOCKED);
        assertThat(grid.roster().jobs().open(id).brake().note()).isEmpty();
        assertThat(grid.task(id, 31)).isIn(TaskState.READY, TaskState.RUNNING);
    }

    @Test
    void a_task_that_was_blocked_by_hand_and_succeeded_excuses_no_other() {
        JobId id = grid.submit(job(100, Requirements.ONE_CORE, limits(1, 20, 2, 0)));
        List<Start> starts = grid.orders(node).start();
        grid.change(Verb.BLOCK, id + ".1-2");
        starts.forEach(start -> grid.commit(node, done(start.attempt())));

        grid.orders(node).start().forEach(start -> grid.commit(node, failed(start.attempt())));

        assertThat(grid.roster().jobs().open(id).brake().note()).isEqualTo("2 of 100 tasks were blocked");
    }
}
