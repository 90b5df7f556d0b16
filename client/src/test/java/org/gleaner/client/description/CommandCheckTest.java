package org.gleaner.client.description;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.gleaner.client.failure.ClientFailure;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CommandCheckTest {
    @TempDir
    Path directory;

    @BeforeEach
    void files() throws IOException {
        for (String name : List.of("sim.py", "a.txt", "b.txt", "run.sh")) {
            Files.writeString(directory.resolve(name), name);
        }
        assertThat(directory.resolve("run.sh").toFile().setExecutable(true)).isTrue();
    }

    @Test
    void a_program_that_travels_and_is_not_executable_is_refused_with_its_remedy() {
        CommandCheck check = new CommandCheck(directory);
        Set<Path> travelling = Set.of(directory.resolve("sim.py"), directory.resolve("run.sh"));

        ClientFailure failure =
                catchThrowableOfType(ClientFailure.class, () -> check.runnable(List.of("./sim.py", "{}"), travelling));

        assertThat(failure.what()).isEqualTo("./sim.py is not executable.");
        assertThat(failure.next()).contains("chmod +x ./sim.py", "`in` ./sim.py python3 ./sim.py", "`no-check`");
        assertThatCode(() -> {
                    check.runnable(List.of("./run.sh"), travelling);
                    check.runnable(List.of("python3", "sim.py"), travelling);
                })
                .doesNotThrowAnyException();
    }
}
