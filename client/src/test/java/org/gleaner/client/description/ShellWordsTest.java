package org.gleaner.client.description;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class ShellWordsTest {
    @Test
    void words_are_split_as_a_shell_does() {
        assertThat(ShellWords.split(" a 'b c' \"d \\\" $e\" f\\ g x'y'z '' # rest"))
                .containsExactly("a", "b c", "d \" $e", "f g", "xyz", "");
        assertThat(ShellWords.split("a#b")).containsExactly("a#b");
        assertThat(ShellWords.split("  ")).isEmpty();
    }
}
