package org.gleaner.cli.snakemake;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.gleaner.core.id.JobId;
import org.jspecify.annotations.Nullable;

/**
 * What the scripts of a Snakemake 7 profile and their watcher share: jobs are files in {@code wanted}, their verdicts
 * files in {@code state}, and {@code pid} names the watcher. There is one in each workflow's directory.
 */
record FileBoard(Path directory) implements Watcher.Board {
    private static final int MOST_FILES = 100_000;

    static FileBoard in(Path workflow) throws IOException {
        Path board = workflow.resolve(".snakemake").resolve("gleaner");
        Files.createDirectories(board.resolve("wanted"));
        Files.createDirectories(board.resolve("state"));
        return new FileBoard(board);
    }

    /** Notes a job and who wants it, and forgets what another server once said of its number. */
    void want(JobId job, long snakemake) throws IOException {
        Files.deleteIfExists(state(job));
        Files.writeString(wanted(job), snakemake + "\n");
    }

    /** Jobs without a verdict that this run of Snakemake wants. */
    List<JobId> wantedBy(long snakemake) throws IOException {
        List<JobId> jobs = new ArrayList<>();
        for (JobId job : open()) {
            if (Files.readString(wanted(job)).strip().equals(Long.toString(snakemake))) {
                jobs.add(job);
            }
        }
        return jobs;
    }

    void watchedBy(long pid) throws IOException {
        Files.writeString(directory.resolve("pid"), pid + "\n");
    }

    boolean isWatched() {
        try {
            String pid = Files.readString(directory.resolve("pid")).strip();
            return ProcessHandle.of(Long.parseLong(pid)).isPresent();
        } catch (IOException | NumberFormatException nobody) {
            return false;
        }
    }

    /** What is known of a job. */
    @Nullable
    String verdict(JobId job) throws IOException {
        return Files.exists(state(job)) ? Files.readString(state(job)).strip() : null;
    }

    /** Tidies up as far as it goes: what stays does no harm. */
    void remove() {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException left) {
            // It is Snakemake's own directory, and the next run wants its jobs anew.
        }
    }

    @Override
    public List<JobId> open() throws IOException {
        List<JobId> jobs = new ArrayList<>();
        try (Stream<Path> wanted = Files.list(directory.resolve("wanted"))) {
            wanted.limit(MOST_FILES)
                    .map(file -> file.getFileName().toString())
                    .filter(name -> name.matches("[1-9][0-9]{0,17}"))
                    .map(name -> new JobId(Long.parseLong(name)))
                    .sorted()
                    .forEach(jobs::add);
        }
        return jobs;
    }

    /** Whole or not at all: the reader is a shell script that does not wait. */
    @Override
    public void verdict(JobId job, boolean success) throws IOException {
        Path part = directory.resolve("state").resolve(job + ".part");
        Files.writeString(part, success ? "success\n" : "failed\n", StandardCharsets.US_ASCII);
        Files.move(part, state(job), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        Files.deleteIfExists(wanted(job));
    }

    private Path state(JobId job) {
        return directory.resolve("state").resolve(job.toString());
    }

    private Path wanted(JobId job) {
        return directory.resolve("wanted").resolve(job.toString());
    }
}
