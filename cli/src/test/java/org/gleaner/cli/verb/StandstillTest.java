package org.gleaner.cli.verb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import org.gleaner.client.call.UserCalls;
import org.gleaner.core.grid.Reason.Kind;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.protocol.http.CallTimeouts;
import org.gleaner.protocol.http.Endpoint;
import org.gleaner.protocol.http.ServerConnection;
import org.gleaner.protocol.message.Explanation;
import org.gleaner.protocol.message.WhySummary;
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
