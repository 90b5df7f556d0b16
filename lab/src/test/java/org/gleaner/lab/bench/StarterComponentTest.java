package org.gleaner.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StarterComponentTest {
    @TempDir
    Path folder;

    @Test
    void starts_a_process_for_each_line() throws IOException, InterruptedException {
        Starter starter = new Starter("xargs", List.of("xargs", "-n", "1", "sh", "-c", "echo $0 >> $HOME/ran"), folder);

        starter.work(3);

        assertThat(folder.resolve("ran")).hasContent("1\n2\n3");
    }

    @Test
    void a_command_that_fails_is_told_with_what_it_said() throws IOException {
        Starter starter = new Starter("xargs", List.of("sh", "-c", "echo no such thing >&2; exit 7"), folder);

        assertThatThrownBy(() -> starter.work(3))
                .isInstanceOf(FleetFailure.class)
                .hasMessageContaining("exited with 7 and said: no such thing");
        assertThat(Files.readString(folder.resolve("lines"))).isEqualTo("1\n2\n3\n");
    }
}
