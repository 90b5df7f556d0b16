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
    void a_file_of_the_command_that_does_not_travel_is_named_with_its_remedy() {
        CommandCheck check = new CommandCheck(directory);

        ClientFailure failure = catchThrowableOfType(
                ClientFailure.class, () -> check.leftBehind(List.of("python3", "sim.py", "{}"), Set.of()));

        assertThat(failure.what()).isEqualTo("sim.py would not be sent; add `in` sim.py.");
        assertThat(failure.next()).contains("`no-check`");
    }

    @Test
    void a_file_behind_an_equals_sign_and_a_program_of_this_directory_are_seen_too() {
        CommandCheck check = new CommandCheck(directory);

        assertThat(catchThrowableOfType(
                                ClientFailure.class, () -> check.leftBehind(List.of("x", "--config=a.txt"), Set.of()))
                        .what())
                .contains("a.txt would not be sent");
        assertThat(catchThrowableOfType(ClientFailure.class, () -> check.leftBehind(List.of("./run.sh"), Set.of()))
                        .what())
                .contains("./run.sh would not be sent");
    }

    @Test
    void what_travels_or_is_no_file_or_lies_elsewhere_passes() {
        CommandCheck check = new CommandCheck(directory);

        assertThatCode(() -> check.leftBehind(
                        List.of("a.txt", "sim.py", "none.py", "/bin/sh", "{}"), Set.of(directory.resolve("sim.py"))))
                .doesNotThrowAnyException();
    }

    @Test
    void a_directory_of_the_command_that_does_not_travel_is_named_unless_the_command_makes_it() throws IOException {
        CommandCheck check = new CommandCheck(directory);
        Path file = Files.writeString(
                Files.createDirectory(directory.resolve("data")).resolve("x"), "x");

        ClientFailure failure = catchThrowableOfType(
                ClientFailure.class, () -> check.directoriesLeftBehind(List.of("ls", "data"), Set.of(), List.of()));

        assertThat(failure.what()).isEqualTo("data would not be sent; add `in` data.");
        assertThat(failure.next()).contains("`no-check`");
        assertThatCode(() -> {
                    check.directoriesLeftBehind(List.of("ls", "data"), Set.of(file), List.of());
                    check.directoriesLeftBehind(List.of("mkdir", "data"), Set.of(), List.of("data/{}.txt"));
                    check.directoriesLeftBehind(List.of("find", ".", "/", "..", "none"), Set.of(), List.of());
                })
                .doesNotThrowAnyException();
    }

    @Test
    void a_program_that_travels_and_is_not_executable_is_refused_with_its_remedy() {
        CommandCheck check = new CommandCheck(directory);
        Set<Path> travelling = Set.of(directory.resolve("sim.py"), directory.resolve("run.sh"));

        ClientFailure failure =
                catchThrowableOfType(ClientFailure.class, () -> check.runnable(List.of("./sim.py", "{}"), travelling));

        assertThat(failure.what()).isEqualTo("./sim.py is not executable.");
        assertThat(failure.next()).contains("chmod +x ./sim.py", "`no-check`");
        assertThatCode(() -> {
                    check.runnable(List.of("./run.sh"), travelling);
                    check.runnable(List.of("python3", "sim.py"), travelling);
                })
                .doesNotThrowAnyException();
    }
}
