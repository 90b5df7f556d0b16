package org.gleaner.client.executor;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.gleaner.core.id.JobId;
import org.junit.jupiter.api.Test;

final class AttendanceTest {
    private static final JobId JOB = new JobId(7);
    private static final JobId OTHER = new JobId(8);

    /** Close to where a clock of nanoseconds overflows, as it may begin anywhere. */
    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1);

    private final List<JobId> told = new ArrayList<>();
    private final Attendance attendance = new Attendance(told::add, nanos::get);

    private void tellEachMinute(Duration span) {
        for (long minute = 0; minute < span.toMinutes(); minute++) {
            nanos.addAndGet(Duration.ofMinutes(1).toNanos());
            attendance.tell(List.of(JOB));
        }
    }

    @Test
    void whoever_comes_is_heard_at_once_for_each_job() {
        attendance.tell(List.of(JOB, OTHER));

        assertThat(told).containsExactly(JOB, OTHER);
    }

    @Test
    void whoever_waits_is_heard_once_an_hour() {
        attendance.tell(List.of(JOB));

        tellEachMinute(Duration.ofMinutes(59));
        assertThat(told).containsExactly(JOB);

        tellEachMinute(Duration.ofHours(2));
        assertThat(told).containsExactly(JOB, JOB, JOB);
    }

    @Test
    void whoever_adds_tasks_has_been_heard() {
        attendance.heard(JOB);

        tellEachMinute(Duration.ofMinutes(59));

        assertThat(told).isEmpty();
    }
}
