package org.gleaner.lab.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class StraysComponentTest {
    @Test
    void process_that_works_in_the_directory_is_found_and_killed(@TempDir Path parent)
            throws IOException, InterruptedException {
        Path home = Files.createDirectories(parent.toRealPath().resolve("demo"));
        Path inside = Files.createDirectories(home.resolve("agent-1/run"));
        Path neighbour = Files.createDirectories(parent.resolve("demo-2"));
        Process stray = sleeper(inside);
        Process innocent = sleeper(neighbour);
        try {
            Strays strays = new Strays(home);
            assertThat(strays.find()).extracting(ProcessHandle::pid).containsExactly(stray.pid());

            strays.kill();

            assertThat(strays.find()).isEmpty();
            assertThat(stray.waitFor()).isNotZero();
            assertThat(innocent.isAlive()).isTrue();
        } finally {
            stray.destroyForcibly();
            innocent.destroyForcibly().waitFor();
        }
    }

    private static Process sleeper(Path directory) throws IOException {
        return new ProcessBuilder("sleep", "60").directory(directory.toFile()).start();
    }
}
