package org.gleaner.server.store;

import java.nio.file.Path;
import org.gleaner.core.grid.Store;
import org.gleaner.core.store.EveryStoreContract;
import org.gleaner.core.store.History;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

final class PostgresStoreTest implements EveryStoreContract, ForecastShelfContract {
    @TempDir
    private Path directory;

    private PostgresLogin login;
    private SqlStore store;

    @BeforeEach
    void open() throws Exception {
        login = RealPostgres.shared().migratedDatabase();
        store = SqlStore.open(directory, login);
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Override
    public void restart() throws StoreUnusable {
        store.close();
        store = SqlStore.open(directory, login);
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
