package org.gleaner.lab.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class DictionaryTest {
    @Test
    void a_text_is_repeated_as_often_as_the_number_behind_it_says() {
        assertThat(Dictionary.of("methods")).contains("GET", "M".repeat(9000));
        assertThat(Dictionary.of("ranges")).contains("bytes=" + "0-0,".repeat(500) + "1-1");
    }

    @Test
    void half_of_a_character_survives_being_read() {
        assertThat(Dictionary.of("json texts")).contains("\ud800", "x\ud83d", "\u0000", "\ud83d\ude00");
    }

    @Test
    void a_list_that_is_not_there_is_a_mistake_of_ours() {
        assertThatThrownBy(() -> Dictionary.of("no such list")).isInstanceOf(IllegalStateException.class);
    }
}
