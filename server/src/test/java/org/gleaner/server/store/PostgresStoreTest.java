package org.gleaner.server.store;

import java.nio.file.Path;
import org.gleaner.core.store.GridOnStoreContract;
import org.gleaner.core.store.History;
import org.gleaner.core.store.HistoryContract;
import org.gleaner.core.store.Store;
import org.gleaner.core.store.StoreContract;
import org.gleaner.core.store.StoreException;
import org.gleaner.core.store.StoredGrid;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

final class PostgresStoreTest {
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

    @Nested
    final class AsStore extends StoreContract {
        @Override
        protected Store store() {
            return store;
        }

        @Override
        protected StoredGrid restarted() throws StoreException {
            store.close();
            try {
                store = SqlStore.open(directory, login);
            } catch (StoreUnusable e) {
                throw new StoreException("not opened again", e);
            }
            return store.load();
        }
    }

    @Nested
    final class AsHistory extends HistoryContract {
        @Override
        protected Store store() {
            return store;
        }

        @Override
        protected History history() {
            return store;
        }
    }

    @Nested
    final class UnderAGrid extends GridOnStoreContract {
        @Override
        protected Store store() {
            return store;
        }

        @Override
        protected History history() {
            return store;
        }
    }
}
