package org.gleaner.agent.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Control groups, played by plain files: what is written where. */
final class LowGroupTest {
    @TempDir
    Path mounts;

    @Test
    void the_thread_that_starts_tasks_goes_into_a_group_that_gives_way() throws Exception {
        Path group = Files.createDirectories(mounts.resolve("cpu/user/gleaner-tasks"));
        Files.writeString(group.resolve("cpu.shares"), "1024");

        LowPriority.enterLowGroup(mounts, new OwnGroups(List.of("4:memory:/", "1:cpu,cpuacct:/user")), "4711");

        assertThat(group.resolve("cpu.shares")).content().isEqualTo("15");
        assertThat(group.resolve("tasks")).content().isEqualTo("4711");
    }

    @Test
    void a_group_that_does_not_decide_about_time_is_left_as_it_is() throws Exception {
        LowPriority.lowerGroup(mounts);

        assertThat(mounts).isEmptyDirectory();
    }

    @Test
    void a_system_with_a_single_tree_is_left_as_it_is() throws Exception {
        LowPriority.enterLowGroup(mounts, new OwnGroups(List.of("0::/user.slice")), "4711");

        assertThat(mounts).isEmptyDirectory();
    }
}
