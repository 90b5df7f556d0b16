package org.gleaner.agent.runtime;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gleaner.agent.disk.Durable;
import org.gleaner.core.job.RuntimeVersion;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What an earlier life found, in a file of lines. It holds for a program that has not changed, and for a day: some
 * programs only lead to others, which change behind them. A file that can't be read is as good as none.
 */
final class FoundRuntimes {
    private static final Logger LOG = LoggerFactory.getLogger(FoundRuntimes.class);
    private static final Duration HOLDS = Duration.ofDays(1);
    private static final long MOST_BYTES = 1 << 20;

    /** A program as it lies on the disk. */
    record Program(String path, long modified, long size) {
        static Optional<Program> of(Path file) {
            try {
                Path real = file.toRealPath();
                return Optional.of(new Program(
                        file.toString(), Files.getLastModifiedTime(real).toMillis(), Files.size(real)));
            } catch (IOException gone) {
                return Optional.empty();
            }
        }
    }

    /** @param version empty if it does not tell one */
    record Note(Probe probe, Program program, String version) {}

    private final Path file;
    private final Map<String, String> versions = new HashMap<>();

    private FoundRuntimes(Path file) {
        this.file = file;
    }

    static FoundRuntimes load(Path file) {
        FoundRuntimes found = new FoundRuntimes(file);
        try {
            if (Files.exists(file)
                    && Files.size(file) <= MOST_BYTES
                    && Files.getLastModifiedTime(file)
                            .toInstant()
                            .isAfter(Instant.now().minus(HOLDS))) {
                for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
                    found.take(line);
                }
            }
        } catch (IOException | IllegalArgumentException damaged) {
            found.versions.clear();
        }
        return found;
    }

    private void take(String line) {
        int tab = line.indexOf('\t');
        String version = tab < 0 ? "" : line.substring(0, tab);
        // Checked as whatever else is read.
        new RuntimeVersion("any", version);
        versions.put(line.substring(tab + 1), version);
    }

    Optional<String> version(Probe probe, Program program) {
        return Optional.ofNullable(versions.get(key(probe, program)));
    }

    void save(List<Note> notes) {
        StringBuilder text = new StringBuilder();
        versions.clear();
        for (Note note : notes) {
            String key = key(note.probe(), note.program());
            versions.put(key, note.version());
            text.append(note.version() + "\t" + key + "\n");
        }
        try {
            Durable.write(file, text.toString());
        } catch (IOException full) {
            LOG.info("could not save the list of runtimes: {}", full.getMessage());
        }
    }

    private static String key(Probe probe, Program program) {
        String words = String.join(" ", probe.command()).replaceAll("\\p{Cntrl}", " ");
        return probe.name() + "\t" + program.path() + "\t" + program.modified() + "\t" + program.size() + "\t" + words;
    }
}
