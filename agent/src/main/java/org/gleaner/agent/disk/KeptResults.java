package org.gleaner.agent.disk;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.stream.Stream;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.BlobHash;
import org.gleaner.protocol.json.BadMessage;
import org.gleaner.protocol.json.CommitJson;
import org.gleaner.protocol.json.Json;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Results that the server has not accepted yet: {@code 7.3-2.json} is the report, {@code 7.3-2/} holds its larger files
 * under their hashes. The report is written last, so a result whose report is there is whole. Keeping and forgetting
 * are confined to one thread; the files of a result are put here before it is kept, by whoever ran the attempt.
 */
public final class KeptResults {
    private static final Logger LOG = LoggerFactory.getLogger(KeptResults.class);
    private static final String REPORT = ".json";

    private final Path root;
    private final Semaphore manyFiles = new Semaphore(1, true);

    public KeptResults(Path root) {
        this.root = root;
    }

    /** Where the attempt's larger files go. */
    public Path files(AttemptId attempt) {
        return root.resolve(AgentDirectory.nameOf(attempt));
    }

    /** The turn of those results that have very many files: several at once would take all memory. */
    public Semaphore manyFiles() {
        return manyFiles;
    }

    public Path file(AttemptId attempt, BlobHash hash) {
        return files(attempt).resolve(hash.hex());
    }

    /** Makes the result durable; its files are in place already. */
    public void keep(AttemptReport report) throws IOException {
        if (!report.blobs().isEmpty()) {
            // All of them, as those of a list are not named in the report.
            try (DirectoryStream<Path> files = Files.newDirectoryStream(files(report.attempt()))) {
                for (Path file : files) {
                    Durable.sync(file);
                }
            }
            Durable.sync(files(report.attempt()));
        }
        Durable.write(reportOf(report.attempt()), Json.write(report, CommitJson::writeReport));
    }

    /** What the files of a result take that may not be kept yet. */
    public long bytes(AttemptId attempt) {
        long bytes = 0;
        try (DirectoryStream<Path> files = Files.newDirectoryStream(files(attempt))) {
            for (Path file : files) {
                bytes += Files.size(file);
            }
        } catch (IOException | DirectoryIteratorException gone) {
            LOG.debug("could not count the files of {}", attempt, gone);
        }
        return bytes;
    }

    public void forget(AttemptId attempt) throws IOException {
        Files.deleteIfExists(reportOf(attempt));
        Trees.delete(files(attempt));
    }

    /** All whole results; what is not whole is deleted. */
    public List<AttemptReport> load() throws IOException {
        List<AttemptReport> reports = new ArrayList<>();
        List<Path> wanted = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(root, "*" + REPORT)) {
            for (Path file : files) {
                try {
                    AttemptReport report = Json.read(Files.readAllBytes(file), CommitJson::readReport);
                    if (isWhole(report, file)) {
                        reports.add(report);
                        wanted.add(file);
                        wanted.add(files(report.attempt()));
                    }
                } catch (BadMessage damaged) {
                    LOG.warn("deleted the unreadable result {}: {}", file, damaged.getMessage());
                }
            }
        }
        try (DirectoryStream<Path> all = Files.newDirectoryStream(root)) {
            for (Path path : all) {
                if (!wanted.contains(path)) {
                    Trees.clear(path);
                }
            }
        }
        return reports;
    }

    /** How many results are kept, without judging them. */
    public long count() throws IOException {
        if (!Files.isDirectory(root)) {
            return 0;
        }
        try (Stream<Path> files = Files.list(root)) {
            return files.filter(file -> file.toString().endsWith(REPORT)).count();
        }
    }

    private boolean isWhole(AttemptReport report, Path file) {
        return file.equals(reportOf(report.attempt()))
                && report.blobs().stream().allMatch(hash -> Files.isRegularFile(file(report.attempt(), hash)));
    }

    private Path reportOf(AttemptId attempt) {
        return root.resolve(AgentDirectory.nameOf(attempt) + REPORT);
    }
}
