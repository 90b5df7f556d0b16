package org.gleaner.core.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gleaner.core.step.GridFixture.ANNA;
import static org.gleaner.core.step.GridFixture.done;
import static org.gleaner.core.step.GridFixture.job;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.Cause;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Question;
import org.gleaner.core.grid.Reason;
import org.gleaner.core.grid.Rejection;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Selector;
import org.gleaner.core.grid.Verb;
import org.gleaner.core.grid.Violation;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.Deadline;
import org.gleaner.core.job.JobLimits;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Requirements;
import org.gleaner.core.job.Terms;
import org.gleaner.core.job.Turn;
import org.gleaner.core.message.Introduced;
import org.gleaner.core.message.Start;
import org.gleaner.core.node.Capacity;
import org.junit.jupiter.api.Test;

/** By when owners want jobs done: what goes first because of it, and how it is noticed that it can't be. */
final class DeadlineTest {
    private static final Capacity ONE_SLOT = new Capacity(1, MemorySize.parse("2G"));
    private static final Caller BERT = new Caller(new Owner("bert"), false);

    private final GridFixture grid = new GridFixture();

    /** Of tasks that take about ten minutes. */
    private static JobSpec lasting(int tasks) {
        return lasting(tasks, Duration.ofMinutes(10));
    }

    private static JobSpec lasting(int tasks, Duration each) {
        JobLimits limits = new JobLimits(null, 3, 20, 0, false, 0, 1, each, null);
        return job(tasks, Requirements.ONE_CORE, limits);
    }

    private JobSpec due(int tasks, Duration in) {
        return lasting(tasks).withTurn(Turn.USUAL.by(new Deadline(grid.now().plus(in))));
    }

    private Reply.Refused rejected(Command command) {
        return grid.ask(command, Reply.Refused.class);
    }

    private static Command submission(JobSpec spec) {
        return new Command.Submit(ANNA, spec, List.of(), null, List.of());
    }

    private static Command set(JobId job, Instant deadline) {
        Terms terms = new Terms(null, null, null, null, null, null, null, null, null, deadline);
        return new Command.Adjust(ANNA, new Selector.OneJob(job), terms);
    }

    private Deadline deadline(JobId job) {
        Deadline deadline = grid.roster().jobs().open(job).spec().turn().deadline();
        assertThat(deadline).isNotNull();
        return deadline;
    }

    /** Somebody looks at the pool at least once in this time. */
    private void look() {
        grid.pass(Duration.ofSeconds(61));
    }

    /** The job that a machine with one slot is given now. */
    private JobId next() {
        Introduced node = grid.introduce("lab", ONE_SLOT);
        List<Start> started = grid.orders(node).start();
        assertThat(started).hasSize(1);
        return started.get(0).attempt().job();
    }

    @Test
    void what_has_to_hurry_goes_before_older_jobs_of_its_owner() {
        grid.submit(lasting(5));
        JobId urgent = grid.submit(due(1, Duration.ofMinutes(15)));
        look();

        assertThat(next()).isEqualTo(urgent);
    }

    @Test
    void a_deadline_that_is_far_away_overtakes_nothing() {
        JobId older = grid.submit(lasting(5));
        grid.submit(due(1, Duration.ofDays(300)));
        look();

        assertThat(next()).isEqualTo(older);
    }

    @Test
    void what_is_said_of_another_job_of_its_type_does_not_make_it_less_urgent() {
        grid.submit(lasting(5));
        JobId urgent = grid.submit(due(1, Duration.ofMinutes(15)));
        grid.submit(lasting(1, Duration.ofSeconds(10)));
        look();

        assertThat(next()).isEqualTo(urgent);
    }

    @Test
    void much_work_has_to_hurry_earlier_than_little() {
        grid.submit(lasting(5));
        grid.submit(due(1, Duration.ofHours(3)));
        JobId large = grid.submit(due(10, Duration.ofHours(3)));
        look();

        assertThat(next()).isEqualTo(large);
    }

