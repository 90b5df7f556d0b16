package org.gleaner.core.grid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AllowedValuesTest {
    @Test
    void whatever_is_offered_for_a_setting_is_taken() {
        for (Setting setting : Setting.values()) {
            AllowedValues allowed = setting.allowed();
            List<String> offered = new ArrayList<>(allowed.words());
            offered.add(allowed.least());
            offered.add(allowed.most());
            offered.removeIf(String::isEmpty);

            assertThat(offered)
                    .allSatisfy(value -> assertThatCode(() -> setting.check(value))
                            .as(setting.word() + " " + value)
                            .doesNotThrowAnyException());
        }
    }

    @Test
    void every_default_is_among_what_is_offered() {
        for (Setting setting : Setting.values()) {
            AllowedValues allowed = setting.allowed();
            String pattern = allowed.form().pattern();

            assertThat(allowed.words().contains(setting.preset())
                            || (allowed.form() != AllowedValues.Form.WORD
                                    && (pattern.isEmpty() || setting.preset().matches(pattern))))
                    .as(setting.word())
                    .isTrue();
        }
    }
}
