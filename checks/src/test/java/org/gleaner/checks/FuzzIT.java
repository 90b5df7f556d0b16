package org.gleaner.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The short form of the fuzzing that docs/TESTING.md tells about, always with the same seeds. */
class FuzzIT {
    private static final Path LAUNCHER =
            Path.of(System.getProperty("gleaner.root", "..")).resolve("gleaner").toAbsolutePath();

    @TempDir
    Path temp;

    @ParameterizedTest
    @CsvSource({"http,--requests,2000", "files,--seeds,300", "commands,--seeds,300"})
    void damaged_input_breaks_nothing(String what, String flag, String count) throws Exception {
        Shell.Result result = new Shell(temp).with("GLEANER_BUILD", "never").run(LAUNCHER, "fuzz", what, flag, count);

        assertThat(result.out()).endsWith("nothing found\n");
        assertThat(result.exit()).isZero();
    }
}
