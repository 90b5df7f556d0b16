package org.gleaner.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.id.AttemptId;
import org.gleaner.protocol.thread.Vigil;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class DiskThreadTest {
    /** Nobody waits for that here. */
    private static final Duration LONG = Duration.ofDays(1);

    private final BlockingQueue<List<AttemptReport>> kept = new LinkedBlockingQueue<>();
    private @Nullable DiskThread disk;

    @AfterEach
    void close() {
        if (disk != null) {
            disk.close();
        }
    }

    @Test
    void results_that_nobody_waits_for_become_durable_with_the_first_that_is_urgent() throws Exception {
        DiskThread thread = disk(LONG);

        thread.keep(report(1), false);
        thread.keep(report(2), false);
        thread.keep(report(3), true);
        thread.keep(report(4), true);

        assertThat(next()).containsExactly(report(1), report(2), report(3));
        assertThat(next()).containsExactly(report(4));
    }

    @Test
    void one_that_nobody_waits_for_becomes_durable_all_the_same() throws Exception {
        DiskThread thread = disk(Duration.ofMillis(1));

        thread.keep(report(1), false);

        assertThat(next()).containsExactly(report(1));
    }

    @Test
    void what_is_forgotten_was_kept_before() throws Exception {
        DiskThread thread = disk(LONG);

        thread.keep(report(1), false);
        thread.execute(() -> kept.add(List.of()));
        thread.keep(report(2), true);

        assertThat(next()).containsExactly(report(1));
        assertThat(next()).isEmpty();
        assertThat(next()).containsExactly(report(2));
    }

    @Test
    void no_more_become_durable_together_than_the_server_takes_in_one_call() throws Exception {
        DiskThread thread = disk(LONG);

        IntStream.rangeClosed(1, 300).forEach(number -> thread.keep(report(number), false));
        thread.keep(report(301), true);

        assertThat(next()).hasSize(256).startsWith(report(1));
        assertThat(next()).hasSize(45).endsWith(report(301));
    }

    private DiskThread disk(Duration longest) {
        DiskThread made = new DiskThread(Vigil.daemon("disk"), longest, kept::add);
        disk = made;
        return made;
    }

    private List<AttemptReport> next() throws InterruptedException {
        List<AttemptReport> reports = kept.poll(30, TimeUnit.SECONDS);
        assertThat(reports).isNotNull();
        return reports;
    }

    private static AttemptReport report(int ordinal) {
        return AttemptReport.bare(AttemptId.parse("7." + ordinal + "#1"), Outcome.DONE, "");
    }
}
