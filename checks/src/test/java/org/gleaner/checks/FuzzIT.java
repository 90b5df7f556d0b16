package org.gleaner.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The short form of the fuzzing that docs/TESTING.md tells about, always with the same seeds. */
class FuzzIT {
    @TempDir
    Path temp;

    /** Of archives those seeds, among which are some that find the leak of 0.1: ArchivesFuzzTest plants it. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "http --requests 500",
                "files --seeds 75",
                "archives --from-seed 801 --seeds 500",
                "commands --seeds 75"
            })
    void damaged_input_breaks_nothing(String words) throws Exception {
        Shell.Result result = fuzz(words.split(" ", -1));

        assertThat(result.out()).endsWith("nothing found\n");
        assertThat(result.exit()).isZero();
    }

    private Shell.Result fuzz(String... words) throws Exception {
        List<Object> line = new ArrayList<>(List.of(RealGrid.LAUNCHER, "fuzz"));
        line.addAll(List.of(words));
        return new Shell(temp).with("GLEANER_BUILD", "never").run(line.toArray());
    }
}
