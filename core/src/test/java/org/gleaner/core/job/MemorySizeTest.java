package org.gleaner.core.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.gleaner.core.grid.Setting;
import org.gleaner.core.node.Capacity;
import org.junit.jupiter.api.Test;

final class MemorySizeTest {
    private static final MemorySize LARGEST = new MemorySize(Long.MAX_VALUE);

    @Test
    void sums_and_multiples_end_at_the_largest_number() {
        assertThat(LARGEST.plus(LARGEST)).isEqualTo(LARGEST);
        assertThat(LARGEST.times(3)).isEqualTo(LARGEST);
        assertThat(new MemorySize(7).times(3)).isEqualTo(new MemorySize(21));
        assertThat(new MemorySize(7).times(0)).isEqualTo(MemorySize.ZERO);
    }

    @Test
    void a_small_number_without_a_unit_is_not_taken_as_bytes() {
        assertThatThrownBy(() -> MemorySize.typed("5"))
                .hasMessage("'5' would be bytes; write 5M (megabytes) or 5G (gigabytes)");
        assertThat(MemorySize.typed("5B")).isEqualTo(new MemorySize(5));
        assertThat(MemorySize.typed("0")).isEqualTo(MemorySize.ZERO);
        assertThat(MemorySize.typed("500000")).isEqualTo(new MemorySize(500_000));
        assertThatThrownBy(() -> Setting.QUOTA_OWNER.check("5")).hasMessageContaining("write 5M");
    }

    @Test
    void a_node_that_claims_everything_has_what_the_largest_machines_have() {
        Capacity claimed = new Capacity(Integer.MAX_VALUE, LARGEST, LARGEST);

        assertThat(claimed).isEqualTo(new Capacity(Capacity.MOST_SLOTS, Capacity.MOST, Capacity.MOST));
        assertThat(new Capacity(1, LARGEST).fits(new Requirements(Integer.MAX_VALUE, null)))
                .isFalse();
    }

    @Test
    void what_is_to_be_typed_is_read_back_as_the_same_size() {
        assertThat(MemorySize.parse("20G").typed()).isEqualTo("20G");
        for (String text : List.of("1.5G", "64M", "3T", "1000000")) {
            MemorySize size = MemorySize.parse(text);

            assertThat(MemorySize.typed(size.typed())).isEqualTo(size);
        }
    }
}
