package org.gleaner.simulator.faults;

import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.gleaner.simulator.checker.Checkers;
import org.gleaner.simulator.faults.SeedRun.Finding;
import org.jspecify.annotations.Nullable;

/**
 * Runs many seeds of the fault world, and says what they found and what they never saw. Seeds are begun in their order,
 * in slices after each of which it is written down how far the campaign is. To be run once; {@link #stop} may come from
 * any thread.
 */
public final class FaultCampaign {
    /**
     * Which seeds.
     *
     * @param onDisk how many of them, the first ones, run on a real database
     * @param threads how many run at a time
     */
    public record Options(long fromSeed, int seeds, int onDisk, int threads) {
        public Options {
            if (seeds < 1 || onDisk < 0 || threads < 1) {
                throw new IllegalArgumentException("a campaign has at least one seed and one thread");
            }
        }
    }

    /** Makes the server's disk for one run, and clears it away. Thread-safe. */
    public interface Disks {
        Disk open();

        default void clear(Disk disk) {}

        /** Disks that live in memory and vanish by themselves. */
        Disks IN_MEMORY = Disk::inMemory;
    }

    /** Every so many seeds one is run twice, to prove that it can be replayed. */
    private static final int REPLAYED = 50;
    /** Some seconds of work. */
    private static final int SLICE = 1000;

    private static final int TOLD = 20;
    /** Where nothing can be drawn over, such as a file or a pipe. */
    private static final Duration PLAIN_EVERY = Duration.ofSeconds(10);

    private final PrintStream out;
    private final boolean terminal;
    private final Disks database;
    private final SeedRun seedRun;
    private final LongSupplier nanoTime;
    private final long began;
    private long lastTold;
    private volatile boolean stopped;

    /** @param database where the seeds that are to run on a real database run */
    public FaultCampaign(PrintStream out, boolean terminal, Disks database) {
        this(out, terminal, database, disk -> new FaultWorld.Parts(disk, Step::real, Checkers.all()));
    }

    /** For tests that put something else into the world. */
    FaultCampaign(PrintStream out, boolean terminal, Disks database, Function<Disk, FaultWorld.Parts> parts) {
        this(out, terminal, database, parts, System::nanoTime);
    }

    /** For tests that set the clock, too. */
    FaultCampaign(
            PrintStream out,
            boolean terminal,
            Disks database,
            Function<Disk, FaultWorld.Parts> parts,
            LongSupplier nanoTime) {
        this.seedRun = new SeedRun(parts);
        this.nanoTime = nanoTime;
        this.began = nanoTime.getAsLong();
        this.lastTold = began;
        this.out = out;
        this.terminal = terminal;
        this.database = database;
    }

    /** Lets the seeds that run come to their end and begins no other. */
    public void stop() {
        stopped = true;
    }

    /**
     * Returns the exit code: 0 if nothing was found and nothing was missed.
     *
     * @param file where an earlier one came to, from where this one goes on; an {@link IllegalArgumentException} says
     *     why that can't be
     */
    public int run(Options options, @Nullable CampaignFile file) throws IOException, InterruptedException {
        Tally tally = file == null ? new Tally() : file.read(options.fromSeed());
        int before = tally.done();
        if (before > 0) {
            out.println(before + " seeds were run before.");
        }
        ExecutorService threads = Executors.newFixedThreadPool(options.threads());
        try {
            while (tally.done() < options.seeds() && !stopped) {
                Slice slice = new Slice(options, tally, before);
                Optional<Finding> finding = slice.run(threads);
                if (file != null) {
                    file.write(options.fromSeed(), tally);
                }
                if (finding.isPresent()) {
                    report(finding.get());
                    return 1;
                }
            }
        } finally {
            threads.shutdown();
        }
        return summary(options, tally);
    }

    /** The next seeds, worked off by several threads. */
    private final class Slice {
        private final Options options;
        private final Tally tally;
        private final int before;
        private final int end;
        private int next;
        private final List<Finding> findings = new ArrayList<>();

