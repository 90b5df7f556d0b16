package org.gleaner.core.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.gleaner.core.store.StoreSamples.FIRST;
import static org.gleaner.core.store.StoreSamples.N1;
import static org.gleaner.core.store.StoreSamples.N2;
import static org.gleaner.core.store.StoreSamples.assigned;
import static org.gleaner.core.store.StoreSamples.at;
import static org.gleaner.core.store.StoreSamples.ended;
import static org.gleaner.core.store.StoreSamples.hash;
import static org.gleaner.core.store.StoreSamples.job;
import static org.gleaner.core.store.StoreSamples.node;
import static org.gleaner.core.store.StoreSamples.spec;
import static org.gleaner.core.store.StoreSamples.submitted;
import static org.gleaner.core.store.StoreSamples.success;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.gleaner.core.attempt.TaskRecord;
import org.gleaner.core.grid.Brake;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.GridEvent.BrakeSet;
import org.gleaner.core.grid.GridEvent.SettingChanged;
import org.gleaner.core.grid.GridEvent.TasksMoved;
import org.gleaner.core.grid.GridEvent.TokenIssued;
import org.gleaner.core.grid.Role;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.StoredBeliefs;
import org.gleaner.core.grid.StoredGrid;
import org.gleaner.core.grid.Token;
import org.gleaner.core.grid.TokenHash;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.TaskState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A write is all or nothing, and many small ones are worth one large one. */
public interface WritesContract extends StoreContract {
    @Test
    default void an_empty_store_is_empty_and_counts_from_one() throws Exception {
        assertThat(restarted())
                .isEqualTo(new StoredGrid(
                        1,
                        1,
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of(),
                        new TreeMap<>(),
                        StoredBeliefs.NONE));
    }

    @Test
    default void a_write_with_one_bad_event_changes_nothing_and_the_next_one_succeeds() throws Exception {
        write(submitted(1, spec(2000)), assigned(FIRST, N1), node(N1, 1));
        StoredGrid before = restarted();

        List<GridEvent.Hard> events = List.of(
                submitted(2, spec(3)),
                node(N2, 7),
                new SettingChanged("a", "b"),
                new TasksMoved(job(1), Ordinals.range(1, 1999), TaskState.PAUSED),
                new BrakeSet(job(1), new Brake(1, 1, "x")),
                ended(success(FIRST), N1, at(7), TaskState.DONE, TaskRecord.UNTRIED),
                assigned(AttemptId.of(1, 5, 1), N1),
                new TokenIssued(new Token(new TokenHash(hash(6).hex()), Role.JOIN, null, null)),
                ended(success(AttemptId.of(1, 9, 9)), N1, at(8), TaskState.DONE, TaskRecord.UNTRIED));
        assertThatThrownBy(() -> store().write(events)).isInstanceOf(StoreException.class);

        assertThat(store().load()).isEqualTo(before);
        assertThat(restarted()).isEqualTo(before);
        store().write(events.subList(0, events.size() - 1));
        assertThat(restarted().jobs()).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    default void any_sequence_of_events_loads_as_a_store_that_saw_it_at_once(long seed) throws Exception {
        Random random = new Random(seed);
        RandomEvents source = new RandomEvents(random);
        List<GridEvent.Hard> all = new ArrayList<>();
        for (int batch = 0; batch < 120; batch++) {
            List<GridEvent.Hard> events = source.batch(1 + random.nextInt(12));
            all.addAll(events);
            store().write(events);
            if (batch % 30 == 0) {
                InMemoryStore atOnce = new InMemoryStore();
                atOnce.write(all);
                assertThat(restarted()).isEqualTo(atOnce.load());
            }
        }
        InMemoryStore atOnce = new InMemoryStore();
        atOnce.write(all);
        assertThat(store().load()).isEqualTo(atOnce.load());
        assertThat(atOnce.load().jobs()).isNotEmpty();
    }
}
