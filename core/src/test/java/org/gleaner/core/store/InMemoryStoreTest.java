package org.gleaner.core.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.gleaner.core.store.StoreSamples.spec;
import static org.gleaner.core.store.StoreSamples.submitted;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.Store;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.store.Failure.Verdict;
import org.junit.jupiter.api.Test;

final class InMemoryStoreTest implements EveryStoreContract {
    private final InMemoryStore store = new InMemoryStore();

    @Override
    public Store store() {
        return store;
    }

    @Override
    public History history() {
        return store;
    }

    @Override
    public void restart() {
        // What is in memory only outlives no server, so it is given to the next one as it is.
    }

    @Test
    void commits_fail_as_the_simulation_decides() throws StoreException {
        Deque<Verdict> verdicts = new ArrayDeque<>(List.of(Verdict.REFUSE, Verdict.COMMIT_UNHEARD, Verdict.COMMIT));
        InMemoryStore failing = new InMemoryStore(events -> verdicts.pop());

        assertThatThrownBy(() -> failing.write(List.of(submitted(1, spec(3))))).isInstanceOf(StoreException.class);
        assertThat(failing.load().jobs()).isEmpty();
        assertThatThrownBy(() -> failing.write(List.of(submitted(1, spec(3))))).isInstanceOf(StoreException.class);
        assertThat(failing.load().jobs()).hasSize(1);
        failing.write(List.of(submitted(2, spec(3))));
        assertThat(failing.load().jobs()).hasSize(2);
    }

    @Test
    void an_empty_write_is_no_write() throws StoreException {
        InMemoryStore failing = new InMemoryStore(events -> Verdict.REFUSE);

        failing.write(List.of());

        assertThat(failing.load().nextJob()).isEqualTo(1);
    }

    @Test
    void reads_fail_as_the_simulation_decides() {
        InMemoryStore failing = new InMemoryStore(new Failure() {
            @Override
            public Verdict judge(List<GridEvent.Hard> events) {
                return Verdict.COMMIT;
            }

            @Override
            public boolean refusesReads() {
                return true;
            }
        });

        assertThatThrownBy(failing::load).isInstanceOf(StoreException.class);
    }
}
