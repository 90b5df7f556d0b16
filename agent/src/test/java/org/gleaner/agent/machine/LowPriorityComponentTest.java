package org.gleaner.agent.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(900)
final class LowPriorityComponentTest {
    private static final Path OWN_GROUP = Path.of("/proc/self/autogroup");

    @Test
    void a_process_that_has_not_left_our_session_is_never_lowered_with_it() throws Exception {
        assumeThat(OWN_GROUP).exists();
        String before = Files.readString(OWN_GROUP);
        Process child = new ProcessBuilder("sleep", "600").start();

        boolean done = LowPriority.lowerSession(child.pid());
        child.destroyForcibly().waitFor();

        assertThat(done).isFalse();
        assertThat(Files.readString(OWN_GROUP)).isEqualTo(before);
    }

    @Test
    void a_session_of_its_own_is_lowered_and_ours_stays() throws Exception {
        assumeThat(OWN_GROUP).exists();
        String before = Files.readString(OWN_GROUP);
        Process child = new ProcessBuilder("setsid", "sleep", "600").start();
        Path group = Path.of("/proc/" + child.pid() + "/autogroup");

        await().atMost(Duration.ofMinutes(5)).until(() -> LowPriority.lowerSession(child.pid()));
        String lowered = Files.readString(group);
        child.destroyForcibly().waitFor();

        assertThat(lowered).endsWith("nice 19\n");
        assertThat(Files.readString(OWN_GROUP)).isEqualTo(before);
    }

    @Test
    void where_threads_hand_on_no_priority_the_system_is_asked_for_each_process() {
        assertThat(String.join(" ", LowPriority.commands("Windows 11", 42).get(0)))
                .isEqualTo("powershell -NoProfile -NonInteractive -Command "
                        + "(Get-Process -Id 42).PriorityClass = 'Idle'");
        assertThat(LowPriority.commands("Mac OS X", 42))
                .extracting(words -> String.join(" ", words))
                .containsExactly("renice -n 20 -p 42", "taskpolicy -b -p 42");
    }

    @Test
    void a_process_that_runs_already_is_lowered() throws Exception {
        Process child = new ProcessBuilder("sleep", "600").start();

        LowPriority.lower(child.pid());
        String stat = Files.readString(Path.of("/proc/" + child.pid() + "/stat"));
        child.destroyForcibly().waitFor();

        // The nineteenth word; the name before it has no blank here.
        assertThat(stat.split(" ", -1)[18]).isEqualTo("19");
    }

    @Test
    void a_process_that_is_gone_is_no_trouble() throws IOException {
        assertThat(LowPriority.lowerSession(Integer.MAX_VALUE)).isFalse();
    }
}
