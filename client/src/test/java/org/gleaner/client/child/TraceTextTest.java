package org.gleaner.client.child;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

final class TraceTextTest {
    @Test
    void what_all_causes_and_frames_share_is_not_said_again_and_again() {
        String shared = "long".repeat(100_000);
        StackTraceElement[] stack = new StackTraceElement[200];
        Arrays.fill(stack, new StackTraceElement(shared, shared, shared, 1));
        Exception thrown = null;
        for (int i = 0; i < 20; i++) {
            thrown = new IllegalStateException(shared, thrown);
            thrown.setStackTrace(stack);
        }

        assertThat(TraceText.of(thrown))
                .startsWith("java.lang.IllegalStateException: longlong")
                .hasSizeLessThan(250_000);
    }

    @Test
    void it_names_each_cause_and_where_it_was_thrown() {
        Exception thrown = new IllegalStateException("outer", new IllegalArgumentException("inner"));

        assertThat(TraceText.of(thrown))
                .contains("IllegalStateException: outer\n    at " + TraceTextTest.class.getName())
                .contains("\nCaused by: java.lang.IllegalArgumentException: inner\n    at ");
    }
}
