package org.gleaner.agent.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.gleaner.core.node.Abilities;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** What an agent does where there is no sandbox, with programs in the place of bubblewrap that fail in each way. */
@Timeout(900)
final class ConfinementComponentTest {
    private static final String FORBIDDEN = "echo 'No permissions to create new namespace' >&2; exit 1";
    /** Makes a sandbox of the whole machine, and none of ours. */
    private static final String ONLY_OURS_FAILS =
            "case \"$*\" in *'--ro-bind / /'*) exit 0;; esac; echo \"Can't chdir to /task\" >&2; exit 1";

    private static final Fence REQUIRED = new Fence(SandboxMode.REQUIRE, List.of(), List.of());

    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final Logger logger = (Logger) LoggerFactory.getLogger(Confinement.class);

    @TempDir
    private Path directory;

    @BeforeEach
    void listen() {
        lines.start();
        logger.addAppender(lines);
        logger.setLevel(Level.INFO);
    }

    @AfterEach
    void stop() {
        logger.detachAppender(lines);
        logger.setLevel(null);
    }

    @Test
    void a_person_without_bubblewrap_gets_no_sandbox_and_is_told_so() throws Exception {
        assertThat(sandbox(Fence.DEFAULT, false)).isNull();

        assertThat(told())
                .containsExactly("WARN tasks run without a sandbox, as the agent's user: bubblewrap is not installed");
    }

    @Test
    void a_person_who_may_make_no_namespaces_gets_none_either() throws Exception {
        bubblewrap(FORBIDDEN);

        assertThat(sandbox(Fence.DEFAULT, false)).isNull();

        assertThat(told())
                .containsExactly("WARN tasks run without a sandbox, as the agent's user: bubblewrap does not"
                        + " work here: No permissions to create new namespace");
    }

    @Test
    void where_one_could_exist_and_only_ours_fails_nobody_goes_on_without() throws Exception {
        bubblewrap(ONLY_OURS_FAILS);

        assertThatThrownBy(() -> sandbox(Fence.DEFAULT, false))
                .isInstanceOfSatisfying(SandboxUnavailable.class, why -> {
                    assertThat(why.isPossible()).isTrue();
                    assertThat(why).hasMessage("bubblewrap does not work here: Can't chdir to /task");
                });
        assertThat(told()).isEmpty();
    }

    @Test
    void a_bubblewrap_that_fails_without_a_word_is_told_as_such() throws Exception {
        bubblewrap("exit 1");

        assertThatThrownBy(() -> sandbox(REQUIRED, false))
                .isInstanceOf(SandboxUnavailable.class)
                .hasMessage("bubblewrap does not work here: it gave no reason");
    }

    @Test
    void a_full_disk_is_not_taken_for_a_bubblewrap_that_does_not_work() throws Exception {
        bubblewrap("echo '/bin/sh: 1: cannot create x: No space left on device' >&2; exit 1");

        assertThatThrownBy(() -> sandbox(REQUIRED, false))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("No space left on device");
    }

    @Test
    void a_full_disk_is_recognised_also_where_nobody_could_write_that_down() throws Exception {
        Path small = Files.createDirectory(directory.resolve("sandbox"));
        assumeThat(run("mount", "-t", "tmpfs", "-o", "size=16m", "tmpfs", small.toString()))
                .as("only root can mount a small disk to fill it")
                .isZero();
        try {
            bubblewrap("cat /dev/zero >'" + small + "/filling' 2>/dev/null; exit 1");

            assertThatThrownBy(() -> sandbox(REQUIRED, false))
                    .isInstanceOf(IOException.class)
                    .hasMessage("No space left on device");
        } finally {
            run("umount", "-l", small.toString());
        }
    }

    private static int run(String... words) throws Exception {
        return new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }

    @Test
    void who_requires_one_does_not_go_on_without() throws Exception {
        assertThatThrownBy(() -> sandbox(REQUIRED, false))
                .isInstanceOf(SandboxUnavailable.class)
                .hasMessage("bubblewrap is not installed");

        bubblewrap(FORBIDDEN);

        assertThatThrownBy(() -> sandbox(REQUIRED, false))
                .isInstanceOf(SandboxUnavailable.class)
                .hasMessageContaining("No permissions");
    }

    @Test
    void root_goes_on_without_one_only_if_told_to() throws Exception {
        assertThatThrownBy(() -> sandbox(Fence.DEFAULT, true)).isInstanceOf(SandboxUnavailable.class);
        bubblewrap(FORBIDDEN);
        assertThatThrownBy(() -> sandbox(Fence.DEFAULT, true))
                .isInstanceOf(SandboxUnavailable.class)
                .hasMessageContaining("setpriv");

        assertThat(sandbox(Fence.NONE, true)).isNull();

        assertThat(told()).containsExactly("WARN tasks run without a sandbox, as the agent's user (--sandbox off)");
    }

    @Test
    void who_has_none_does_not_claim_to_confine_its_tasks() {
        assertThat(Confinement.NONE.enforced()).doesNotContain(Abilities.SANDBOX);
    }

    private @Nullable Bubblewrap sandbox(Fence fence, boolean root) throws Exception {
        return Confinement.sandbox(fence, directory.resolve("sandbox"), root, directory.toString());
    }

    private List<String> told() {
        return lines.list.stream()
                .map(line -> line.getLevel() + " " + line.getFormattedMessage())
                .toList();
    }

    private void bubblewrap(String line) throws IOException {
        Path program = Files.writeString(directory.resolve("bwrap"), "#!/bin/sh\n" + line + "\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
