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
import org.gleaner.client.call.UserCalls;
import org.gleaner.core.grid.Reply.JobSummary;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.TaskState;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.message.JobQuery;
import org.gleaner.protocol.message.JobStates;

/**
 * Watches all jobs of one run of Snakemake with one call for all of them. Jobs are files in {@code wanted}, their
 * verdicts files in {@code state}: {@code success} is written only after the outputs are where Snakemake looks for
 * them. Confined to one thread.
 */
final class Watcher {
    /** Brings the outputs of a finished job here. */
    @FunctionalInterface
    interface Fetch {
        /** @return whether they are here now */
        boolean outputs(JobId job);
    }

    private static final int MOST_FILES = 100_000;

    private final Path board;
    private final Fetch fetch;

    Watcher(Path board, Fetch fetch) {
        this.board = board;
        this.fetch = fetch;
    }

    /** Makes the directory that jobs and verdicts are exchanged in. */
    static Path makeBoard(Path directory) throws IOException {
        Path parent = Files.createDirectories(directory.resolve(".snakemake").resolve("gleaner"));
        Path board = Files.createTempDirectory(parent, "run-");
        Files.createDirectory(board.resolve("wanted"));
        Files.createDirectory(board.resolve("state"));
        return board;
    }

    /** Tidies up as far as it goes: what stays does no harm. */
    static void remove(Path board) {
        try (Stream<Path> files = Files.walk(board)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException left) {
            // Snakemake's own directory is left as it is then; the next run makes a board of its own.
        }
    }

    static void want(Path board, JobId job) throws IOException {
        Files.createFile(board.resolve("wanted").resolve(job.toString()));
    }

    /** Looks once after all jobs without a verdict. */
    void look(UserCalls calls) throws CallFailed, IOException {
        List<JobId> open = open();
        for (int from = 0; from < open.size(); from += JobQuery.MOST) {
            List<JobId> some = open.subList(from, Math.min(open.size(), from + JobQuery.MOST));
            JobStates states = calls.query(new JobQuery(some)).get();
            for (JobSummary job : states.jobs()) {
                judge(job.id(), job.tasks().jobState());
            }
            for (JobId gone : states.unknown()) {
                verdict(gone, "failed");
            }
        }
    }

    private void judge(JobId job, TaskState state) throws IOException {
        switch (state) {
            case DONE -> {
                if (fetch.outputs(job)) {
                    verdict(job, "success");
                }
            }
            case BLOCKED, CANCELLED -> verdict(job, "failed");
            default -> {}
        }
    }

    private List<JobId> open() throws IOException {
        List<JobId> jobs = new ArrayList<>();
        try (Stream<Path> wanted = Files.list(board.resolve("wanted"))) {
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
    private void verdict(JobId job, String word) throws IOException {
        Path whole = board.resolve("state").resolve(job.toString());
        Path part = board.resolve("state").resolve(job + ".part");
        Files.writeString(part, word + "\n", StandardCharsets.US_ASCII);
        Files.move(part, whole, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        Files.deleteIfExists(board.resolve("wanted").resolve(job.toString()));
    }
}
