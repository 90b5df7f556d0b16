package org.gleaner.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.gleaner.client.Gleaner;
import org.gleaner.client.executor.ExecutorOptions;
import org.gleaner.client.executor.GridExecutor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** Calls in threads of this JVM. */
final class LocalExecutorServiceTest implements ExecutorServiceContract {
    @TempDir
    Path root;

    private final Gleaner gleaner = Gleaner.local();

    @Override
    public GridExecutor executor(ExecutorOptions options) {
        return gleaner.executor("contract", options);
    }

    @Override
    public Path place() throws IOException {
        return Files.createTempDirectory(root, "place");
    }

    @AfterEach
    void close() {
        gleaner.close();
    }
}
