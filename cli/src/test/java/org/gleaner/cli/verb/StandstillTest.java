package org.gleaner.cli.verb;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.gleaner.core.grid.Reason.Kind;
import org.gleaner.core.id.JobId;
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

    private static Explanation.Point point(int job, Kind kind, String detail) {
        return new Explanation.Point(new JobId(job), kind, 1, 0, Explanation.Said.of(detail, ""));
    }
}
