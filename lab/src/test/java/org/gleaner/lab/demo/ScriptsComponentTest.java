package org.gleaner.lab.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The scripts that the demo sends around, run by hand. */
class ScriptsComponentTest {
    @TempDir
    Path directory = Path.of("");

    @Test
    void tile_is_computed_and_can_be_read() throws IOException, InterruptedException {
        assertThat(run("tile.sh", "1", "1").exit()).isZero();

        Tile tile = Tile.parse(Files.readAllBytes(directory.resolve("tile.ppm")));

        assertThat(tile.mean(0, 1, 0, 1)).isNotEqualTo(tile.mean(0, 3, 0, 3)).isNotZero();
    }

    @Test
    void every_fourth_table_meets_the_bug_and_the_fixed_script_serves_it() throws IOException, InterruptedException {
        assertThat(run("share.sh", "3").exit()).isZero();
        Ran failed = run("share.sh", "4");
        assertThat(failed.exit()).isNotZero();
        assertThat(failed.output()).contains("division by");

        Files.writeString(directory.resolve("share.sh"), script("share.sh").replaceFirst("% 4", "% 4 + 1"));

        assertThat(start("share.sh", "4").exit()).isZero();
        assertThat(directory.resolve("share.txt")).hasContent("table 4: 1000 apples each");
    }

    private record Ran(int exit, String output) {}

    private Ran run(String script, String... words) throws IOException, InterruptedException {
        Files.writeString(directory.resolve(script), script(script));
        return start(script, words);
    }

    private Ran start(String script, String... words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("sh", script));
        command.addAll(List.of(words));
        Process process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ran(process.waitFor(), output);
    }

    private static String script(String name) throws IOException {
        try (InputStream script = Stage.class.getResourceAsStream(name)) {
            assertThat(script).as(name).isNotNull();
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