    @Test
    void the_one_with_the_least_time_to_spare_goes_first_and_not_the_one_that_is_due_first() {
        grid.submit(due(1, Duration.ofMinutes(20)));
        JobId large = grid.submit(due(4, Duration.ofMinutes(45)));
        look();

        assertThat(next()).isEqualTo(large);
    }

    @Test
    void what_can_not_be_done_in_time_by_far_keeps_no_other_from_it() {
        grid.submit(due(100, Duration.ofMinutes(30)));
        JobId small = grid.submit(due(1, Duration.ofMinutes(20)));
        look();

        assertThat(next()).isEqualTo(small);
    }

    @Test
    void what_will_be_late_anyway_makes_nothing_late_that_can_be_in_time() {
        grid.submit(due(8, Duration.ofMinutes(60)));
        JobId feasible = grid.submit(due(2, Duration.ofMinutes(35)));
        look();

        assertThat(next()).isEqualTo(feasible);
    }

    @Test
    void a_higher_priority_counts_more_than_a_deadline() {
        grid.submit(due(1, Duration.ofMinutes(15)));
        JobId first = grid.submit(lasting(1).withTurn(Turn.USUAL.with(1, 1, null)));
        look();

        assertThat(next()).isEqualTo(first);
    }

    @Test
    void nobody_gets_more_of_the_pool_by_deadlines() {
        Introduced node = grid.introduce("lab", ONE_SLOT);
        JobId hers = grid.submit(due(40, Duration.ofHours(5)));
        JobId his = grid.ask(new Command.Submit(BERT, lasting(40), List.of(), null, List.of()), Reply.Submitted.class)
                .job();
        int[] ran = new int[2];
        for (int i = 0; i < 20; i++) {
            for (Start start : grid.orders(node).start()) {
                grid.pass(Duration.ofSeconds(40));
                ran[start.attempt().job().equals(hers) ? 0 : 1]++;
                grid.commit(node, done(start.attempt()));
            }
        }

        assertThat(grid.roster().jobs().open(his).startBy()).isNull();
        assertThat(ran[1]).isBetween(8, 12);
    }

    @Test
    void it_is_told_what_goes_first_because_of_its_deadline() {
        JobId older = grid.submit(lasting(5));
        JobId urgent = grid.submit(due(1, Duration.ofMinutes(15)));
        look();
        grid.introduce("lab", ONE_SLOT);

        List<Reason> reasons = grid.ask(new Question.AskWhy(ANNA, new Selector.OneJob(older)), Reply.Explained.class)
                .reasons();

        assertThat(reasons)
                .extracting(Reason::cause)
                .contains(
                        new Cause.Behind.CloseDeadline(urgent, deadline(urgent).at()));
    }

    @Test
    void a_deadline_that_is_past_is_refused_with_the_job_and_as_new_terms() {
        Instant past = grid.now().minusSeconds(1);
        JobId job = grid.submit(lasting(1));

        assertThat(rejected(submission(lasting(1).withTurn(Turn.USUAL.by(new Deadline(past)))))
                        .why())
                .isEqualTo(late(past, false));
        assertThat(rejected(set(job, past)).why()).isEqualTo(late(past, true));
        assertThat(rejected(set(job, grid.now())).why()).isEqualTo(late(grid.now(), true));
        assertThat(rejected(set(job, Instant.EPOCH)).why()).isEqualTo(late(Instant.EPOCH, true));
    }

    @Test
    void a_deadline_that_is_not_after_the_begin_is_refused_with_the_job_and_as_new_terms() {
        Instant begin = grid.now().plus(Duration.ofHours(2));
        Instant early = grid.now().plus(Duration.ofHours(1));
        Turn held = Turn.USUAL.with(0, 1, begin);
        JobId job = grid.submit(lasting(1).withTurn(held.by(new Deadline(begin.plusSeconds(1)))));

        assertThat(rejected(submission(lasting(1).withTurn(held.by(new Deadline(early)))))
                        .why())
                .isEqualTo(crossed(early, begin, false));
        assertThat(rejected(set(job, early)).why()).isEqualTo(crossed(early, begin, true));
        assertThat(rejected(set(job, begin)).why()).isEqualTo(crossed(begin, begin, true));
        grid.pass(Duration.ofHours(3));
        JobId begun = grid.submit(lasting(1).withTurn(held));
        Instant later = grid.now().plusSeconds(1);
        grid.ask(set(begun, later), Reply.Adjusted.class);
    }

