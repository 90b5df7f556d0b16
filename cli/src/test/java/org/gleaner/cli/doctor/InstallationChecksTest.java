package org.gleaner.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.gleaner.agent.sandbox.SandboxUnavailable;
import org.gleaner.core.job.MemorySize;
import org.junit.jupiter.api.Test;

/** What the doctor makes of this machine. */
final class InstallationChecksTest {
    private static final Path HOME = Path.of("/home/ann/.gleaner");

    private static String umask(String made) {
        return InstallationChecks.umask(PosixFilePermissions.fromString(made))
                .map(InstallationChecksTest::told)
                .orElse("");
    }

    private static String told(Finding one) {
        return one.grade().word() + " " + one.what();
    }

    @Test
    void a_umask_that_lets_others_write_or_its_owner_not_is_told() {
        assertThat(umask("rw-rw-rw-")).startsWith("note the umask lets others change files");
        assertThat(umask("rw-rw-r--")).startsWith("note the umask lets others change files");
        assertThat(umask("rw-r---w-")).startsWith("note the umask lets others change files");
        assertThat(umask("r--r--r--")).startsWith("bad the umask keeps you from writing your own files");
        assertThat(List.of(umask("rw-r--r--"), umask("rw-------"))).containsOnly("");
    }

    @Test
    void a_disk_that_is_nearly_full_is_told_unless_it_is_a_small_one() {
        assertThat(told(InstallationChecks.room(new MemorySize(500L << 20), 100L << 30, HOME)))
                .isEqualTo("note only 500 MB of disk space free for " + HOME);
        assertThat(told(InstallationChecks.room(new MemorySize(500L << 20), 2L << 30, HOME)))
                .startsWith("good ");
        assertThat(told(InstallationChecks.room(new MemorySize(5L << 30), 100L << 30, HOME)))
                .startsWith("good ");
    }

    @Test
    void a_machine_that_can_not_confine_tasks_is_told_with_the_reason_and_the_remedy() {
        Finding none = AgentChecks.without(new SandboxUnavailable("bubblewrap is not installed", false));

        assertThat(told(none)).isEqualTo("note no sandbox for tasks here: bubblewrap is not installed");
        assertThat(none.remedy()).startsWith("Install bubblewrap");
    }
}
