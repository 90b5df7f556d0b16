package org.gleaner.core.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.Store;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.StoredGrid;
import org.gleaner.core.grid.StoredJob;

/** The store under test, empty at the start of each test, as all families of its contract see it. */
public interface StoreContract {
    Store store();

    /** The same store's history. */
    History history();

    /** From now on the store is what a server that starts now would open. */
    void restart() throws Exception;

    /** What a server that starts now would load. */
    default StoredGrid restarted() throws Exception {
        restart();
        return store().load();
    }

    default void write(GridEvent.Hard... events) throws StoreException {
        store().write(List.of(events));
    }

    /** The one job that a server that starts now would load. */
    default StoredJob only() throws Exception {
        StoredGrid before = store().load();
        StoredGrid grid = restarted();
        assertThat(grid).isEqualTo(before);
        assertThat(grid.jobs()).hasSize(1);
        return grid.jobs().get(0);
    }
}
