package org.gleaner.core.ahead;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.id.TypeKey;
import org.junit.jupiter.api.Test;

final class LotsTest {
    private static Part part(int count, int waiting) {
        JobId job = new JobId(1);
        TypeKey type = new TypeKey(new Owner("ada"), "sim");
        return new Part(job, new double[0], count, false, List.of(new Part.Member(job, type, waiting)), 0);
    }

    @Test
    void every_task_that_waits_is_taken_exactly_once_whatever_the_speeds() {
        double[] speeds = {0.1, 1, 8, 0.5, 2};
        for (int waiting : new int[] {1, 7, 100, 1_000_003}) {
            for (int count : new int[] {1, 3, 50}) {
                Lots lots = new Lots(part(count, waiting));
                int sum = 0;
                for (int task = 0; task < count; task++) {
                    assertThat(lots.at(task)).isEqualTo(0);
                    sum += lots.take(task, speeds[task % speeds.length]);
                }
                assertThat(sum).isEqualTo(waiting);
            }
        }
    }

    @Test
    void the_first_take_more_than_the_last_and_a_fast_node_more_than_a_slow_one() {
        Lots lots = new Lots(part(100, 10_000));

        int first = lots.take(0, 1);
        int slow = lots.take(1, 0.5);
        int fast = lots.take(2, 2);
        int last = 0;
        for (int task = 3; task < 100; task++) {
            last = lots.take(task, 1);
        }

        assertThat(first).isEqualTo(200);
        assertThat(fast).isGreaterThan(3 * slow);
        assertThat(last).isLessThan(10);
    }

    @Test
    void where_there_are_many_lots_the_first_are_single_tasks_and_the_next_grow() {
        Lots lots = new Lots(part(1_000, 1_000_000));
        int before = 0;
        for (int task = 0; task < 1_000; task++) {
            int some = lots.take(task, 4);
            if (task < 999) {
                assertThat(some).isLessThanOrEqualTo(1 + before / 10 + 1);
            }
            before += some;
        }

        assertThat(before).isEqualTo(1_000_000);
    }

    @Test
    void what_was_done_of_it_when_its_node_was_lost_stays_done() {
        Lots lots = new Lots(part(2, 100));
        lots.take(0, 1);
        int all = lots.take(1, 1);

        lots.advance(0, 30);

        assertThat(lots.take(0, 1)).isEqualTo(100 - all - 30);
        assertThat(lots.at(0)).isEqualTo(30);
    }
}
