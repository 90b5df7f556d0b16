package org.gleaner.protocol.wording;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class QuotedTest {
    @Test
    void words_that_a_shell_would_split_or_change_are_quoted() {
        assertThat(Quoted.words(List.of("gleaner", "server", "--data", "/srv/gleaner")))
                .isEqualTo("gleaner server --data /srv/gleaner");
        assertThat(Quoted.words(List.of("--data", "/my data", "it's", "a?b&c", "")))
                .isEqualTo("--data '/my data' 'it'\\''s' 'a?b&c' ''");
    }
}
