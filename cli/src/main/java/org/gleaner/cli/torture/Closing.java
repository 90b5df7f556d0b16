package org.gleaner.cli.torture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.gleaner.cli.child.TemporaryFolder;

/** The end of it, by itself or by Ctrl-C: nothing runs on, nothing stays mounted. Thread-safe. */
final class Closing {
    private static final int MOST_TRIES = 50;
    private static final long PAUSE_NANOS = 100_000_000L;

    private final Ground ground;
    private final TemporaryFolder folder;
    private final TortureReport report;
    private final AtomicBoolean ended = new AtomicBoolean();

    Closing(Ground ground, TemporaryFolder folder, TortureReport report) {
        this.ground = ground;
        this.folder = folder;
        this.report = report;
    }

    Ground ground() {
        return ground;
    }

    /** From now on the end of this process, whatever its cause, is the end of all that it started. */
    void onInterrupt() {
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            if (ended.compareAndSet(false, true)) {
                                report.hush();
                                ground.close();
                                remove();
                            }
                        },
                        "torture-end"));
    }

    /** @param keeps whether somebody will want to look at what the processes said and stored */
    void end(boolean keeps) throws IOException, InterruptedException {
        if (!ended.compareAndSet(false, true)) {
            // The process ends within this call, without a word about what the interrupt broke.
            new CountDownLatch(1).await();
        }
        if (keeps) {
            // The disk that they are on may be one in memory.
            copyEvidence();
        }
        ground.close();
        if (!keeps) {
            remove();
        }
    }

    /** Who is interrupted may still be writing; what can't be removed even so is a temporary file. */
    private void remove() {
        for (int tries = 0; tries < MOST_TRIES; tries++) {
            try {
                folder.close();
                return;
            } catch (UncheckedIOException busy) {
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    private void copyEvidence() throws IOException {
        Path evidence = folder.folder("evidence");
        List<Path> files;
        try (Stream<Path> all = Files.list(ground.data())) {
            files = all.filter(Files::isRegularFile)
                    .filter(file -> !file.toString().endsWith(".token"))
                    .toList();
        }
        for (Path file : files) {
            Files.copy(file, evidence.resolve(String.valueOf(file.getFileName())), StandardCopyOption.REPLACE_EXISTING);
        }
    }
}
