package org.gleaner.protocol.thread;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who is started in the place of a killed process waits until that is gone. */
final class ExclusiveFileTest {
    private final AtomicInteger pauses = new AtomicInteger();

    @Test
    void a_holder_that_is_dying_is_waited_for() throws Exception {
        assertThat(ExclusiveFile.take(() -> pauses.get() == 7, pauses::incrementAndGet))
                .isTrue();
    }

    @Test
    void a_holder_that_lives_is_not_waited_for_without_end() throws Exception {
        assertThat(ExclusiveFile.take(() -> false, pauses::incrementAndGet)).isFalse();

        assertThat(pauses).hasValue(ExclusiveFile.TRIES - 1);
    }

    @Test
    void the_own_process_has_it_only_once(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("lock");
        try (FileChannel first = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileChannel second = FileChannel.open(file, StandardOpenOption.WRITE)) {
            assertThat(ExclusiveFile.take(first)).isTrue();
            assertThat(ExclusiveFile.take(second)).isFalse();
            assertThat(ExclusiveFile.takeNow(second)).isFalse();
            assertThat(ExclusiveFile.holder(file))
                    .isIn("", " (process " + ProcessHandle.current().pid() + ")");
        }
    }
}
