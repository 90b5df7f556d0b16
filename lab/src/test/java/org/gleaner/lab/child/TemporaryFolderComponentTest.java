package org.gleaner.lab.child;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is left of a folder when the process that made it has ended. */
final class TemporaryFolderComponentTest {
    @TempDir
    private Path temp;

    /** The process: makes a folder with something in it, keeps it if told so, and ends. */
    public static void main(String[] words) throws IOException {
        TemporaryFolder folder = new TemporaryFolder(() -> List.of(words).contains("keep"));
        Files.writeString(folder.file("found"), "something", UTF_8);
        System.out.println(folder.file(""));
    }

    @Test
    void a_folder_goes_with_its_process() throws Exception {
        assertThat(folderOfAnEndedProcess("go")).doesNotExist();
    }

    @Test
    void a_folder_that_is_kept_outlives_its_process() throws Exception {
        assertThat(folderOfAnEndedProcess("keep").resolve("found")).hasContent("something");
    }

    private Path folderOfAnEndedProcess(String word) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Djava.io.tmpdir=" + temp,
                        "-cp",
                        System.getProperty("java.class.path"),
                        TemporaryFolderComponentTest.class.getName(),
                        word)
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
        assertThat(process.waitFor()).as(said).isZero();
        return Path.of(said);
    }
}
