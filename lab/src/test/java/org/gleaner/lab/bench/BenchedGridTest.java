package org.gleaner.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.store.InMemoryStore;
import org.junit.jupiter.api.Test;

class BenchedGridTest {
    @Test
    void nodes_get_one_task_at_a_time_though_all_that_came_before_took_no_time() {
        BenchedGrid grid = new BenchedGrid(new InMemoryStore());
        grid.submit(new Owner("ann"), BenchedGrid.job("short", new ArrayShape.Range(1, 1000, 1)), List.of());
        grid.connect(4);

        for (int task = 0; task < 100; task++) {
            assertThat(grid.serve()).isNotNull();
        }
    }
}
