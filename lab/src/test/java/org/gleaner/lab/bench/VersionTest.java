package org.gleaner.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Exit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VersionTest {
    private static final String PROGRAM = "org/gleaner/cli/GleanerMain.class";

    @TempDir
    Path folder;

    private Path jar(String name, String... entries) throws IOException {
        Path jar = folder.resolve(name);
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar))) {
            for (String entry : entries) {
                out.putNextEntry(new ZipEntry(entry));
            }
        }
        return jar;
    }

    private static void refused(Path file, String why) {
        assertThatThrownBy(() -> Version.of(file))
                .isInstanceOfSatisfying(
                        CliFailure.class, failure -> assertThat(failure.exit()).isEqualTo(Exit.USAGE))
                .hasMessageContaining("--against can't use")
                .hasMessageContaining(why);
    }

    @Test
    void a_file_that_is_missing_or_no_jar_is_a_mistake_of_the_caller() throws IOException {
        refused(folder.resolve("none.jar"), "There is no such file");
        refused(Files.writeString(folder.resolve("text.jar"), "not a jar"), "It can't be read as a jar");
        refused(folder, "It is a directory");
    }

    @Test
    void a_jar_of_something_else_is_refused() throws IOException {
        refused(jar("other.jar", "a/B.class"), "something else");
    }

    @Test
    void a_version_without_its_laboratory_is_refused() throws IOException {
        Path jar = jar("gleaner.jar", PROGRAM);
        refused(jar, "there is no gleaner-lab.jar beside it");

        jar("gleaner-lab.jar", "a/B.class");
        refused(jar, "there is no gleaner-lab.jar beside it");
    }

    @Test
    void a_version_is_its_program_and_its_laboratory() throws Exception {
        Path jar = jar("gleaner.jar", PROGRAM);
        Path lab = jar("gleaner-lab.jar", "org/gleaner/lab/LabMain.class");

        assertThat(Version.of(jar)).isEqualTo(new Version(jar, lab));
    }

    @Test
    void an_old_version_has_its_benchmarks_inside() throws Exception {
        Path jar = jar("gleaner.jar", PROGRAM, "org/gleaner/cli/bench/BenchVerb.class");

        assertThat(Version.of(jar)).isEqualTo(new Version(jar, null));
    }
}
