package org.gleaner.server.store;

import java.io.IOException;
import java.nio.file.Path;
import org.gleaner.core.grid.Store;
import org.gleaner.core.store.EveryStoreContract;
import org.gleaner.core.store.History;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

final class SqliteStoreTest implements EveryStoreContract, ForecastShelfContract {
    @TempDir
    private Path directory;

    private SqlStore store;

    @BeforeEach
    void open() throws StoreUnusable, IOException {
        store = SqlStore.open(FreshStore.TEMPLATE.into(directory));
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Override
    public void restart() throws Exception {
        close();
        open();
    }

    @Override
    public SqlStore opened() {
        return store;
    }

    @Override
    public Store store() {
        return store;
    }

    @Override
    public History history() {
        return store.history();
    }
}
