package org.gleaner.agent.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Requirements;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/**
 * The newer kind of control groups, played by plain files, as few test machines have it: what is written where. That a
 * kernel then does what it should is not shown here.
 */
final class ControlGroupsTest {
    private static final String SELF = Long.toString(ProcessHandle.current().pid());

    private Path mounts;
    private Path self;
    private Path own;

    @BeforeEach
    void create(@TempDir Path directory) throws Exception {
        mounts = Files.createDirectories(directory.resolve("cgroup"));
        own = Files.createDirectories(mounts.resolve("system.slice/gleaner-agent.service"));
        Files.writeString(mounts.resolve("cgroup.controllers"), "cpu memory pids\n");
        Files.writeString(own.resolve("cgroup.procs"), SELF + "\n");
        Files.writeString(own.resolve("cgroup.controllers"), "cpu memory pids\n");
        self = Files.writeString(directory.resolve("self"), "0::/system.slice/gleaner-agent.service\n");
    }

    @Test
    void the_agent_makes_room_for_limited_groups_beneath_its_own() throws Exception {
        ControlGroups groups = ControlGroups.open(mounts, self, "gleaner-1", ControlGroups.Weight.LOWEST);

        assertThat(own.resolve("gleaner-1.agent/cgroup.procs")).content().isEqualTo(SELF);
        assertThat(own.resolve("cgroup.subtree_control")).content().isEqualTo("+memory +pids");
        assertThat(own.resolve("gleaner-1/cgroup.subtree_control")).content().isEqualTo("+memory +pids");
        assertThat(groups.roots()).containsExactly(own.resolve("gleaner-1"));
    }

    @Test
    void groups_that_are_to_count_as_one_thread_are_weighed_where_the_kernel_can() throws Exception {
        Path group = Files.createDirectories(own.resolve("gleaner-1"));
        Files.writeString(group.resolve("cpu.weight"), "100");

        ControlGroups usual = ControlGroups.open(mounts, self, "gleaner-1", ControlGroups.Weight.LOWEST);
        assertThat(usual.weighs()).isFalse();
        assertThat(group.resolve("cpu.weight")).content().isEqualTo("100");

        ControlGroups one = ControlGroups.open(mounts, self, "gleaner-1", ControlGroups.Weight.ONE);
        assertThat(one.weighs()).isTrue();
        assertThat(group.resolve("cpu.weight")).content().isEqualTo("33");

        Files.writeString(own.resolve("cgroup.controllers"), "cpuset memory pids\n");
        ControlGroups without = ControlGroups.open(mounts, self, "gleaner-1", ControlGroups.Weight.ONE);
        assertThat(without.weighs()).isFalse();
    }

    @Test
    void an_attempt_gets_its_limit_without_swap_and_dies_as_a_whole() throws Exception {
        ControlGroups groups = ControlGroups.open(mounts, self, "gleaner-1", ControlGroups.Weight.LOWEST);
        Path attempt = Files.createDirectories(own.resolve("gleaner-1/7.3-2"));
        Files.writeString(attempt.resolve("memory.swap.max"), "max");
        Files.writeString(attempt.resolve("memory.oom.group"), "0");

        ControlGroup group = groups.create("7.3-2", new Requirements(2, new MemorySize(1 << 20)));

        assertThat(attempt.resolve("memory.max")).content().isEqualTo("1048576");
        assertThat(attempt.resolve("memory.swap.max")).content().isEqualTo("0");
        assertThat(attempt.resolve("memory.oom.group")).content().isEqualTo("1");
        assertThat(attempt.resolve("pids.max")).content().isEqualTo("2000");
        assertThat(group.members()).containsExactly(attempt.resolve("cgroup.procs"));
    }

    @Test
    void the_kernels_figures_are_read() throws Exception {
        ControlGroup group = ControlGroups.open(mounts, self, "gleaner-1", ControlGroups.Weight.LOWEST)
                .create("7.3-2", new Requirements(1, null));
        Path attempt = own.resolve("gleaner-1/7.3-2");
        boolean before = group.wasShort() || group.reachedLimit() || group.wantedMoreProcesses();

        Files.writeString(attempt.resolve("memory.events"), "low 0\nhigh 0\nmax 12\noom 1\noom_kill 1\n");
        Files.writeString(attempt.resolve("pids.events"), "max 3\n");
        Files.writeString(attempt.resolve("cpu.stat"), "usage_usec 1500\nuser_usec 1000\n");

        assertThat(before).isFalse();
        assertThat(group.wasShort()).isTrue();
        assertThat(group.reachedLimit()).isTrue();
        assertThat(group.wantedMoreProcesses()).isTrue();
        assertThat(group.cpu()).isEqualTo(Duration.ofNanos(1_500_000));
    }

