package org.gleaner.agent.sandbox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunningSandboxesTest {
    @TempDir
    private Path processes;

    @Test
    void a_user_has_one_where_an_agents_sandbox_runs_for_that_user_and_nobody_else_has() throws IOException {
        process(1, 0, "/sbin/init");
        process(20, 1001, "bwrap", "--die-with-parent", "--unshare-pid", "--bind", "/home/x/work/files", "/task", "--");
        process(21, 1002, "bwrap", "--die-with-parent", "--bind", "/home/y", "/app", "--", "viewer", "/task");

        RunningSandboxes seen = new RunningSandboxes(processes);

        assertThat(seen.mayBelongTo(1001)).isTrue();
        assertThat(seen.mayBelongTo(1002)).isFalse();
        assertThat(seen.mayBelongTo(0)).isFalse();
    }

    @Test
    void where_other_users_processes_are_hidden_everybody_may_have_one() throws IOException {
        process(20, 1001, "java", "-jar", "gleaner.jar", "agent");

        assertThat(new RunningSandboxes(processes).mayBelongTo(1002)).isTrue();
    }

    private void process(long pid, long user, String... words) throws IOException {
        Path directory = Files.createDirectory(processes.resolve(Long.toString(pid)));
        Files.write(directory.resolve("cmdline"), (String.join("\0", words) + "\0").getBytes(UTF_8));
        Files.writeString(directory.resolve("status"), "Name:\tx\nUid:\t" + user + "\t0\t0\t0\nGid:\t0\n");
    }
}
