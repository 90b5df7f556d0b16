package org.gleaner.core.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gleaner.core.step.GridFixture.TWO_SLOTS;
import static org.gleaner.core.step.GridFixture.array;
import static org.gleaner.core.step.GridFixture.done;
import static org.gleaner.core.step.GridFixture.report;
import static org.gleaner.core.step.GridFixture.running;
import static org.gleaner.core.step.GridFixture.typed;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.grid.Question;
import org.gleaner.core.grid.Reason;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Selector;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.message.Introduced;
import org.gleaner.core.message.Start;
import org.gleaner.core.node.Capacity;
import org.gleaner.core.node.Held;
import org.junit.jupiter.api.Test;

/** What fails on one machine says little of a job that others could try, and something of the machine. */
final class ProbationTest {
    private static final Capacity FOUR_SLOTS = new Capacity(4, MemorySize.parse("8G"));

    private final GridFixture grid = new GridFixture();
    private final Introduced honest = grid.introduce("honest-1", TWO_SLOTS);
    private final Introduced other = grid.introduce("honest-2", TWO_SLOTS);
    private final Introduced broken = grid.introduce("broken-pc", FOUR_SLOTS);

    /** The node fails at once whatever it gets, as often as it asks; how many it failed. */
    private int fail(Introduced node, Outcome outcome, int asks) {
        int failed = 0;
        for (int i = 0; i < asks; i++) {
            for (Start start : grid.orders(node).start()) {
                grid.commit(node, report(start.attempt(), outcome, 1));
                failed++;
            }
        }
        return failed;
    }

    /** Both honest nodes do what they are given. */
    private void work(int rounds) {
        for (int i = 0; i < rounds; i++) {
            for (Introduced node : List.of(honest, other)) {
                List<Start> given = grid.orders(node).start();
                grid.pass(Duration.ofSeconds(1));
                given.forEach(start -> grid.commit(node, done(start.attempt())));
            }
        }
    }

    private String note(JobId job) {
        return grid.roster().jobs().open(job).brake().note();
    }

    private int count(JobId job, TaskState state) {
        return grid.roster().jobs().open(job).states().count(state);
    }

    @Test
    void one_machine_that_fails_everything_does_not_pause_a_job_that_others_could_try() {
        JobId id = grid.submit(typed("t0", 60));

        int failed = fail(broken, Outcome.EXITED, 40);

        assertThat(note(id)).isEmpty();
        assertThat(failed).as("until others have had their say").isLessThan(12);
    }

    @Test
    void a_job_that_fails_on_every_machine_pauses_itself_after_about_as_many_attempts() {
        JobId id = grid.submit(typed("t0", 60));

        int failed = 0;
        for (int i = 0; i < 30 && note(id).isEmpty(); i++) {
            for (Introduced node : List.of(broken, honest, other)) {
                failed += fail(node, Outcome.EXITED, 1);
            }
        }

        assertThat(note(id)).startsWith("the first 2");
        assertThat(failed).isLessThan(35);
    }

    @Test
    void a_job_that_only_one_machine_could_run_pauses_itself_as_if_there_were_no_other() {
        grid.pass(Duration.ofMinutes(2));
        grid.orders(broken);
        JobId id = grid.submit(typed("t0", 60));

        assertThat(fail(broken, Outcome.EXITED, 40)).isBetween(20, 23);

        assertThat(note(id)).isEqualTo("the first 20 attempts all failed");
    }

    @Test
    void a_machine_that_failed_everything_while_others_succeeded_gets_one_task_at_a_time_until_it_succeeds() {
        putOnProbation();
        grid.submit(typed("t9", 60));

        assertThat(grid.orders(broken).start()).as("it has just failed").isEmpty();
        grid.pass(Duration.ofSeconds(31));
        List<Start> trial = grid.orders(broken).start();

        assertThat(trial).hasSize(1);
        assertThat(grid.orders(broken, running(trial)).start()).isEmpty();
        grid.pass(Duration.ofSeconds(2));
        grid.commit(broken, done(trial.get(0).attempt()));
        assertThat(grid.orders(broken).start()).hasSizeGreaterThanOrEqualTo(4);
    }

