package org.gleaner.agent.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.gleaner.core.job.MemorySize;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ProcessTableTest {
    private static final String REST = "7 7 7 0 -1 4194304 1 0 0 0 100 50 20 5 20 0 3 0 4242 2998272 408 1 1 1 1";

    @Test
    void reads_what_the_kernel_says_whatever_a_process_calls_itself(@TempDir Path root) throws IOException {
        process(root, 12, "12 (a) R (b) S " + REST, "A=1\0GLEANER_AGENT=abc\0");
        Files.createDirectories(root.resolve("net"));

        assertThat(new ProcessTable(root).read())
                .containsExactly(
                        new ProcessTable.Entry(12, 7, 7, 4242, Duration.ofMillis(1750), new MemorySize(408 * 4096), 3));
    }

    @Test
    void memory_is_counted_in_pages_as_large_as_the_kernel_says(@TempDir Path root) throws IOException {
        process(root, 12, "12 (a) S " + REST, "");
        ByteBuffer told = ByteBuffer.allocate(48).order(ByteOrder.nativeOrder());
        told.putLong(33).putLong(4711).putLong(6).putLong(16384).putLong(0).putLong(0);
        Files.write(Files.createDirectories(root.resolve("self")).resolve("auxv"), told.array());

        assertThat(new ProcessTable(root).read().get(0).resident()).isEqualTo(new MemorySize(408 * 16384));
    }

    @Test
    void page_tables_are_told_beside_what_is_resident(@TempDir Path root) throws IOException {
        process(root, 12, "12 (a) S " + REST, "");
        Files.writeString(root.resolve("12/status"), "Name:\tVmPTE: 9 kB\nVmRSS:\t 10240 kB\nVmPTE:\t  205000 kB\n");
        ProcessTable table = new ProcessTable(root);

        assertThat(table.pageTables(12)).isEqualTo(new MemorySize(205000 * 1024));
        assertThat(table.pageTables(13)).isEqualTo(MemorySize.ZERO);
    }

    @Test
    void zombies_and_what_cannot_be_understood_do_not_count(@TempDir Path root) throws IOException {
        process(root, 12, "12 (dead) Z " + REST, "");
        process(root, 13, "13 nonsense", "");
        Files.createDirectories(root.resolve("14"));

        assertThat(new ProcessTable(root).read()).isEmpty();
    }

    @Test
    void a_variable_must_match_as_a_whole(@TempDir Path root) throws IOException {
        process(root, 12, "", "GLEANER_ATTEMPT=7.3#21\0X=GLEANER_ATTEMPT=7.3#4\0");
        ProcessTable table = new ProcessTable(root);

        assertThat(table.carries(12, "GLEANER_ATTEMPT=7.3#21")).isTrue();
        assertThat(table.carries(12, "GLEANER_ATTEMPT=7.3#2")).isFalse();
        assertThat(table.carries(12, "GLEANER_ATTEMPT=7.3#4")).isFalse();
        assertThat(table.carries(99, "GLEANER_ATTEMPT=7.3#21")).isFalse();
    }

    @Test
    void a_system_without_proc_has_an_empty_table(@TempDir Path root) {
        ProcessTable none = new ProcessTable(root.resolve("none"));

        assertThat(none.read()).isEmpty();
        assertThat(none.now()).isZero();
        assertThat(none.ofEndedChildren()).isZero();
    }

    private static void process(Path root, int pid, String stat, String environ) throws IOException {
        Path directory = Files.createDirectories(root.resolve(Integer.toString(pid)));
        Files.writeString(directory.resolve("stat"), stat + "\n");
        Files.writeString(directory.resolve("environ"), environ);
    }
}
