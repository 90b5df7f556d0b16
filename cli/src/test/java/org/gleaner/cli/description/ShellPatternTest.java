package org.gleaner.cli.description;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.gleaner.cli.verb.SubmitVerb;
import org.gleaner.terminal.argument.ArgumentParser;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.console.CliFailure;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ShellPatternTest {
    @TempDir
    Path directory;

    @BeforeEach
    void files() throws IOException {
        for (String name : List.of("a.txt", "b.txt", "run.sh")) {
            Files.writeString(directory.resolve(name), name);
        }
        assertThat(directory.resolve("run.sh").toFile().setExecutable(true)).isTrue();
    }

    private static Arguments parsed(String... words) throws CliFailure {
        return ArgumentParser.parse(new SubmitVerb().syntax(), List.of(words));
    }

    @Test
    void a_pattern_that_the_shell_expanded_is_recognised() {
        CliFailure failure = catchThrowableOfType(
                CliFailure.class,
                () -> new ShellPattern(directory).check(parsed("--each", "a.txt", "b.txt", "wc", "{}")));

        assertThat(failure.what()).contains("quote it");
        assertThat(failure.next()).contains("--each '*.txt'");
    }

    @Test
    void one_file_and_a_program_of_this_directory_are_no_expansion() {
        assertThatCode(() -> new ShellPattern(directory).check(parsed("--each", "a.txt", "./run.sh", "{}")))
                .doesNotThrowAnyException();
        assertThatCode(() -> new ShellPattern(directory).check(parsed("--in", "run.sh", "./run.sh", "{}")))
                .doesNotThrowAnyException();
    }
}
