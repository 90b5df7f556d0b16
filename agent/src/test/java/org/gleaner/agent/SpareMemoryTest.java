package org.gleaner.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import org.gleaner.core.job.MemorySize;
import org.junit.jupiter.api.Test;

final class SpareMemoryTest {
    private static final MemorySize INSTALLED = MemorySize.parse("16G");

    private OptionalLong available = OptionalLong.empty();
    private long ownUse;
    private final SpareMemory spare = new SpareMemory(INSTALLED, () -> available, () -> ownUse);

    private String at(String left) {
        available = OptionalLong.of(MemorySize.parse(left).bytes());
        return spare.get().toString();
    }

    @Test
    void what_others_leave_is_offered_less_a_margin() {
        assertThat(at("15.5G")).isEqualTo("14 GB");
        assertThat(at("9.9G")).isEqualTo("8 GB");
    }

    @Test
    void memory_of_our_own_tasks_is_no_reason_to_offer_less() {
        assertThat(at("12G")).isEqualTo("11 GB");

        ownUse = MemorySize.parse("8G").bytes();

        assertThat(at("4G")).isEqualTo("11 GB");
    }

    @Test
    void it_falls_at_once_and_rises_only_when_there_is_clearly_more() {
        assertThat(at("9G")).isEqualTo("8 GB");
        assertThat(at("8.9G")).isEqualTo("7 GB");
        assertThat(at("9.1G")).isEqualTo("7 GB");
        assertThat(at("9.4G")).isEqualTo("7 GB");
        assertThat(at("9.5G")).isEqualTo("8 GB");
        assertThat(at("9G")).isEqualTo("8 GB");
    }

    @Test
    void a_full_machine_still_offers_a_little_and_an_empty_one_not_all() {
        assertThat(at("100M")).isEqualTo("2 GB");
        assertThat(at("64G")).isEqualTo("14 GB");
        assertThat(spare.most()).hasToString("14 GB");
    }

    @Test
    void where_the_system_does_not_say_it_stays_as_it_is() {
        assertThat(spare.get()).hasToString("14 GB");
        assertThat(new SpareMemory(MemorySize.ZERO, () -> OptionalLong.of(1), () -> 0).get())
                .isEqualTo(MemorySize.ZERO);
    }
}
