package org.gleaner.cli.verb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import org.gleaner.client.call.UserCalls;
import org.gleaner.core.grid.Cause;
import org.gleaner.core.grid.PastChoices;
import org.gleaner.core.grid.Reason;
import org.gleaner.core.grid.Reason.Kind;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.Amounts;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.protocol.http.CallTimeouts;
import org.gleaner.protocol.http.Endpoint;
import org.gleaner.protocol.http.ServerConnection;
import org.gleaner.protocol.message.Explanation;
import org.gleaner.protocol.message.WhySummary;
import org.gleaner.protocol.wording.ReasonWords;
import org.junit.jupiter.api.Test;

final class StandstillTest {
    @Test
    void many_jobs_that_stand_still_are_told_in_a_line_for_each_kind_of_reason() {
        WhySummary.Group many = new WhySummary.Group(point(1, Kind.NO_NODE, "no node is connected"), 1000, 3000);
        WhySummary.Group one =
                new WhySummary.Group(point(1001, Kind.WAITING, "waiting for job 7: 0 of 2 tasks are done"), 1, 1);

        assertThat(Standstill.lines(List.of(many, one)))
                .containsExactly(
                        "1000 jobs, such as job 1, 3000 tasks in all: no node is connected",
                        "Job 1001, 1 task: waiting for job 7: 0 of 2 tasks are done",
                        "'gleaner why 1' says more about that job.");
    }

    @Test
    void a_command_about_one_of_many_jobs_is_an_example() {
        Explanation.Said byHand = Explanation.Said.of("paused by hand", "").named("paused");
        Explanation.Point point = new Explanation.Point(new JobId(3), Kind.PAUSED, 2, 0, byHand);

        assertThat(ReasonLines.all(new WhySummary(List.of(new WhySummary.Group(point, 1000, 2000)), 1000, false)))
                .contains("    For job 3, for example: 'gleaner resume 3' lets them continue.");
        assertThat(ReasonLines.all(new WhySummary(List.of(new WhySummary.Group(point, 1, 2)), 1, false)))
                .contains("    'gleaner resume 3' lets them continue.");
    }

    @Test
    void what_machines_lack_stands_below_the_job_that_lacks_them_and_is_no_job_of_its_own() {
        WhySummary.Group whole = new WhySummary.Group(point(6, Kind.FITS_NO_NODE, "the only machine lacks it"), 1, 4);
        WhySummary.Group other = new WhySummary.Group(point(7, Kind.FITS_NO_NODE, "none has it"), 20, 40);
        WhySummary.Group part = new WhySummary.Group(point(6, Kind.MISFIT, "1 machine: runtime missing"), 1, 4);
        WhySummary.Group alone = new WhySummary.Group(point(8, Kind.MISFIT, "2 machines: tag missing"), 3, 3);

        assertThat(ReasonLines.all(new WhySummary(List.of(whole, other, part, alone), 24, false)))
                .containsExactly(
                        "24 jobs:",
                        "  Job 6, 4 tasks: the only machine lacks it",
                        "    1 machine: runtime missing",
                        "  20 jobs, such as job 7, 40 tasks in all: none has it",
                        "  3 jobs, such as job 8, 3 tasks in all: 2 machines: tag missing",
                        "'gleaner why JOB' explains one job, --all every one.");
    }

    @Test
    void what_becomes_of_a_machine_is_said_below_its_own_line_and_names_it() throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        UserCalls calls =
                new UserCalls(new ServerConnection(Endpoint.of("http://127.0.0.1:1", "secret"), CallTimeouts.DEFAULT));
        List<Explanation.Point> reasons = ReasonWords.explain(new Reply.Explained(
                        List.of(
                                new Reason(new JobId(6), new Cause.NodesInUse(List.of("lab-3")), 4, 1),
                                new Reason(
                                        new JobId(6),
                                        new Cause.Busy(false, 1, false, Amounts.NONE, null, PastChoices.NONE),
                                        4,
                                        1)),
                        null,
                        false))
                .reasons();

        new Telling(calls, reasons, new PrintStream(out, true, UTF_8), false).tell();

        assertThat(out.toString(UTF_8).lines().skip(1).limit(3))
                .containsExactly(
                        "  1 suitable machine takes no work now, because other programs or people use it, or its rules"
                                + " say so: lab-3",
                        "  lab-3 gets work again when it is free. 'gleaner agent status' on lab-3 says why, 'gleaner"
                                + " node list' shows the others.",
                        "  1 suitable machine is busy");
    }

    @Test
    void a_server_that_goes_away_is_told_once_each_time() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Endpoint nowhere = Endpoint.of("http://127.0.0.1:1", "secret");
        UserCalls calls = new UserCalls(new ServerConnection(nowhere, CallTimeouts.DEFAULT));
        Standstill standstill = new Standstill(calls, "7", new PrintStream(out, true, UTF_8));
        TaskCounts running = new TaskCounts(0, 0, 1, 0, 0, 0, 0);

        for (boolean away : List.of(false, true, true, false, true)) {
            standstill.seen(running, away);
        }

        assertThat(out.toString(UTF_8).lines())
                .hasSize(2)
                .allMatch(line -> line.startsWith("The server does not answer. Waiting up to 5"));
    }

    private static Explanation.Point point(int job, Kind kind, String detail) {
        return new Explanation.Point(new JobId(job), kind, 1, 0, Explanation.Said.of(detail, ""));
    }
}
