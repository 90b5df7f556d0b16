package org.gleaner.lab.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Exit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnProgramTest {
    @Test
    void commands_are_written_as_one_would_type_them() {
        assertThat(OwnProgram.written(List.of("submit", "--array", "1-9", "sh", "tile.sh", "{}")))
                .isEqualTo("submit --array 1-9 sh tile.sh {}");
        assertThat(OwnProgram.written(List.of("run", "--shell", "echo it's $HOME", "")))
                .isEqualTo("run --shell 'echo it'\\''s $HOME' ''");
    }

    @Test
    void directory_of_the_demo_is_new_and_its_owner_s_alone(@TempDir Path parent) throws IOException {
        Path first = DemoVerb.freshDirectory(parent);
        Path second = DemoVerb.freshDirectory(parent);

        assertThat(first).isNotEqualTo(second);
        assertThat(Files.getPosixFilePermissions(second))
                .containsExactlyInAnyOrder(
                        PosixFilePermission.OWNER_READ,
                        PosixFilePermission.OWNER_WRITE,
                        PosixFilePermission.OWNER_EXECUTE);
    }

    @Test
    void promise_that_does_not_hold_ends_the_demo_with_1() throws CliFailure {
        Broken.unless(true, "A tile is missing.", "There is no 7.", Path.of("/tmp/demo"));

        assertThatThrownBy(() -> Broken.unless(false, "A tile is missing.", "There is no 7.", Path.of("/tmp/demo")))
                .isInstanceOfSatisfying(CliFailure.class, failure -> {
                    assertThat(failure.exit()).isEqualTo(Exit.FAILED);
                    assertThat(failure.what()).isEqualTo("A tile is missing.");
                    assertThat(failure.next()).contains("/tmp/demo");
                });
    }
}
