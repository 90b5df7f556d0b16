package org.gleaner.core.desk;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.EnumMap;
import java.util.Map;
import java.util.SortedMap;
import org.gleaner.core.desk.TaskMap.Run;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.TaskState;
import org.junit.jupiter.api.Test;

class TaskMapTest {
    private static final JobId JOB = new JobId(7);

    /** Every third task is ready, all others are done. */
    private static Map<TaskState, BitSet> mixed(int tasks) {
        BitSet done = new BitSet();
        BitSet ready = new BitSet();
        for (int task = 1; task <= tasks; task++) {
            (task % 3 == 0 ? ready : done).set(task);
        }
        Map<TaskState, BitSet> states = new EnumMap<>(TaskState.class);
        states.put(TaskState.DONE, done);
        states.put(TaskState.READY, ready);
        return states;
    }

    @Test
    void neighbours_in_the_same_state_are_one_run() {
        TaskMap map = TaskMap.of(JOB, 7, mixed(7), 5);

        assertThat(map.runs())
                .containsExactly(
                        new Run(TaskState.DONE, 2),
                        new Run(TaskState.READY, 1),
                        new Run(TaskState.DONE, 2),
                        new Run(TaskState.READY, 1),
                        new Run(TaskState.DONE, 1));
        assertThat(map.perCell()).isZero();
    }

    @Test
    void more_runs_than_wanted_become_cells_in_which_every_task_counts_once() {
        for (int tasks : new int[] {40, 99, 100, 101, 1000}) {
            for (int most : new int[] {1, 2, 3, 10}) {
                TaskMap map = TaskMap.of(JOB, tasks, mixed(tasks), most);

                assertThat(map.runs()).isEmpty();
                assertThat(map.cells()).hasSizeBetween(1, most);
                int told = 0;
                for (SortedMap<TaskState, Integer> cell : map.cells()) {
                    told += cell.values().stream().mapToInt(Integer::intValue).sum();
                }
                assertThat(told).isEqualTo(tasks);
                assertThat((map.cells().size() - 1) * map.perCell()).isLessThan(tasks);
            }
        }
    }

    @Test
    void a_job_of_one_state_is_one_run_however_large() {
        BitSet all = new BitSet();
        all.set(1, 1_000_001);
        Map<TaskState, BitSet> states = new EnumMap<>(TaskState.class);
        states.put(TaskState.RUNNING, new BitSet());
        states.put(TaskState.READY, all);

        assertThat(TaskMap.of(JOB, 1_000_000, states, 1).runs()).containsExactly(new Run(TaskState.READY, 1_000_000));
    }
}
