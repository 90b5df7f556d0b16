package org.gleaner.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.gleaner.agent.machine.ProcessTable;
import org.gleaner.core.job.MemorySize;
import org.junit.jupiter.api.Test;

class ProcessTreeTest {
    @Test
    void a_tree_is_a_process_with_all_that_descend_from_it() {
        List<ProcessTable.Entry> processes = List.of(
                process(1, 0, 1), process(7, 1, 20), process(12, 9, 4_000), process(9, 7, 300), process(8, 1, 5));

        Duration cpu = ProcessTree.cpu(7, processes);

        assertThat(cpu).isEqualTo(Duration.ofMillis(4_320));
    }

    @Test
    void a_process_that_is_gone_has_used_nothing() {
        assertThat(ProcessTree.cpu(3, List.of(process(1, 0, 1)))).isEqualTo(Duration.ZERO);
    }

    @Test
    void a_process_that_seems_to_be_its_own_parent_is_counted_once() {
        assertThat(ProcessTree.cpu(0, List.of(process(0, 0, 10)))).isEqualTo(Duration.ofMillis(10));
    }

    private static ProcessTable.Entry process(long pid, long parent, long millis) {
        return new ProcessTable.Entry(pid, parent, pid, 1, Duration.ofMillis(millis), MemorySize.ZERO, 1);
    }
}
