package org.gleaner.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessMeterTest {
    @TempDir
    Path proc;

    @Test
    void memory_is_told_in_millions_of_bytes() throws IOException {
        write("7/status", "Name:\tjava\nVmHWM:\t   90000 kB\nVmRSS:\t   73036 kB\nThreads:\t21\n");

        assertThat(new ProcessMeter(7, proc).residentMegabytes()).isEqualTo(74.79, within(0.01));
        assertThat(new ProcessMeter(7, proc).threads()).isEqualTo(21);
    }

    @Test
    void waits_are_those_of_all_threads() throws IOException {
        write("7/task/7/status", "voluntary_ctxt_switches:\t40\nnonvoluntary_ctxt_switches:\t1000\n");
        write("7/task/9/status", "voluntary_ctxt_switches:\t2\nnonvoluntary_ctxt_switches:\t0\n");

        assertThat(new ProcessMeter(7, proc).waits()).isEqualTo(42);
    }

    @Test
    void what_the_kernel_does_not_tell_is_not_taken_for_nothing() throws IOException {
        write("7/status", "Name:\tkthreadd\n");

        assertThatThrownBy(() -> new ProcessMeter(7, proc).residentMegabytes())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("VmRSS");
    }

    private void write(String name, String text) throws IOException {
        Path file = proc.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