    @Test
    void who_looks_again_and_again_sees_what_has_changed() throws Exception {
        ControlGroup group = ControlGroups.open(mounts, self, "gleaner-1", ControlGroups.Weight.LOWEST)
                .create("7.3-2", new Requirements(1, null))
                .watched();
        Path attempt = own.resolve("gleaner-1/7.3-2");
        int unknown = group.threads();
        Files.writeString(attempt.resolve("pids.current"), "3\n");
        Files.writeString(attempt.resolve("cgroup.procs"), "4711\n");
        int threads = group.threads();
        int processes = group.count();
        Files.writeString(attempt.resolve("pids.current"), "2\n");
        // Another file, as the kernel's tells one who keeps it open what it told before.
        Files.delete(attempt.resolve("cgroup.procs"));
        Files.writeString(attempt.resolve("cgroup.procs"), "4711\n4712\n");

        assertThat(unknown).as("nobody is alone if the kernel does not say so").isEqualTo(Integer.MAX_VALUE);
        assertThat(threads).isEqualTo(3);
        assertThat(processes).isEqualTo(1);
        assertThat(group.threads()).isEqualTo(2);
        assertThat(group.count()).isEqualTo(2);
    }

    @Test
    void a_group_is_empty_if_it_has_neither_members_nor_groups_below() throws Exception {
        ControlGroup group = ControlGroups.open(mounts, self, "gleaner-1", ControlGroups.Weight.LOWEST)
                .create("7.3-2", new Requirements(1, null));
        Path attempt = own.resolve("gleaner-1/7.3-2");
        boolean unknown = group.isEmpty();
        Files.writeString(attempt.resolve("cgroup.procs"), "4711\n");
        boolean withMember = group.isEmpty();
        Files.writeString(attempt.resolve("cgroup.procs"), "");
        boolean empty = group.isEmpty();
        Files.createDirectory(attempt.resolve("below"));

        assertThat(unknown).isFalse();
        assertThat(withMember).isFalse();
        assertThat(empty).isTrue();
        assertThat(group.isEmpty()).isFalse();
    }

    @Test
    void an_agent_that_started_itself_again_is_already_where_it_should_be() throws Exception {
        ControlGroups.open(mounts, self, "gleaner-1", ControlGroups.Weight.LOWEST);
        Files.writeString(self, "0::/system.slice/gleaner-agent.service/gleaner-1.agent\n");

        ControlGroups again = ControlGroups.open(mounts, self, "gleaner-1", ControlGroups.Weight.LOWEST);

        assertThat(again.roots()).containsExactly(own.resolve("gleaner-1"));
    }

    @Test
    void a_group_that_others_are_in_is_left_alone() throws Exception {
        Files.writeString(own.resolve("cgroup.procs"), SELF + "\n1\n");

        assertThatThrownBy(() -> ControlGroups.open(mounts, self, "gleaner-1", ControlGroups.Weight.LOWEST))
                .isInstanceOf(ControlGroups.NoGroups.class)
                .hasMessageContaining("Delegate=yes");
        assertThat(own.resolve("gleaner-1")).doesNotExist();
    }

    @Test
    void a_system_without_control_groups_says_so() {
        assertThatThrownBy(() ->
                        ControlGroups.open(mounts, mounts.resolve("nothing"), "gleaner-1", ControlGroups.Weight.LOWEST))
                .isInstanceOf(ControlGroups.NoGroups.class)
                .hasMessage("the kernel has no control groups for memory");
    }

    @Test
    void a_group_that_resists_in_all_of_its_trees_is_told_once() throws Exception {
        List<Path> trees = new ArrayList<>();
        for (String tree : List.of("memory", "cpuacct", "pids")) {
            trees.add(Files.createDirectories(mounts.resolve(tree + "/7.3-2")));
            Files.writeString(mounts.resolve(tree + "/7.3-2/cgroup.procs"), "");
        }

        List<String> told = told(
                ControlGroup.class,
                () -> new ControlGroup(trees.get(0), trees.get(1), trees.get(2), null, false).close());

        assertThat(told).singleElement().asString().startsWith("could not remove the control group 7.3-2;");
    }

    @Test
    void groups_that_are_gone_are_nobodys_trouble() throws Exception {
        Path root = Files.createDirectories(mounts.resolve("memory/gleaner-1"));
        Files.createDirectories(root.resolve("7.3-2"));

        List<String> told = told(ControlGroup.class, () -> {
            Files.delete(root.resolve("7.3-2"));
            new ControlGroup(root.resolve("7.3-2"), root.resolve("7.3-3"), null, null, false).close();
        });
        told.addAll(told(ControlGroups.class, () -> ControlGroups.cleanUp(List.of(root, root))));

        assertThat(told).isEmpty();
        assertThat(root).doesNotExist();
    }

    @FunctionalInterface
    private interface Deed {
        void done() throws IOException;
    }

    private static List<String> told(Class<?> by, Deed what) throws IOException {
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        Logger logger = (Logger) LoggerFactory.getLogger(by);
        logger.addAppender(lines);
        try {
            what.done();
        } finally {
            logger.detachAppender(lines);
        }
        return new ArrayList<>(lines.list.stream()
                .filter(line -> line.getLevel().isGreaterOrEqual(Level.WARN))
                .map(ILoggingEvent::getFormattedMessage)
                .toList());
    }
}
