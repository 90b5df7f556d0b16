package org.gleaner.client.executor;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ServerExecutorsTest {
    @TempDir
    Path home;

    @Test
    void a_program_that_knows_no_server_is_told_the_three_ways_to_name_one() {
        for (Map<String, String> environment : List.of(
                Map.<String, String>of(),
                Map.of("GLEANER_URL", "http://127.0.0.1:8080"),
                Map.of("GLEANER_URL", "127.0.0.1:8080", "GLEANER_TOKEN", "x"))) {
            assertThatThrownBy(() -> ServerExecutors.configured(home, environment))
                    .as(environment.toString())
                    .isInstanceOf(GridException.class)
                    .hasMessageContaining("set the variables GLEANER_URL and GLEANER_TOKEN")
                    .hasMessageContaining("'gleaner login URL'")
                    .hasMessageContaining("Gleaner.connect(address, token)");
        }
    }
}
