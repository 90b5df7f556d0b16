package org.gleaner.agent;

import static org.assertj.core.api.Assertions.assertThat;

import org.gleaner.core.job.MemorySize;
import org.gleaner.core.node.Capacity;
import org.junit.jupiter.api.Test;

final class OfferTest {
    private static final MemorySize MEMORY = MemorySize.parse("24G");

    @Test
    void more_than_the_machine_has_is_warned_of() {
        assertThat(Offer.beyond(new Capacity(99, MemorySize.parse("400G")), 2, MEMORY))
                .containsExactly(
                        "--slots offers 99 cores, but this machine has 2",
                        "--memory offers 400 GB, but this machine has 24 GB; tasks that use it all are killed");
        assertThat(Offer.beyond(new Capacity(2, MEMORY), 2, MEMORY)).isEmpty();
    }
}