        Slice(Options options, Tally tally, int before) {
            this.options = options;
            this.tally = tally;
            this.before = before;
            this.next = tally.done();
            this.end = (int) Math.min(options.seeds(), (long) next + SLICE);
        }

        /** What was found at the lowest seed. */
        Optional<Finding> run(ExecutorService threads) throws InterruptedException {
            List<Callable<Void>> workers = new ArrayList<>();
            for (int i = 0; i < options.threads(); i++) {
                workers.add(this::work);
            }
            for (Future<Void> worker : threads.invokeAll(workers)) {
                try {
                    worker.get();
                } catch (ExecutionException e) {
                    throw new IllegalStateException("a thread of the campaign failed", e.getCause());
                }
            }
            Optional<Finding> first = findings.stream().min(Comparator.comparingLong(Finding::seed));
            first.ifPresent(found -> tally.backTo((int) (found.seed() - options.fromSeed())));
            return first;
        }

        private @Nullable Void work() {
            for (int i = take(); i >= 0; i = take()) {
                Disks disks = i < options.onDisk() ? database : Disks.IN_MEMORY;
                SeedRun.Outcome outcome = seedRun.run(options.fromSeed() + i, disks, i % REPLAYED == 0);
                if (outcome.finding().isPresent()) {
                    found(outcome.finding().get());
                } else {
                    tally.add(outcome.effort(), outcome.seen());
                    tell();
                }
            }
            return null;
        }

        /** The next seed, or -1. All that were taken are run, so what is done has no gaps. */
        private synchronized int take() {
            return next < end && findings.isEmpty() && !stopped ? next++ : -1;
        }

        private synchronized void found(Finding finding) {
            findings.add(finding);
        }

        private synchronized void tell() {
            int done = tally.done();
            if (terminal && (done % TOLD == 0 || done == options.seeds())) {
                out.print("\r" + progress(options, tally, before) + "  ");
                out.flush();
            } else if (!terminal && nanoTime.getAsLong() - lastTold >= PLAIN_EVERY.toNanos()) {
                lastTold = nanoTime.getAsLong();
                out.println(progress(options, tally, before));
            }
        }
    }

    private void report(Finding found) {
        if (terminal) {
            out.println();
        }
        out.println("The last events of seed " + found.seed() + ":");
        found.last().forEach(line -> out.println("  " + line));
        out.println("Seed " + found.seed() + " violates " + found.what());
        out.println("Replay it with: ./gleaner simulate --faults --seeds 1 --from-seed " + found.seed());
    }

    private String progress(Options options, Tally tally, int before) {
        int done = tally.done();
        double perSeed = (nanoTime.getAsLong() - began) / 1e9 / Math.max(1, done - before);
        Duration left = Duration.ofSeconds((long) (perSeed * (options.seeds() - done)));
        return String.format(
                Locale.ROOT,
                "%d of %d seeds, %s, %d:%02d:%02d left",
                done,
                options.seeds(),
                tally.told(),
                left.toHours(),
                left.toMinutesPart(),
                left.toSecondsPart());
    }

    private int summary(Options options, Tally tally) {
        if (terminal) {
            out.println();
        }
        tally.coverage().print(out);
        int done = tally.done();
        Tally.Effort effort = tally.effort();
        int counted = Math.max(1, done);
        out.printf(
                Locale.ROOT,
                "%d seeds from %d passed: %.1f ms of CPU, %d batches and %d events each.%n",
                done,
                options.fromSeed(),
                effort.cpuNanos() / 1e6 / counted,
                effort.batches() / counted,
                effort.events() / counted);
        if (done < options.seeds()) {
            out.println("Stopped; not run: " + (options.seeds() - done) + ".");
            return 1;
        }
        List<String> missed = tally.coverage().missedBy(done);
        if (!missed.isEmpty()) {
            out.println("Never seen, so not tested: " + String.join("; ", missed));
            return 1;
        }
        return 0;
    }
}
