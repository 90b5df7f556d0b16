package org.gleaner.protocol.thread;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Who is started in the place of a killed process waits until that is gone. */
final class ExclusiveFileTest {
    private final AtomicInteger pauses = new AtomicInteger();

    @Test
    void a_holder_that_is_dying_is_waited_for() throws Exception {
        assertThat(ExclusiveFile.take(
                        () -> pauses.get() == 3 * ExclusiveFile.TRIES, () -> true, pauses::incrementAndGet))
                .isTrue();
    }

    @Test
    void a_holder_that_lives_is_not_waited_for_without_end() throws Exception {
        assertThat(ExclusiveFile.take(() -> false, () -> false, pauses::incrementAndGet))
                .isFalse();

        assertThat(pauses).hasValue(ExclusiveFile.TRIES - 1);
    }

    @Test
    void a_holder_that_never_gets_round_to_die_is_not_waited_for_without_end() throws Exception {
        assertThat(ExclusiveFile.take(() -> false, () -> true, pauses::incrementAndGet))
                .isFalse();

        assertThat(pauses).hasValue(ExclusiveFile.TRIES_WHILE_DYING - 1);
    }

    @Test
    @Timeout(120)
    @EnabledOnOs(OS.LINUX)
    void a_process_is_dying_once_it_was_killed_and_not_while_it_works() throws Exception {
        // Its parent never asks how it ended, so the system keeps what is left of it.
        Process parent = new ProcessBuilder("sh", "-c", "sleep 600 & echo $!; exec sleep 600").start();
        try (BufferedReader said = parent.inputReader(UTF_8)) {
            long child = Long.parseLong(said.readLine());
            assertThat(ExclusiveFile.isDying(parent.pid())).isFalse();
            assertThat(ExclusiveFile.isDying(child)).isFalse();

            new ProcessBuilder("kill", "-9", String.valueOf(child)).start().waitFor();

            while (!ExclusiveFile.isDying(child)) {
                Thread.onSpinWait();
            }
        } finally {
            parent.destroyForcibly();
        }
    }

    @Test
    void the_own_process_has_it_only_once(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("lock");
        try (FileChannel first = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileChannel second = FileChannel.open(file, StandardOpenOption.WRITE)) {
            assertThat(ExclusiveFile.take(file, first)).isTrue();
            assertThat(ExclusiveFile.take(file, second)).isFalse();
            assertThat(ExclusiveFile.takeNow(second)).isFalse();
            assertThat(ExclusiveFile.holder(file))
                    .isIn("", " (process " + ProcessHandle.current().pid() + ")");
        }
    }
}
