package org.gleaner.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.store.PastStay;
import org.gleaner.core.store.StoreSamples;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StorePastTest {
    @TempDir
    private Path directory;

    @Test
    void the_past_can_be_read_beside_a_running_server_and_when_it_is_stopped() throws Exception {
        StorePast beside;
        try (SqlStore store = SqlStore.open(directory)) {
            store.write(List.of(
                    StoreSamples.node(StoreSamples.N1, 1),
                    new GridEvent.StayEnded(StoreSamples.N1, StoreSamples.at(0), StoreSamples.at(50)),
                    new GridEvent.NodeObserved(StoreSamples.N1, StoreSamples.nodeBelief(2))));
            beside = StorePast.read(directory, null, StoreSamples.at(0));
        }

        assertThat(beside.stays())
                .containsExactly(new PastStay(StoreSamples.N1, StoreSamples.at(0), StoreSamples.at(50)));
        assertThat(beside.nodes()).hasSize(1);
        assertThat(beside.beliefs().nodes()).containsKey(StoreSamples.N1);
        assertThat(StorePast.read(directory, null, StoreSamples.at(0))).isEqualTo(beside);
        assertThat(StorePast.read(directory, null, StoreSamples.at(51)).stays()).isEmpty();
    }

    @Test
    void where_no_server_was_it_says_so_and_makes_nothing() {
        assertThatThrownBy(() -> StorePast.read(directory, null, StoreSamples.at(0)))
                .isInstanceOf(StoreUnusable.class)
                .hasMessageContaining("can't be read");
        assertThat(directory).isEmptyDirectory();
    }
}
