package org.gleaner.core.attempt;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.id.Fingerprint;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.node.Capacity;
import org.jspecify.annotations.Nullable;

/**
 * A node's final word on an attempt: the content of a commit.
 *
 * @param exitCode the command's exit code, 128 + signal if a signal ended it, 0 where none applies
 * @param detail one line for people, for example the output that is missing; may be empty
 * @param tail the last lines of standard error, bounded; may be empty
 */
public record AttemptReport(
        AttemptId attempt,
        Outcome outcome,
        int exitCode,
        String detail,
        Usage usage,
        Outputs outputs,
        @Nullable ResultFile stdout,
        @Nullable ResultFile stderr,
        String tail) {

    /**
     * What the run used, as durations: a node's clock is never trusted for an instant. Beyond what can be, a node's
     * word counts as the most of that.
     *
     * @param peak the most memory that was seen; zero: nobody looked while it ran, so nobody knows
     */
    public record Usage(Duration run, Duration cpu, MemorySize peak) {
        private static final Duration LONGEST = Duration.ofDays(36_525);

        public static final Usage NONE = new Usage(Duration.ZERO, Duration.ZERO, MemorySize.ZERO);

        public Usage {
            run = run.compareTo(LONGEST) > 0 ? LONGEST : run;
            cpu = cpu.compareTo(LONGEST) > 0 ? LONGEST : cpu;
            peak = peak.atMost(Capacity.MOST);
        }

        /** The same, with no longer a run than that and no more CPU time than so many cores give in it. */
        public Usage within(Duration longest, int cores) {
            Duration most = longest.multipliedBy(cores);
            return new Usage(run.compareTo(longest) > 0 ? longest : run, cpu.compareTo(most) > 0 ? most : cpu, peak);
        }

        public boolean isPeakKnown() {
            return !peak.equals(MemorySize.ZERO);
        }

        /** The most memory, for people. */
        public String peakText() {
            return isPeakKnown() ? peak.toString() : "unknown";
        }
    }

    /** An ending without any content, such as lost or returned. */
    public static AttemptReport bare(AttemptId attempt, Outcome outcome, String detail) {
        return new AttemptReport(attempt, outcome, 0, detail, Usage.NONE, Outputs.NONE, null, null, "");
    }

    /** Blobs that must be on the server before this can be accepted. */
    public List<BlobHash> blobs() {
        List<BlobHash> hashes = new ArrayList<>();
        for (ResultFile file : files()) {
            if (file.inline() == null) {
                hashes.add(file.hash());
            }
        }
        return hashes;
    }

    /** The same report with these outputs. */
    public AttemptReport with(Outputs others) {
        return new AttemptReport(attempt, outcome, exitCode, detail, usage, others, stdout, stderr, tail);
    }

    /** The same report with this usage. */
    public AttemptReport with(Usage other) {
        return new AttemptReport(attempt, outcome, exitCode, detail, other, outputs, stdout, stderr, tail);
    }

    /** Outputs, with their list if there is one, standard output and standard error. */
    public List<ResultFile> files() {
        List<ResultFile> files = new ArrayList<>();
        ResultFile list = outputs.list();
        if (list != null) {
            files.add(list);
        }
        files.addAll(outputs.files());
        if (stdout != null) {
            files.add(stdout);
        }
        if (stderr != null) {
            files.add(stderr);
        }
        return files;
    }

    /**
     * A number that is the same for the same content. Times and sizes of the run are not content: a report rebuilt
     * from disk after a restart is the same report.
     */
    public long digest() {
        Fingerprint print = new Fingerprint().add(outcome.name()).add(Integer.toString(exitCode));
        for (ResultFile file : told().files()) {
            print.add(file.path()).add(file.hash().hex());
        }
        outputs.directories().forEach(print::add);
        return print.value();
    }

    /** As its node told it: the hash of a list stands for all that is in it, whoever has read it. */
    public AttemptReport told() {
        return outputs.list() == null ? this : with(outputs.told());
    }
}
