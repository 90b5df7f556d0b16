package org.gleaner.server.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** JVMs that open a data directory and are killed. */
final class NativeLibraryComponentTest {
    @TempDir
    private Path root;

    /** Opens a store and ends as one that is killed. */
    static final class Killed {
        private Killed() {}

        public static void main(String[] words) throws StoreUnusable {
            SqlStore open = SqlStore.open(Path.of(words[0]));
            Runtime.getRuntime().halt(open.history() == null ? 1 : 9);
        }
    }

    private int run(Path data, Path temporary) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Djava.io.tmpdir=" + temporary,
                        "-cp",
                        System.getProperty("java.class.path"),
                        Killed.class.getName(),
                        data.toString())
                .redirectErrorStream(true)
                .redirectOutput(root.resolve("said").toFile())
                .start();
        return process.waitFor();
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void servers_that_are_killed_leave_one_library_in_all_and_none_among_temporary_files() throws Exception {
        Path data = root.resolve("data");
        Path temporary = Files.createDirectories(root.resolve("tmp"));

        for (int i = 0; i < 3; i++) {
            assertThat(run(data, temporary)).as(said()).isEqualTo(9);
        }

        assertThat(names(temporary)).noneMatch(name -> name.startsWith("sqlite"));
        Path folder = data.resolve(NativeLibrary.FOLDER);
        assertThat(names(folder)).containsExactly(System.mapLibraryName("sqlitejdbc"));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
                .isEqualTo("rwx------");
    }

    @Test
    void where_the_data_directory_can_not_have_it_the_driver_finds_another_place() throws Exception {
        Path data = Files.createDirectories(root.resolve("data"));
        Path temporary = Files.createDirectories(root.resolve("tmp"));
        Files.writeString(data.resolve(NativeLibrary.FOLDER), "in the way", UTF_8);

        assertThat(run(data, temporary)).as(said()).isEqualTo(9);

        assertThat(names(temporary)).anyMatch(name -> name.startsWith("sqlite"));
    }

    private String said() throws IOException {
        Path said = root.resolve("said");
        return Files.exists(said) ? Files.readString(said, UTF_8) : "";
    }
}
