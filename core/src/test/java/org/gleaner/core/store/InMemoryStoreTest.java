package org.gleaner.core.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.gleaner.core.store.StoreSamples.spec;
import static org.gleaner.core.store.StoreSamples.submitted;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.store.Failure.Verdict;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

final class InMemoryStoreTest {
    @Nested
    final class AsStore extends StoreContract {
        private final InMemoryStore store = new InMemoryStore();

        @Override
        protected Store store() {
            return store;
        }

        @Override
        protected StoredGrid restarted() throws StoreException {
            return store.load();
        }
    }

    @Nested
    final class AsHistory extends HistoryContract {
        private final InMemoryStore store = new InMemoryStore();

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
        private final InMemoryStore store = new InMemoryStore();

        @Override
        protected Store store() {
            return store;
        }

        @Override
        protected History history() {
            return store;
        }
    }

    @Test
    void commits_fail_as_the_simulation_decides() throws StoreException {
        Deque<Verdict> verdicts = new ArrayDeque<>(List.of(Verdict.REFUSE, Verdict.COMMIT_UNHEARD, Verdict.COMMIT));
        InMemoryStore store = new InMemoryStore(events -> verdicts.pop());

        assertThatThrownBy(() -> store.write(List.of(submitted(1, spec(3))))).isInstanceOf(StoreException.class);
        assertThat(store.load().jobs()).isEmpty();
        assertThatThrownBy(() -> store.write(List.of(submitted(1, spec(3))))).isInstanceOf(StoreException.class);
        assertThat(store.load().jobs()).hasSize(1);
        store.write(List.of(submitted(2, spec(3))));
        assertThat(store.load().jobs()).hasSize(2);
    }

    @Test
    void an_empty_write_is_no_write() throws StoreException {
        InMemoryStore store = new InMemoryStore(events -> Verdict.REFUSE);

        store.write(List.of());

        assertThat(store.load().nextJob()).isEqualTo(1);
    }

    @Test
    void reads_fail_as_the_simulation_decides() {
        InMemoryStore store = new InMemoryStore(new Failure() {
            @Override
            public Verdict judge(List<GridEvent.Hard> events) {
                return Verdict.COMMIT;
            }

            @Override
            public boolean refusesReads() {
                return true;
            }
        });

        assertThatThrownBy(store::load).isInstanceOf(StoreException.class);
    }
}
