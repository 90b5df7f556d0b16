package org.gleaner.core.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gleaner.core.step.GridFixture.ANNA;
import static org.gleaner.core.step.GridFixture.TWO_SLOTS;
import static org.gleaner.core.step.GridFixture.done;
import static org.gleaner.core.step.GridFixture.report;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.grid.Cause;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Question;
import org.gleaner.core.grid.QuotaUse;
import org.gleaner.core.grid.Reason;
import org.gleaner.core.grid.Remark;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Selector;
import org.gleaner.core.grid.Verb;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.CommandLine;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.JobLimits;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.Requirements;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.job.Workplace;
import org.gleaner.core.message.Introduced;
import org.gleaner.core.message.Start;
import org.gleaner.core.message.SyncReport;
import org.gleaner.core.node.Capacity;
import org.gleaner.core.node.Held;
import org.junit.jupiter.api.Test;

/** A refusal belongs to what was refused. Nobody waits for ten minutes because of what someone has fixed. */
final class RefusalsTest {
    private static final BlobHash SCRIPT = new BlobHash("ab".repeat(32));

    private final GridFixture grid = new GridFixture();
    private final Introduced node = grid.introduce("lab-1", TWO_SLOTS);

    private static JobSpec script(int tasks, boolean executable, String... arguments) {
        List<String> words = new ArrayList<>(List.of("./run.sh"));
        words.addAll(List.of(arguments));
        return new JobSpec(
                "run",
                "run.sh",
                new CommandLine.Words(words),
                tasks == 1 ? new ArrayShape.Single() : new ArrayShape.Range(1, tasks, 1),
                List.of(new InputFile("run.sh", SCRIPT, 10, executable)),
                List.of(),
                Requirements.ONE_CORE,
                JobLimits.DEFAULT);
    }

    private AttemptId next(Introduced from) {
        List<Start> starts = grid.orders(from).start();
        assertThat(starts).hasSize(1);
        return starts.get(0).attempt();
    }

    private void refuse(Introduced from) {
        grid.commit(from, report(next(from), Outcome.NOT_STARTABLE, 126));
    }

    private List<Reason> why(JobId job) {
        return grid.ask(new Question.AskWhy(ANNA, Selector.parse(job.toString())), Reply.Explained.class)
                .reasons();
    }

    @Test
    void a_corrected_job_of_the_same_type_starts_at_once_and_everywhere() {
        Introduced other = grid.introduce("lab-2", TWO_SLOTS);
        JobId broken = grid.submit(script(1, false));
        refuse(node);
        refuse(other);
        assertThat(grid.task(broken, 1)).isEqualTo(TaskState.BLOCKED);

        grid.submit(script(4, true));

        assertThat(grid.orders(node).start()).hasSize(2);
        assertThat(grid.orders(other).start()).hasSize(2);
    }

    @Test
    void another_set_up_or_other_variables_make_another_job_of_it() {
        JobSpec plain = script(1, true);
        grid.submit(plain);
        refuse(node);

        grid.submit(plain.in(new Workplace(Map.of(), null, "make", List.of(), false)));
        refuse(node);
        grid.submit(plain.in(new Workplace(Map.of("PATH", "/opt/bin"), null, null, List.of(), false)));

        assertThat(grid.orders(node).start()).hasSize(1);
    }

    @Test
    void a_node_that_lacks_the_program_is_found_out_once_for_all_jobs_that_differ_in_arguments_alone() {
        Introduced other = grid.introduce("lab-2", TWO_SLOTS);
        grid.submit(script(1, true, "1"));
        refuse(node);

        grid.submit(script(1, true, "2"));

        assertThat(grid.orders(node).start()).isEmpty();
        assertThat(grid.orders(other).start()).hasSize(2);
    }

    @Test
    void a_job_of_which_all_nodes_refused_the_like_is_tried_once_instead_of_waiting_in_silence() {
        grid.submit(script(1, false));
        refuse(node);
        JobId again = grid.submit(script(20, false));

        refuse(node);

        assertThat(grid.task(again, 1)).isEqualTo(TaskState.BLOCKED);
        assertThat(grid.task(again, 20)).isEqualTo(TaskState.BLOCKED);
        assertThat(why(again)).extracting(Reason::cause).hasOnlyElementsOfType(Cause.Blocked.StartsNowhere.class);
    }

    @Test
    void a_machine_that_died_keeps_nobody_waiting_for_its_say() {
        Introduced dying = grid.introduce("lab-2", TWO_SLOTS);
        grid.orders(dying);
        grid.pass(Duration.ofSeconds(30));
        JobId mistyped = grid.submit(script(1, true));
        refuse(node);
        assertThat(grid.task(mistyped, 1)).isEqualTo(TaskState.READY);

        passWith(node, Duration.ofSeconds(40));

        assertThat(grid.task(mistyped, 1)).isEqualTo(TaskState.BLOCKED);
    }

