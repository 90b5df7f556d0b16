package org.gleaner.cli.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.gleaner.agent.machine.Machine;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a server must have before it lets anybody's code run beside it. */
final class SandboxedHostTest {
    @TempDir
    private Path data;

    private Path mounts = Path.of("");
    private Path own = Path.of("");

    @BeforeEach
    void kernel() throws IOException {
        mounts = Files.createDirectories(data.resolve("cgroup"));
        own = data.resolve("own");
    }

    private SandboxedHost hosts() throws IOException {
        SandboxedHost hosts = new SandboxedHost(data, SandboxedHost.PATIENCE, mounts, own);
        assumeTrue(
                Machine.isRoot()
                        && !hosts.obstacle().orElse("").contains("bubblewrap")
                        && !hosts.obstacle().orElse("").contains("setpriv"),
                "hosts are confined as another user, which needs root, bubblewrap and setpriv");
        return hosts;
    }

    @Test
    void where_the_kernel_limits_no_groups_of_processes_nothing_is_hosted_and_the_reason_is_told() throws Exception {
        SandboxedHost hosts = hosts();

        assertThat(hosts.obstacle())
                .hasValue("the kernel would not limit the total memory of one host's processes (the kernel has no"
                        + " control groups for memory)");
        assertThatThrownBy(() -> hosts.words(data.resolve("1/files"), data.resolve("1/temporary")))
                .hasMessageContaining("hosts can't be confined: the kernel would not limit");
    }

    /** As newer kernels show it, with these processes in the server's group. */
    private Path unified(String controllers, String members) throws IOException {
        Path group = Files.createDirectories(mounts.resolve("pool.service"));
        Files.writeString(mounts.resolve("cgroup.controllers"), controllers);
        Files.writeString(group.resolve("cgroup.controllers"), controllers);
        Files.writeString(group.resolve("cgroup.procs"), members);
        Files.writeString(own, "0::/pool.service\n");
        return group;
    }

    @Test
    void a_group_that_others_were_in_for_a_while_is_used_when_they_are_gone() throws IOException {
        String self = ProcessHandle.current().pid() + "\n";
        Path group = unified("cpu memory pids\n", self + "1\n");
        SandboxedHost hosts = hosts();
        assertThat(hosts.obstacle().orElse(""))
                .contains("shared with other processes")
                .contains("Delegate=yes");

        Files.writeString(group.resolve("cgroup.procs"), self);

        assertThat(hosts.obstacle()).isEmpty();
    }

    @Test
    void all_hosts_together_take_no_more_of_the_processors_than_one_thread_would() throws IOException {
        unified("cpu memory pids\n", ProcessHandle.current().pid() + "\n");
        SandboxedHost hosts = hosts();

        assertThat(hosts.obstacle()).isEmpty();

        assertThat(weights()).containsExactly("33");
        assertThat(words(hosts)).contains("nice -n 5 ");
    }

    @Test
    void where_the_kernel_weighs_no_groups_each_thread_of_a_host_has_the_lowest_priority() throws IOException {
        unified("cpuset memory pids\n", ProcessHandle.current().pid() + "\n");
        SandboxedHost hosts = hosts();

        assertThat(hosts.obstacle()).isEmpty();

        assertThat(weights()).isEmpty();
        assertThat(words(hosts)).contains("nice -n 19 ");
    }

    /** Of the groups that it made. */
    private List<String> weights() throws IOException {
        List<String> found = new ArrayList<>();
        try (Stream<Path> all = Files.walk(mounts)) {
            for (Path file : all.filter(path -> path.endsWith("cpu.weight")).toList()) {
                found.add(Files.readString(file));
            }
        }
        return found;
    }

    private String words(SandboxedHost hosts) throws IOException {
        Path files = Files.createDirectories(data.resolve("7/files"));
        return String.join(" ", hosts.words(files, Files.createDirectories(data.resolve("7/tmp"))));
    }

    @Test
    void memory_that_is_limited_is_not_enough_as_processes_are_limited_too() throws IOException {
        unified("cpu memory\n", ProcessHandle.current().pid() + "\n");

        assertThat(hosts().obstacle()).hasValue("the kernel would not limit how many processes one starts");
    }

    @Test
    void a_host_is_not_counted_together_with_the_processes_of_tasks_on_the_same_machine() throws IOException {
        unified("cpu memory pids\n", ProcessHandle.current().pid() + "\n");
        Path files = Files.createDirectories(data.resolve("1/files"));
        SandboxedHost hosts = hosts();

        List<String> words = hosts.words(files, Files.createDirectories(data.resolve("1/temporary")));

        // The kernel would count all that their common user has.
        assertThat(words).noneMatch(word -> word.contains("ulimit -u"));
        assertThat(mounts.resolve("pool.service")).isDirectoryRecursivelyContaining("glob:**/pids.max");
    }
}
