package org.gleaner.cli.verb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.gleaner.core.id.JobId;
import org.junit.jupiter.api.Test;

final class InterruptionTest {
    @Test
    void who_stops_waiting_is_told_that_the_job_continues() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();

        Interruption.tell(new JobId(7), new PrintStream(out, true, UTF_8));

        assertThat(out.toString(UTF_8).strip())
                .isEqualTo("Job 7 continues; 'gleaner wait 7' waits for it, 'gleaner cancel 7' stops it.");
    }
}
