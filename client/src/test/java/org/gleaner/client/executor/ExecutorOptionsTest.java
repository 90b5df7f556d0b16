package org.gleaner.client.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.gleaner.client.Gleaner;
import org.gleaner.core.job.CommandLine;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.RuntimeVersion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ExecutorOptionsTest {
    @TempDir
    Path here;

    private JobSpec spec(ExecutorOptions options) throws Exception {
        return ExecutorJob.of("pi", options, here).with(List.of(), 21);
    }

    @Test
    void an_executor_without_options_is_a_growing_job_that_needs_java() throws Exception {
        JobSpec spec = spec(ExecutorOptions.usual());

        assertThat(spec.isGrowing()).isTrue();
        assertThat(spec.type()).isEqualTo("pi");
        assertThat(spec.needs().platform().runtimes()).containsExactly(new RuntimeVersion("java", "21"));
        assertThat(spec.limits().maxFailures()).isEqualTo(1);
    }

    @Test
    void options_are_those_of_a_job() throws Exception {
        Files.writeString(here.resolve("scene.txt"), "a cube");

        JobSpec spec = spec(ExecutorOptions.usual()
                .memory("2G")
                .cores(2)
                .time(Duration.ofMillis(1_500))
                .priority(5)
                .weight(3)
                .needs("python:3.9")
                .needs("blender")
                .tag("lab=3")
                .file("scene.txt")
                .variable("MODE", "fast")
                .jvm("-Xss4m")
                .with("network")
                .with("copies", "1"));

        assertThat(spec.needs().memory()).isEqualTo(new MemorySize(2L << 30));
        assertThat(spec.limits().time()).isEqualTo(Duration.ofSeconds(2));
        assertThat(spec.limits().copies()).isEqualTo(1);
        assertThat(spec.turn().priority()).isEqualTo(5);
        assertThat(spec.turn().weight()).isEqualTo(3);
        assertThat(spec.needs().platform().runtimes()).hasSize(3);
        assertThat(spec.needs().platform().tags()).containsExactly("lab=3");
        assertThat(spec.inputs()).extracting(InputFile::path).containsExactly("scene.txt");
        assertThat(spec.workplace().variables()).containsEntry("MODE", "fast");
        assertThat(spec.workplace().network()).isTrue();
        assertThat(((CommandLine.Words) spec.command()).words())
                .contains("-XX:ActiveProcessorCount=2", "-Xmx1572864k", "-Xss4m")
                .doesNotContain("-XX:+UseSerialGC");
    }

    @Test
    void what_makes_no_sense_is_refused_where_the_executor_is_made() {
        try (Gleaner grid = Gleaner.local()) {
            assertRefused(grid, ExecutorOptions.usual().memory("lots"), "Invalid value for 'memory'");
            assertRefused(grid, ExecutorOptions.usual().cores(0), "Invalid value for 'cores'");
            assertRefused(grid, ExecutorOptions.usual().weight(0), "The weight is a number from 1");
            assertRefused(grid, ExecutorOptions.usual().file("missing.txt"), "missing.txt");
            assertRefused(grid, ExecutorOptions.usual().file("no such"), "There is no 'no such' here.");
            assertRefused(grid, ExecutorOptions.usual().with("array", "1-9"), "no option 'array'");
            assertRefused(
                    grid, ExecutorOptions.usual().with("speed", "9"), "no option 'speed'. There are arch, at-most, ");
            assertRefused(
                    grid,
                    ExecutorOptions.usual().with("memroy", "2G"),
                    "no option 'memroy'. Did you mean 'memory'? There are arch, at-most, ");
        }
    }

    private static void assertRefused(Gleaner grid, ExecutorOptions options, String text) {
        assertThatThrownBy(() -> grid.executor("pi", options))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(text);
    }

    @Test
    void a_file_that_would_replace_one_of_the_executor_is_refused() throws Exception {
        Files.writeString(here.resolve("calls"), "mine");

        assertThatThrownBy(() -> spec(ExecutorOptions.usual().file("calls")))
                .hasMessageContaining("in the way of a file of the executor");
    }
}