    private static Rejection crossed(Instant deadline, Instant begin, boolean changed) {
        return new Rejection.InvalidSpec(List.of(new Violation.DeadlineBeforeBegin(deadline, begin, changed)));
    }

    private Rejection late(Instant deadline, boolean changed) {
        return new Rejection.InvalidSpec(List.of(new Violation.DeadlinePast(deadline, changed, grid.now())));
    }

    @Test
    void a_deadline_can_be_given_moved_and_taken_back() {
        JobId job = grid.submit(lasting(1));
        Instant at = grid.now().plusSeconds(3_600);

        grid.ask(set(job, at), Reply.Adjusted.class);
        assertThat(deadline(job)).isEqualTo(new Deadline(at));

        grid.ask(set(job, at.plusSeconds(60)), Reply.Adjusted.class);
        assertThat(deadline(job)).isEqualTo(new Deadline(at.plusSeconds(60)));

        grid.ask(set(job, Terms.NO_DEADLINE), Reply.Adjusted.class);
        assertThat(grid.roster().jobs().open(job).spec().turn().deadline()).isNull();
        assertThat(grid.roster().jobs().deadlines().isEmpty()).isTrue();
    }

    @Test
    void when_the_deadline_is_past_that_is_noticed_once_and_nothing_else_happens() {
        JobId job = grid.submit(due(2, Duration.ofMinutes(5)));

        grid.pass(Duration.ofMinutes(6));
        assertThat(deadline(job).hopeless()).isTrue();
        assertThat(grid.task(job, 1).isFinal()).isFalse();

        grid.restart();
        assertThat(deadline(job).hopeless()).isTrue();
        assertThat(grid.roster().jobs().deadlines().due(grid.now(), 10)).isEmpty();
    }

    @Test
    void who_looks_ahead_may_say_so_before_and_is_believed_only_about_the_deadline_that_there_is() {
        JobId job = grid.submit(due(2, Duration.ofMinutes(50)));
        Instant at = deadline(job).at();

        grid.send(new Command.NoteHopeless(Map.of(job, at.plusSeconds(1), new JobId(99), at)));
        assertThat(deadline(job).hopeless()).isFalse();

        grid.send(new Command.NoteHopeless(Map.of(job, at)));
        assertThat(deadline(job).hopeless()).isTrue();

        grid.ask(set(job, at), Reply.Adjusted.class);
        assertThat(deadline(job).hopeless())
                .as("the same deadline, of which all is told")
                .isTrue();

        grid.ask(set(job, at.plusSeconds(60)), Reply.Adjusted.class);
        assertThat(deadline(job).hopeless()).isFalse();
    }

    @Test
    void a_wrong_forecast_does_not_take_the_turn_away() {
        grid.submit(lasting(5));
        JobId urgent = grid.submit(due(1, Duration.ofMinutes(15)));
        grid.send(new Command.NoteHopeless(Map.of(urgent, deadline(urgent).at())));
        look();

        assertThat(next()).isEqualTo(urgent);
    }

    @Test
    void a_job_that_is_over_is_never_late() {
        JobId job = grid.submit(due(1, Duration.ofMinutes(5)));
        Instant at = deadline(job).at();
        grid.change(Verb.CANCEL, "1");

        grid.send(new Command.NoteHopeless(Map.of(job, at)));
        grid.pass(Duration.ofMinutes(6));

        assertThat(grid.roster().jobs().get(job)).isNull();
        assertThat(grid.roster().jobs().deadlines().isEmpty()).isTrue();
    }
}
