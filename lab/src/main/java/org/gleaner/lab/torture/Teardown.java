package org.gleaner.lab.torture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.gleaner.lab.child.TemporaryFolder;

/**
 * The end of it, by itself or by Ctrl-C: nothing runs on, nothing stays mounted. If something was found, what the
 * processes said and stored is kept and its place is told. Thread-safe.
 */
final class Teardown {
    /** Databases and logs, also those that are rolled; never a token or a key. */
    private static final Pattern TELLING = Pattern.compile(".*\\.(db|log)([.-].*)?");

    private final Ground ground;
    private final TemporaryFolder folder;
    private final TortureReport report;
    private final AtomicBoolean ended = new AtomicBoolean();

    Teardown(Ground ground, TemporaryFolder folder, TortureReport report) {
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
                                close();
                            }
                        },
                        "torture-end"));
    }

    void end() throws InterruptedException {
        if (!ended.compareAndSet(false, true)) {
            // The process ends within this call, without a word about what the interrupt broke.
            new CountDownLatch(1).await();
        }
        close();
    }

    private void close() {
        boolean keeps = !report.isGood();
        if (keeps) {
            // The disks that they are on may be in memory.
            ground.places().forEach(this::copyEvidence);
        }
        ground.close();
        if (keeps) {
            report.say("logs and databases are kept in " + folder.file("") + "; delete it when you are done");
        } else {
            folder.close();
        }
    }

    /** What can't be read is told, and left. */
    private void copyEvidence(Path place) {
        try (Stream<Path> all = Files.list(place)) {
            Path evidence = folder.folder("evidence").resolve(String.valueOf(place.getFileName()));
            Files.createDirectories(evidence);
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                String name = String.valueOf(file.getFileName());
                if (TELLING.matcher(name).matches()) {
                    Files.copy(file, evidence.resolve(name), StandardCopyOption.REPLACE_EXISTING);
                }
            }
        } catch (IOException unreadable) {
            report.say("not all of " + place + " could be kept: " + unreadable.getMessage());
        }
    }
}
