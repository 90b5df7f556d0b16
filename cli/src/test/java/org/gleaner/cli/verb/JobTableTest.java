package org.gleaner.cli.verb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.gleaner.core.grid.Reply.JobSummary;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.TaskCounts;
import org.junit.jupiter.api.Test;

final class JobTableTest {
    private static String printed(TaskCounts tasks) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        JobSummary job = new JobSummary(new JobId(7), "sweep", "sim", new Owner("ada"), Instant.EPOCH, tasks, "");
        JobTable.print(List.of(job), Map.of(), EtaText.by(Instant.EPOCH), new PrintStream(out, true, UTF_8));
        return out.toString(UTF_8);
    }

    @Test
    void what_waits_on_machines_has_a_column_of_its_own_if_there_is_any() {
        TaskCounts counts = new TaskCounts(0, 10, 200, 90, 0, 0, 0, 196);

        assertThat(printed(counts))
                .containsPattern("DONE +RUNNING +QUEUED +READY")
                .containsPattern("90/300 +4 +196 +10 ");
        assertThat(printed(counts.queued(0))).doesNotContain("QUEUED").containsPattern("90/300 +200 +10 ");
    }
}
