package org.gleaner.terminal.console;

import static org.assertj.core.api.Assertions.assertThat;

import org.gleaner.core.job.TaskCounts;
import org.junit.jupiter.api.Test;

final class ProgressLineTest {
    @Test
    void tasks_that_wait_on_machines_are_told_apart_from_those_that_run() {
        TaskCounts counts = new TaskCounts(0, 10, 200, 90, 0, 0, 0, 196);

        assertThat(ProgressLine.line(counts)).endsWith("] 90 of 300 done, 4 running, 196 queued on machines");
        assertThat(ProgressLine.line(counts.queued(0))).endsWith("] 90 of 300 done, 200 running");
    }
}
