package org.gleaner.agent.disk;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.regex.Pattern;
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
 * under their hashes. The report is written last, so a result whose report is there is whole. Reports that became
 * durable together are the lines of one file, {@code together-5.jsonl}, which stays until the last of them is
 * forgotten: after a crash the server is offered the others once more and knows them. Keeping and forgetting are
 * confined to one thread; the files of a result are put here before it is kept, by whoever ran the attempt.
 */
public final class KeptResults {
    private static final Logger LOG = LoggerFactory.getLogger(KeptResults.class);
    private static final String REPORT = ".json";
    private static final String TOGETHER = "together-";
    private static final String REPORTS = ".jsonl";
    private static final Pattern TOGETHER_NAME = Pattern.compile(TOGETHER + "[0-9]{1,18}\\" + REPORTS);

    private final Path root;
    /** By attempts whose report is a line of a file. */
    private final Map<AttemptId, Together> together = new HashMap<>();

    private long lastTogether;
    private final Semaphore manyFiles = new Semaphore(1, true);

    public KeptResults(Path root) {
        this.root = root;
    }

    /** A file of several reports, and those of them that are not forgotten. */
    private record Together(Path file, Set<AttemptId> left) {}

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
        syncFiles(report);
        Durable.write(reportOf(report.attempt()), Json.write(report, CommitJson::writeReport));
    }

    /** Makes all of them durable or none, in the time that one takes. */
    public void keep(List<AttemptReport> reports) throws IOException {
        if (reports.size() == 1) {
            keep(reports.get(0));
            return;
        }
        ByteArrayOutputStream lines = new ByteArrayOutputStream();
        for (AttemptReport report : reports) {
            syncFiles(report);
            lines.write(Json.write(report, CommitJson::writeReport));
            lines.write('\n');
        }
        Path file = root.resolve(TOGETHER + ++lastTogether + REPORTS);
        try {
            Durable.write(file, lines.toByteArray());
        } catch (IOException failed) {
            // It may be there, but whoever asked for it goes another way.
            Files.deleteIfExists(file);
            throw failed;
        }
        remember(file, reports);
    }

    private void remember(Path file, List<AttemptReport> reports) {
        Together one = new Together(file, new HashSet<>());
        for (AttemptReport report : reports) {
            one.left().add(report.attempt());
            together.put(report.attempt(), one);
        }
    }

    private void syncFiles(AttemptReport report) throws IOException {
        if (!report.blobs().isEmpty()) {
            // All of them, as those of a list are not named in the report.
            try (DirectoryStream<Path> files = Files.newDirectoryStream(files(report.attempt()))) {
                for (Path file : files) {
                    Durable.sync(file);
                }
            }
            Durable.sync(files(report.attempt()));
        }
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
        Together one = together.remove(attempt);
        if (one == null) {
            Files.deleteIfExists(reportOf(attempt));
        } else if (one.left().remove(attempt) && one.left().isEmpty()) {
            Files.deleteIfExists(one.file());
        }
        Path files = files(attempt);
        // Asked like this, as most have none, and elsewhere Java makes an exception of it.
        if (files.toFile().exists()) {
            Trees.delete(files);
        }
    }

    /** All whole results; what is not whole is deleted. */
    public List<AttemptReport> load() throws IOException {
        List<AttemptReport> reports = new ArrayList<>();
        Set<Path> wanted = new HashSet<>();
        for (Path file : reportFiles()) {
            List<AttemptReport> whole = whole(file);
            if (!whole.isEmpty()) {
                wanted.add(file);
            }
            for (AttemptReport report : whole) {
                reports.add(report);
                wanted.add(files(report.attempt()));
            }
            if (isTogether(file)) {
                lastTogether = Math.max(lastTogether, number(file));
                remember(file, whole);
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

    private List<AttemptReport> whole(Path file) throws IOException {
        List<AttemptReport> whole = new ArrayList<>();
        for (byte[] bytes : isTogether(file) ? lines(file) : List.of(Files.readAllBytes(file))) {
            try {
                AttemptReport report = Json.read(bytes, CommitJson::readReport);
                boolean named = isTogether(file) || file.equals(reportOf(report.attempt()));
                if (named && hasFiles(report)) {
                    whole.add(report);
                }
            } catch (BadMessage damaged) {
                LOG.warn("deleted the unreadable result {}: {}", file, damaged.getMessage());
            }
        }
        return whole;
    }

    /** As bytes: one line that is damaged must not spoil the others. */
    private static List<byte[]> lines(Path file) throws IOException {
        List<byte[]> lines = new ArrayList<>();
        byte[] all = Files.readAllBytes(file);
        int from = 0;
        for (int at = 0; at < all.length; at++) {
            if (all[at] == '\n') {
                lines.add(Arrays.copyOfRange(all, from, at));
                from = at + 1;
            }
        }
        return lines;
    }

    /** How many results are kept, without judging them. */
    public long count() throws IOException {
        long count = 0;
        for (Path file : Files.isDirectory(root) ? reportFiles() : List.<Path>of()) {
            count += isTogether(file) ? lines(file).size() : 1;
        }
        return count;
    }

    private List<Path> reportFiles() throws IOException {
        try (Stream<Path> files = Files.list(root)) {
            return files.filter(file -> file.toString().endsWith(REPORT) || isTogether(file))
                    .sorted()
                    .toList();
        }
    }

    private static boolean isTogether(Path file) {
        return TOGETHER_NAME.matcher(String.valueOf(file.getFileName())).matches();
    }

    private static long number(Path together) {
        String name = String.valueOf(together.getFileName());
        return Long.parseLong(name.substring(TOGETHER.length(), name.length() - REPORTS.length()));
    }

    private boolean hasFiles(AttemptReport report) {
        return report.blobs().stream().allMatch(hash -> Files.isRegularFile(file(report.attempt(), hash)));
    }

    private Path reportOf(AttemptId attempt) {
        return root.resolve(AgentDirectory.nameOf(attempt) + REPORT);
    }
}
