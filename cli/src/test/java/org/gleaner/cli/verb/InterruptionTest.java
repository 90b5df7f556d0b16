package org.gleaner.cli.verb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.stream.LongStream;
import org.gleaner.core.id.JobId;
import org.junit.jupiter.api.Test;

final class InterruptionTest {
    private static String told(List<Long> jobs) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Interruption.tell(jobs.stream().map(JobId::new).toList(), new PrintStream(out, true, UTF_8));
        return out.toString(UTF_8).strip();
    }

    @Test
    void who_stops_waiting_is_told_that_the_job_continues() {
        assertThat(told(List.of(7L)))
                .isEqualTo("Job 7 continues; 'gleaner wait 7' waits for it, 'gleaner cancel 7' stops it.");
    }

    @Test
    void of_several_jobs_few_are_named() {
        assertThat(told(List.of(7L, 9L)))
                .isEqualTo("2 jobs continue; 'gleaner wait 7 9' waits for them, 'gleaner cancel 7 9' stops them.");
        assertThat(told(LongStream.range(1, 1000).boxed().toList()))
                .isEqualTo("999 jobs continue; 'gleaner status' shows them.");
    }
}
