package org.gleaner.core.open;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.SplittableRandom;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.TaskState;
import org.junit.jupiter.api.Test;

/** Finding the next task and counting must not depend on how tasks came into their states. */
final class TaskStatesTest {
    private static final int SIZE = 200;

    @Test
    void the_next_ready_task_is_the_lowest_also_after_lower_ones_came_back() {
        TaskStates states = new TaskStates(SIZE);
        for (int ordinal = 1; ordinal <= 100; ordinal++) {
            states.run(ordinal);
        }

        assertThat(states.next(TaskState.READY, 1)).isEqualTo(101);
        states.end(40, TaskState.READY);
        assertThat(states.next(TaskState.READY, 1)).isEqualTo(40);
        assertThat(states.next(TaskState.READY, 41)).isEqualTo(101);
    }

    @Test
    void no_task_is_found_where_none_is_left() {
        TaskStates states = new TaskStates(2);
        states.run(1);
        states.run(2);

        assertThat(states.next(TaskState.READY, 1)).isEqualTo(-1);
        assertThat(states.next(TaskState.RUNNING, 3)).isEqualTo(-1);
        assertThat(states.count(TaskState.RUNNING)).isEqualTo(2);
    }

    @Test
    void a_task_that_waits_again_since_the_clock_was_set_back_is_done_by_a_late_success() {
        TaskStates states = new TaskStates(1);
        states.run(1);
        states.end(1, TaskState.READY);
        states.moveAll(Ordinals.one(1), TaskState.BLOCKED);
        states.moveAll(Ordinals.one(1), TaskState.WAITING);

        states.end(1, TaskState.DONE);

        assertThat(states.count(TaskState.DONE)).isEqualTo(1);
    }

    @Test
    void nothing_but_the_tasks_is_selected_or_stored() {
        TaskStates states = new TaskStates(SIZE);
        states.moveAll(Ordinals.range(1, 10), TaskState.BLOCKED);
        BitSet far = new BitSet();
        far.set(0, 10 * SIZE);

        assertThat(states.select(far, TaskState.ALL.toArray(TaskState[]::new)).cardinality())
                .isEqualTo(SIZE);
        assertThat(states.stored()).containsOnlyKeys(TaskState.BLOCKED);
        assertThat(states.stored()).containsEntry(TaskState.BLOCKED, Ordinals.range(1, 10));
    }

    @Test
    void counts_and_next_agree_with_a_plain_look_at_every_task_after_any_moves() {
        SplittableRandom random = new SplittableRandom(42);
        TaskStates states = new TaskStates(SIZE);
        for (int i = 0; i < 5_000; i++) {
            int ordinal = 1 + random.nextInt(SIZE);
            if (states.is(ordinal, TaskState.READY)) {
                states.run(ordinal);
            } else if (states.is(ordinal, TaskState.RUNNING)) {
                states.end(ordinal, random.nextInt(3) == 0 ? TaskState.BLOCKED : TaskState.READY);
            } else {
                states.moveAll(Ordinals.one(ordinal), TaskState.READY);
            }

            int first = 1;
            while (first <= SIZE && !states.is(first, TaskState.READY)) {
                first++;
            }
            assertThat(states.next(TaskState.READY, 1)).isEqualTo(first > SIZE ? -1 : first);
            assertThat(TaskState.ALL.stream().mapToInt(states::count).sum()).isEqualTo(SIZE);
        }
    }
}
