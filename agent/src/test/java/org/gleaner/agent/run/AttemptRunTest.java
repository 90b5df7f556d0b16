package org.gleaner.agent.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.gleaner.agent.machine.ProcessTable;
import org.gleaner.core.job.MemorySize;
import org.junit.jupiter.api.Test;

class AttemptRunTest {
    @Test
    void process_that_is_still_in_the_session_of_the_agent_does_not_lead_one() {
        List<ProcessTable.Entry> entries = List.of(process(70, 40), process(71, 71));

        assertThat(AttemptRun.leadsSession(70, entries)).isFalse();
        assertThat(AttemptRun.leadsSession(71, entries)).isTrue();
        assertThat(AttemptRun.leadsSession(72, entries)).isFalse();
    }

    private static ProcessTable.Entry process(long pid, long session) {
        return new ProcessTable.Entry(pid, 1, session, 0, Duration.ZERO, MemorySize.ZERO);
    }
}
