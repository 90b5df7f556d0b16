package org.gleaner.cli.verb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.client.call.UserCalls;
import org.gleaner.core.grid.Reason.Kind;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.protocol.http.CallTimeouts;
import org.gleaner.protocol.http.Endpoint;
import org.gleaner.protocol.http.ServerConnection;
import org.gleaner.protocol.message.Explanation;
import org.junit.jupiter.api.Test;

final class StandstillTest {
    @Test
    void many_jobs_that_stand_still_are_told_in_a_line_for_each_kind_of_reason() {
        List<Explanation.Point> reasons = new ArrayList<>();
        for (int job = 1; job <= 1000; job++) {
            reasons.add(point(job, Kind.NO_NODE, "no node is connected"));
        }
        reasons.add(point(1001, Kind.WAITING, "waiting for job 7: 0 of 2 tasks are done"));

        assertThat(Standstill.summary(reasons, "all"))
                .containsExactly(
                        "1000 jobs, such as job 1: no node is connected",
                        "Job 1001: waiting for job 7: 0 of 2 tasks are done",
                        "'gleaner why all' lists all reasons.");
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
