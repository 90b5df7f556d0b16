package org.gleaner.cli.verb;

import static org.assertj.core.api.Assertions.assertThat;

import org.gleaner.client.call.Submitted;
import org.gleaner.core.id.JobId;
import org.junit.jupiter.api.Test;

final class SubmitVerbTest {
    @Test
    void a_job_without_a_task_has_no_progress_to_show() {
        assertThat(SubmitVerb.told(new Submitted(new JobId(7), 3, false)))
                .isEqualTo("Submitted job 7 with 3 tasks. 'gleaner progress 7' shows its progress.");
        assertThat(SubmitVerb.told(new Submitted(new JobId(7), 0, false)))
                .isEqualTo("Submitted job 7, without a task yet. 'gleaner add 7 …' adds some, 'gleaner seal 7' ends"
                        + " it.");
    }
}
