package org.gleaner.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class DescriptorsTest {
    @Test
    void a_process_that_can_hardly_open_a_file_says_so() {
        assertThat(Descriptors.scarce(100, 1_024)).isEmpty();
        assertThat(Descriptors.scarce(1_000, 1_024))
                .hasValue("it has 1000 files and connections open and may have 1024: calls that need another one fail");
        assertThat(Descriptors.scarce(500, Long.MAX_VALUE)).isEmpty();
    }

    @Test
    void this_process_has_some_left() {
        assertThat(new Descriptors().scarce()).isEmpty();
    }
}
