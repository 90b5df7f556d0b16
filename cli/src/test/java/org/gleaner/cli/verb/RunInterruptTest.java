package org.gleaner.cli.verb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.client.file.Uploader;
import org.gleaner.core.grid.Verb;
import org.gleaner.core.id.JobId;
import org.gleaner.protocol.http.Answer;
import org.gleaner.protocol.http.Trouble;
import org.gleaner.protocol.message.ChangeReport;
import org.junit.jupiter.api.Test;

final class RunInterruptTest {
    private static final JobId JOB = new JobId(7);
    private static final Trouble AWAY = new Trouble("Can't reach the server.", "Nobody listens.", "Start it.");

    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private final List<JobId> cancelled = new ArrayList<>();
    private int deaths;

    @Test
    void before_the_server_was_asked_nothing_was_submitted() {
        RunInterrupt run = run(true);
        run.calling();
        run.sending(1, 2, Path.of("large"));

        run.pressed();

        assertThat(said()).isEqualTo("Nothing was submitted.");
        assertThat(deaths).isOne();
    }

    @Test
    void a_job_that_the_server_may_have_is_cancelled_once_it_is_known() {
        RunInterrupt run = run(true);
        run.calling();

        run.pressed();

        assertThat(said()).startsWith("The server has not answered yet");
        assertThat(deaths).isZero();

        run.submitted(JOB);

        assertThat(cancelled).containsExactly(JOB);
        assertThat(said()).endsWith("Job 7 was cancelled.");
        assertThat(deaths).isOne();
    }

    @Test
    void who_does_not_wait_for_the_answer_is_told_where_to_look() {
        RunInterrupt run = run(true);
        run.calling();

        run.pressed();
        run.pressed();

        assertThat(said()).endsWith("The server may have accepted the job; 'gleaner status' shows it.");
        assertThat(deaths).isOne();
    }

    @Test
    void a_person_presses_twice_to_cancel() {
        RunInterrupt run = running(true);

        run.pressed();

        assertThat(said())
                .isEqualTo("Job 7 keeps running, and this command keeps waiting for it. Press Ctrl-C again to cancel"
                        + " the job, or Ctrl-Z and then 'kill %%' to leave without cancelling it.");
        assertThat(cancelled).isEmpty();
        assertThat(deaths).isZero();

        run.pressed();

        assertThat(cancelled).containsExactly(JOB);
        assertThat(deaths).isOne();
    }

    @Test
    void a_script_cancels_at_once_as_nobody_reads_that_the_job_goes_on() {
        RunInterrupt run = running(false);

        run.pressed();

        assertThat(cancelled).containsExactly(JOB);
        assertThat(deaths).isOne();
    }

    @Test
    void a_job_that_ends_by_itself_after_one_press_is_told_of() {
        RunInterrupt run = running(true);
        run.pressed();

        assertThat(run.over()).isTrue();
        assertThat(running(true).over()).isFalse();
    }

    @Test
    void when_the_results_are_being_fetched_a_press_says_how_to_get_them() {
        RunInterrupt run = running(true);
        boolean unused = run.over();

        run.pressed();

        assertThat(said()).isEqualTo("Job 7 has ended; 'gleaner get 7' fetches its results.");
        assertThat(deaths).isOne();
    }

    @Test
    void a_job_that_could_not_be_cancelled_is_named() {
        RunInterrupt run =
                new RunInterrupt(job -> new Answer.Unreachable<>(AWAY), Uploader.Progress.SILENT, place(false));
        run.submitted(JOB);

        run.pressed();

        assertThat(said()).isEqualTo("Job 7 was not cancelled. Can't reach the server. 'gleaner cancel 7' cancels it.");
    }

    @Test
    void the_third_press_ends_it_whatever_the_server_does() {
        RunInterrupt run = running(true);
        run.pressed();
        run.pressed();

        run.pressed();

        assertThat(said()).endsWith("Job 7 may still be running; 'gleaner cancel 7' cancels it.");
    }

    private RunInterrupt running(boolean terminal) {
        RunInterrupt run = run(terminal);
        run.submitted(JOB);
        return run;
    }

    private RunInterrupt run(boolean terminal) {
        return new RunInterrupt(this::cancel, Uploader.Progress.SILENT, place(terminal));
    }

    private RunInterrupt.Place place(boolean terminal) {
        return new RunInterrupt.Place(new PrintStream(said, true, UTF_8), terminal, () -> deaths++);
    }

    private Answer<ChangeReport> cancel(JobId job) {
        cancelled.add(job);
        return new Answer.Success<>(new ChangeReport(Verb.CANCEL, List.of(new ChangeReport.Line(job, 1, 0, ""))));
    }

    private String said() {
        return said.toString(UTF_8).strip();
    }
}
