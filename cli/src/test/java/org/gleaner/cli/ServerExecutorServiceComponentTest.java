package org.gleaner.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.gleaner.client.Gleaner;
import org.gleaner.client.executor.ExecutorOptions;
import org.gleaner.client.executor.GridExecutor;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** Calls in JVMs of an agent, by a real server. */
final class ServerExecutorServiceComponentTest implements ExecutorServiceContract {
    @TempDir
    static Path root;

    private static TestGrid grid;
    private static Gleaner gleaner;

    @BeforeAll
    static void start() throws Exception {
        grid = new TestGrid(root);
        Path data = grid.home().resolve("server");
        gleaner = Gleaner.connect(
                Files.readString(data.resolve("address"), UTF_8).strip(),
                Files.readString(data.resolve("admin.token"), UTF_8).strip());
        // However busy the machine is, a call that is told to end gets to tidy up.
        grid.gleaner("set", "kill-grace", "2m");
    }

    @AfterAll
    static void stop() throws Exception {
        gleaner.close();
        grid.stop();
    }

    @Override
    public GridExecutor executor(ExecutorOptions options) {
        return gleaner.executor("contract", options);
    }

    @Override
    public Path place() throws IOException {
        return Files.createTempDirectory(root, "place");
    }
}
