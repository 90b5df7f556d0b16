package org.gleaner.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.gleaner.core.id.JobId;
import org.gleaner.protocol.message.TaskRow;
import org.gleaner.protocol.message.TaskRow.LastAttempt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Machines whose clocks on the wall are an hour off, in both directions. */
class ClockIT {
    /** For LD_PRELOAD: shifts the clock on the wall and leaves the monotonic one alone. */
    private static final String SHIFTED_CLOCK = """
            #define _GNU_SOURCE
            #include <dlfcn.h>
            #include <stdlib.h>
            #include <sys/time.h>
            #include <time.h>
            int clock_gettime(clockid_t clock, struct timespec *now) {
                static int (*real)(clockid_t, struct timespec *);
                if (!real) real = (int (*)(clockid_t, struct timespec *)) dlsym(RTLD_NEXT, "clock_gettime");
                int result = real(clock, now);
                const char *off = getenv("CLOCK_OFF");
                if (off && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += atol(off);
                return result;
            }
            int gettimeofday(struct timeval *now, void *zone) {
                struct timespec exact;
                int result = clock_gettime(CLOCK_REALTIME, &exact);
                (void) zone;
                now->tv_sec = exact.tv_sec;
                now->tv_usec = exact.tv_nsec / 1000;
                return result;
            }
            time_t time(time_t *copy) {
                struct timespec exact;
                clock_gettime(CLOCK_REALTIME, &exact);
                if (copy) *copy = exact.tv_sec;
                return exact.tv_sec;
            }
            """;

    @TempDir
    Path temp;

    private RealGrid grid = new RealGrid(Path.of("unset"));

    @AfterEach
    void kill_everything() throws Exception {
        grid.killAll();
    }

    @Test
    void agents_whose_clocks_are_an_hour_off_work_as_others_and_times_are_the_servers() throws Exception {
        assumeTrue(canShiftClocks(), "skipped: no C compiler to make another clock with");
        Instant before = Instant.now().minusSeconds(5);
        grid = new RealGrid(temp).startServer();
        startAgent("ahead", "3600");
        startAgent("behind", "-3600");
        RealGrid.until(
                "both are there", () -> grid.calls().nodes().get().nodes().size() == 2);

        JobId job = grid.submit("--copies", "1", "--array", "1-6", "--time", "30s", "sleep", "1");
        grid.untilDone(job);

        assertThat(grid.tasks(job)).hasSize(6).allSatisfy(row -> {
            assertThat(row.attempts()).isEqualTo(1);
            assertThat(last(row).assigned()).isBetween(before, Instant.now().plusSeconds(5));
            assertThat(last(row).ended()).isBetween(before, Instant.now().plusSeconds(5));
            assertThat(last(row).usage().run()).isBetween(Duration.ofMillis(900), Duration.ofSeconds(30));
        });
        assertThat(grid.tasks(job).stream().map(row -> last(row).node()).distinct())
                .hasSize(2);
    }

    private static LastAttempt last(TaskRow row) {
        return Objects.requireNonNull(row.last(), "every task was tried");
    }

    /** Only the clock on the wall is another one; time passes as it does elsewhere. */
    private void startAgent(String name, String seconds) throws IOException {
        grid.startAgentBehind(name, 1, "env", "LD_PRELOAD=" + temp.resolve("clock.so"), "CLOCK_OFF=" + seconds);
    }

    private boolean canShiftClocks() throws IOException, InterruptedException {
        Files.writeString(temp.resolve("clock.c"), SHIFTED_CLOCK);
        return new Shell(temp)
                        .run("sh", "-c", "gcc -shared -fPIC -o clock.so clock.c -ldl")
                        .exit()
                == 0;
    }
}
