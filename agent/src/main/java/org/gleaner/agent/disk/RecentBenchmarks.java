package org.gleaner.agent.disk;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The last benchmarks of this machine, on disk because an agent starts when the machine does, which is when it has most
 * to do. The least of them counts: whatever disturbs a measurement makes it longer, nothing makes it shorter than the
 * machine can. One that has become slower for good is believed after as many measurements as are kept. Thread-safe.
 */
public final class RecentBenchmarks {
    private static final Logger LOG = LoggerFactory.getLogger(RecentBenchmarks.class);
    private static final int KEPT = 5;

    private final Path file;
    private final String machine;
    private final ArrayDeque<Long> recent = new ArrayDeque<>();

    RecentBenchmarks(Path file) {
        this(file, MachineMark.ofThisMachine());
    }

    /** @param machine tells it from others: a copied disk says nothing about the machine it is in now */
    RecentBenchmarks(Path file, String machine) {
        this.file = file;
        this.machine = machine;
        try {
            List<String> lines = Files.readAllLines(file, UTF_8);
            if (!lines.isEmpty() && lines.get(0).equals(machine)) {
                lines.stream().skip(1).limit(KEPT).forEach(line -> recent.add(Math.max(1, Long.parseLong(line))));
            }
        } catch (NoSuchFileException first) {
            // Nothing was measured here yet.
        } catch (IOException | NumberFormatException damaged) {
            recent.clear();
        }
    }

    /** Takes in one more and returns what the machine can do. */
    public synchronized Duration with(Duration measured) {
        if (recent.size() == KEPT) {
            recent.removeFirst();
        }
        recent.addLast(measured.toMillis());
        StringBuilder text = new StringBuilder(machine).append('\n');
        recent.forEach(millis -> text.append(millis).append('\n'));
        try {
            Durable.write(file, text.toString());
        } catch (IOException failed) {
            LOG.debug("could not save a benchmark: {}", failed.toString());
        }
        return Duration.ofMillis(Collections.min(recent));
    }
}
