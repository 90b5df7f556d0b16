package org.gleaner.core.job;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class CutTextTest {
    @Test
    void a_character_of_two_units_is_left_out_rather_than_torn() {
        String face = Character.toString(0x1F600);

        assertThat(CutText.to(3, "ab" + face)).isEqualTo("ab");
        assertThat(CutText.to(4, "ab" + face)).isEqualTo("ab" + face);
        assertThat(CutText.marked(4, "ab" + face + "c")).isEqualTo("ab…");
        assertThat(CutText.to(0, face)).isEmpty();
    }

    @Test
    void what_is_short_enough_stays() {
        assertThat(CutText.marked(3, "abc")).isEqualTo("abc");
        assertThat(CutText.marked(3, "abcd")).isEqualTo("ab…");
    }
}