    @Test
    void nor_does_one_whose_agent_was_ended() {
        Introduced other = grid.introduce("lab-2", TWO_SLOTS);
        JobId mistyped = grid.submit(script(1, true));
        refuse(node);
        SyncReport farewell =
                new SyncReport(other.incarnation(), 1, List.of(), Capacity.NOTHING, 0, Duration.ZERO, true, null);
        grid.ask(new Command.Sync(other.node(), farewell), Reply.Ordered.class);
        assertThat(grid.task(mistyped, 1)).isEqualTo(TaskState.READY);

        passWith(node, Duration.ofMinutes(2));

        assertThat(grid.task(mistyped, 1)).isEqualTo(TaskState.BLOCKED);
    }

    @Test
    void tasks_behind_a_trial_that_still_runs_wait_for_its_end_however_long_it_takes() {
        grid.submit(script(1, true));
        refuse(node);
        JobId again = grid.submit(script(3, true));
        AttemptId trial = next(node);

        for (int i = 0; i < 4; i++) {
            grid.pass(Duration.ofSeconds(30));
            grid.orders(node, Held.of(trial, Held.State.RUNNING));
        }

        assertThat(grid.task(again, 2)).isEqualTo(TaskState.READY);
    }

    /** It goes on speaking. */
    private void passWith(Introduced from, Duration span) {
        for (long left = span.toSeconds(); left > 0; left -= 10) {
            grid.pass(Duration.ofSeconds(10));
            grid.orders(from);
        }
    }

    @Test
    void if_its_machine_was_fixed_the_next_job_runs_without_anybody_doing_more() {
        grid.submit(script(1, true));
        refuse(node);

        JobId again = grid.submit(script(3, true));
        grid.commit(node, done(next(node)));

        assertThat(grid.orders(node).start()).hasSize(2);
        assertThat(grid.task(again, 1)).isEqualTo(TaskState.DONE);
    }

    @Test
    void the_advice_for_tasks_that_wait_for_a_node_that_refused_them_works_when_it_is_followed() {
        Introduced busy = grid.introduce("lab-2", TWO_SLOTS);
        JobId job = grid.submit(script(5, true));
        List<Start> starts = grid.orders(node).start();
        grid.orders(busy);
        grid.commit(node, report(starts.get(0).attempt(), Outcome.NOT_STARTABLE, 126));
        grid.commit(node, report(starts.get(1).attempt(), Outcome.NOT_STARTABLE, 126));
        assertThat(grid.orders(node).start()).isEmpty();
        assertThat(why(job)).extracting(Reason::cause).contains(new Cause.RefusedByNodes("./run.sh", 1, ""));

        Reply.Changed changed = grid.change(Verb.RETRY, job.toString());

        assertThat(changed.jobs().get(0).remark()).isEqualTo(new Remark.AskedAgain(1));
        assertThat(grid.orders(node).start()).hasSize(2);
    }

    @Test
    void attempts_with_the_old_file_do_not_speak_against_a_corrected_job() {
        Introduced other = grid.introduce("lab-2", TWO_SLOTS);
        JobId job = grid.submit(script(4, false));
        List<Start> old = grid.orders(node).start();
        List<Start> others = grid.orders(other).start();
        grid.commit(node, report(old.get(0).attempt(), Outcome.NOT_STARTABLE, 126));
        grid.commit(other, report(others.get(0).attempt(), Outcome.NOT_STARTABLE, 126));

        Command.FreshFiles fresh =
                new Command.FreshFiles(script(4, true).inputs(), List.of(), List.of(), QuotaUse.NONE);
        grid.ask(
                new Command.ChangeJobs(ANNA, Verb.RETRY, new Selector.OneJob(job), List.of(), fresh),
                Reply.Changed.class);
        grid.commit(node, report(old.get(1).attempt(), Outcome.NOT_STARTABLE, 126));
        grid.commit(other, report(others.get(1).attempt(), Outcome.NOT_STARTABLE, 126));

        assertThat(grid.stored().refusals()).isEmpty();
        assertThat(grid.orders(node).start()).hasSize(2);
        assertThat(grid.orders(other).start()).hasSize(2);
    }

    @Test
    void a_node_remembers_a_bounded_number_of_refusals_and_forgets_the_oldest() {
        grid.trust();
        IntStream.range(0, 300).forEach(i -> {
            grid.submit(script(1, true).in(new Workplace(Map.of("N", "" + i), null, null, List.of(), false)));
            refuse(node);
            grid.pass(Duration.ofSeconds(1));
        });

        assertThat(grid.stored().refusals()).hasSize(256);
    }
}
