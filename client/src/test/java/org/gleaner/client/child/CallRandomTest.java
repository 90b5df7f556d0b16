package org.gleaner.client.child;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class CallRandomTest {
    @Test
    void the_generator_is_philox_as_its_authors_published_it() {
        // From the known answers of Random123: philox4x64, 10 rounds.
        long[] zeros = new long[4];
        long[] ones = {-1, -1, -1, -1};

        CallRandom.mix(zeros, 0, 0);
        CallRandom.mix(ones, -1, -1);

        assertThat(zeros)
                .containsExactly(0x16554d9eca36314cL, 0xdb20fe9d672d0fdcL, 0xd7e772cee186176bL, 0x7e68b68aec7ba23bL);
        assertThat(ones)
                .containsExactly(0x87b092c3013fe90bL, 0x438c3c67be8d0224L, 0x9cc7d7c69cd777b6L, 0xa09caebf594f0ba0L);
    }

    @Test
    void a_call_has_the_same_numbers_again_and_every_other_call_has_others() {
        Set<Long> seen = new HashSet<>();
        for (long number = 1; number <= 100; number++) {
            CallRandom first = new CallRandom(new CallKey(7, number));
            CallRandom second = new CallRandom(new CallKey(7, number));
            for (int i = 0; i < 10; i++) {
                long drawn = first.nextLong();
                assertThat(second.nextLong()).isEqualTo(drawn);
                seen.add(drawn);
            }
        }

        assertThat(seen).hasSize(1_000);
    }
}
