package org.gleaner.agent.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RunnerFilesTest {
    @TempDir
    private Path root;

    @Test
    void what_a_task_appended_to_the_script_is_not_there_for_the_next_one() throws Exception {
        Workspace workspace = Workspace.createForRunner(root.resolve("runner"));
        try (RunnerFiles files = new RunnerFiles(workspace, List.of(), null)) {
            files.put("first\n".getBytes(UTF_8));
            Files.writeString(workspace.script(), "and something of its own\n", StandardOpenOption.APPEND);

            files.put("second\n".getBytes(UTF_8));
            assertThat(workspace.script()).hasContent("second\n");

            files.put("3\n".getBytes(UTF_8));
            assertThat(workspace.script()).hasContent("3\n");
        }
    }
}
