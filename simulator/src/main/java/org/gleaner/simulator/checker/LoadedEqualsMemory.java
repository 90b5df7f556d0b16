package org.gleaner.simulator.checker;

import java.util.Optional;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.StoredGrid;
import org.gleaner.core.grid.StoredJob;

/** After every batch, what the store would load is what the server has in memory. */
public final class LoadedEqualsMemory implements Checker {
    @Override
    public void ran(BatchRun batch) throws StoreException {
        if (!batch.result().events().isEmpty() || batch.result().reloaded()) {
            compare(batch);
        }
    }

    @Override
    public void ended(BatchRun last) throws StoreException {
        compare(last);
    }

    private void compare(BatchRun batch) throws StoreException {
        Optional<StoredGrid> kept = batch.memory().get();
        if (kept.isEmpty()) {
            return;
        }
        StoredGrid memory = kept.get();
        StoredGrid stored = batch.disk().store().load();
        if (memory.equals(stored)) {
            return;
        }
        for (int i = 0; i < Math.min(memory.jobs().size(), stored.jobs().size()); i++) {
            StoredJob inMemory = memory.jobs().get(i);
            StoredJob inStore = stored.jobs().get(i);
            if (!inMemory.equals(inStore)) {
                throw violation("memory has " + inMemory + "\n  but the store has " + inStore);
            }
        }
        throw violation("memory has " + memory + "\n  but the store has " + stored);
    }
}
