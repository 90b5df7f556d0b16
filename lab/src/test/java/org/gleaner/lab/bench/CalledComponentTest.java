package org.gleaner.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CalledComponentTest {
    @TempDir
    Path folder;

    @Test
    void tells_what_a_command_printed_and_leaves_nothing_behind() throws IOException, InterruptedException {
        Called called = Called.in(folder, Map.of("WORD", "hay"), List.of("sh", "-c", "echo $WORD; pwd"));

        assertThat(called.out()).isEqualTo("hay\n" + folder.toRealPath() + "\n");
        assertThat(called.seconds()).isPositive();
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void a_command_that_fails_is_told_with_its_last_words() {
        assertThatThrownBy(() -> Called.in(folder, Map.of(), List.of("sh", "-c", "echo gone >&2; exit 3")))
                .isInstanceOf(FleetFailure.class)
                .hasMessage("sh exited with 3 and said: gone");
    }
}