    /** Twice a type of which it fails all that it gets, and which the others bring to an end. */
    private void putOnProbation() {
        for (int i = 0; i < 2; i++) {
            grid.submit(typed("t" + i, 30));
            fail(broken, Outcome.EXITED, 10);
            work(12);
        }
        grid.orders(broken);
    }

    @Test
    void failures_on_a_machine_on_probation_are_charged_to_no_task() {
        putOnProbation();
        grid.submit(typed("t8", 4));
        Held[] ofHonest = running(grid.orders(honest).start());
        Held[] ofOther = running(grid.orders(other).start());
        JobId id = grid.submit(typed("t9", 4));

        for (int i = 0; i < 20; i++) {
            grid.pass(Duration.ofSeconds(31));
            grid.orders(honest, ofHonest);
            grid.orders(other, ofOther);
            assertThat(fail(broken, Outcome.OUT_OF_MEMORY, 5)).isLessThanOrEqualTo(1);
        }

        assertThat(count(id, TaskState.READY)).isEqualTo(4);
        assertThat(note(id)).isEmpty();
    }

    @Test
    void it_is_trusted_where_no_other_machine_could_try() {
        putOnProbation();
        grid.submit(typed("t9", 30));

        grid.pass(Duration.ofMinutes(2));

        assertThat(grid.orders(broken).start()).hasSizeGreaterThanOrEqualTo(4);
    }

    @Test
    void jobs_that_nobody_brings_to_an_end_say_nothing_of_the_machines_on_which_they_fail() {
        grid.submit(typed("bad", 60));
        fail(broken, Outcome.EXITED, 10);
        fail(honest, Outcome.EXITED, 10);
        fail(other, Outcome.EXITED, 10);

        grid.submit(typed("good", 60));

        assertThat(grid.orders(broken).start()).hasSize(4);
    }

    @Test
    void out_of_memory_on_a_machine_that_never_did_anything_is_tried_elsewhere_before_it_counts() {
        grid.submit(typed("warm", 4));
        work(2);
        JobId id = grid.submit(typed("t0", 60));

        fail(broken, Outcome.OUT_OF_MEMORY, 40);

        assertThat(count(id, TaskState.BLOCKED)).isZero();
        fail(honest, Outcome.OUT_OF_MEMORY, 1);
        assertThat(count(id, TaskState.BLOCKED)).as("one who did others").isEqualTo(2);
    }

    @Test
    void what_one_call_reports_does_not_count_for_more_than_one_machine_may_say() {
        Introduced wide = grid.introduce("wide", new Capacity(64, MemorySize.parse("64G")));
        JobId id = grid.submit(array(200));
        List<AttemptReport> reports = new ArrayList<>();
        grid.orders(wide).start().forEach(start -> reports.add(report(start.attempt(), Outcome.OUT_OF_MEMORY, 1)));

        grid.commit(wide, reports.toArray(AttemptReport[]::new));

        assertThat(reports).hasSizeGreaterThan(20);
        assertThat(count(id, TaskState.BLOCKED)).isEqualTo(5);
        assertThat(note(id)).isEmpty();
    }

    @Test
    void why_says_that_a_machine_with_room_is_on_probation() {
        putOnProbation();
        JobId id = grid.submit(typed("t9", 60));
        grid.orders(honest);
        grid.orders(other);

        List<Reason> reasons = grid.ask(
                        new Question.AskWhy(GridFixture.ANNA, Selector.parse(id.toString())), Reply.Explained.class)
                .reasons();

        assertThat(reasons).anySatisfy(reason -> assertThat(reason.kind()).isEqualTo(Reason.Kind.NODES_ON_PROBATION));
    }
}
