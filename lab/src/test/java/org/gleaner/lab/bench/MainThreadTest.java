package org.gleaner.lab.bench;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class MainThreadTest {
    @Test
    void only_the_cpu_time_of_main_threads_counts() throws IOException {
        String trace = "{\"metadata\":{\"traceEvents\":[7]},\"traceEvents\":["
                + "{\"name\":\"RunTask\",\"pid\":7,\"tid\":1,\"dur\":900000,\"tdur\":120500,"
                + "\"args\":{\"src\":{\"a\":[1]}}},"
                + "{\"name\":\"RunTask\",\"pid\":7,\"tid\":2,\"dur\":900000,\"tdur\":700000,\"args\":{}},"
                + "{\"name\":\"thread_name\",\"pid\":7,\"tid\":1,\"args\":{\"name\":\"CrRendererMain\"}},"
                + "{\"name\":\"thread_name\",\"pid\":7,\"tid\":2,\"args\":{\"name\":\"Compositor\"}},"
                + "{\"name\":\"RunTask\",\"pid\":8,\"tid\":1,\"tdur\":800000},"
                + "{\"name\":\"RunTask\",\"pid\":7,\"tid\":1,\"tdur\":99000}]}";

        assertThat(MainThread.of(trace.getBytes(UTF_8))).isEqualTo(new MainThread(120.5, 1));
    }

    @Test
    void a_trace_without_a_page_is_no_result() {
        assertThatThrownBy(() -> MainThread.of("{\"traceEvents\":[]}".getBytes(UTF_8)))
                .isInstanceOf(FleetFailure.class);
    }
}
