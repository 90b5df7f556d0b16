package org.gleaner.simulator.faults;

import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.gleaner.simulator.checker.Checkers;
import org.gleaner.simulator.checker.Violation;
import org.jspecify.annotations.Nullable;

/** Runs many seeds of the fault world one after the other, and says what they found and what they never saw. */
public final class FaultCampaign {
    /**
     * Which seeds.
     *
     * @param onDisk how many of them, the first ones, run on a real database
     */
    public record Options(long fromSeed, int seeds, int onDisk) {
        public Options {
            if (seeds < 1 || onDisk < 0) {
                throw new IllegalArgumentException("a campaign has at least one seed");
            }
        }
    }

    /** Makes the server's disk for one run, and clears it away. */
    public interface Disks {
        Disk open();

        void clear(Disk disk);

        /** Disks that live in memory and vanish by themselves. */
        Disks IN_MEMORY = new Disks() {
            @Override
            public Disk open() {
                return Disk.inMemory();
            }

            @Override
            public void clear(Disk disk) {}
        };
    }

    /** So many seeds must have seen everything that can be seen. */
    private static final int ENOUGH_FOR_COVERAGE = 1000;
    /** Every so many seeds one is run twice, to prove that it can be replayed. */
    private static final int REPLAYED = 50;

    private final PrintStream out;
    private final boolean terminal;
    private final Disks database;
    private final Function<Disk, FaultWorld.Parts> parts;

    /** @param database where the seeds that are to run on a real database run */
    public FaultCampaign(PrintStream out, boolean terminal, Disks database) {
        this(out, terminal, database, disk -> new FaultWorld.Parts(disk, Step::real, Checkers.all()));
    }

    /** For tests that put something else into the world. */
    FaultCampaign(PrintStream out, boolean terminal, Disks database, Function<Disk, FaultWorld.Parts> parts) {
        this.parts = parts;
        this.out = out;
        this.terminal = terminal;
        this.database = database;
    }

    /** Returns the exit code: 0 if nothing was found and nothing was missed. */
    public int run(Options options) {
        Coverage coverage = new Coverage();
        long began = cpuNanos();
        long events = 0;
        long batches = 0;
        for (int i = 0; i < options.seeds(); i++) {
            long seed = options.fromSeed() + i;
            Disks disks = i < options.onDisk() ? database : Disks.IN_MEMORY;
            Outcome outcome = run(seed, disks, coverage);
            events += outcome.events();
            batches += outcome.batches();
            Optional<String> failure = outcome.failure();
            if (failure.isEmpty() && i % REPLAYED == 0) {
                Outcome again = run(seed, Disks.IN_MEMORY, new Coverage());
                if (!again.hash().equals(outcome.hash())) {
                    failure = Optional.of("replay: the same seed gave other events the second time: " + outcome.hash()
                            + " and then " + again.hash());
                }
            }
            if (failure.isPresent()) {
                report(seed, failure.get(), outcome.last());
                return 1;
            }
            progress(i + 1, options.seeds(), began);
        }
        return summary(options, coverage, began, events, batches);
    }

    private record Outcome(String hash, long events, long batches, Optional<String> failure, List<String> last) {}

    private Outcome run(long seed, Disks disks, Coverage coverage) {
        Disk disk = disks.open();
        FaultWorld world = new FaultWorld(seed, parts.apply(disk), coverage);
        try {
            String hash = world.run();
            return new Outcome(hash, world.trace().events(), world.batches(), Optional.empty(), List.of());
        } catch (Violation e) {
            return failed(world, e.checker() + ": " + e.getMessage(), e.getCause());
        } catch (RuntimeException e) {
            return failed(world, "the simulator itself: " + e, e);
        } finally {
            disks.clear(disk);
        }
    }

    private static Outcome failed(FaultWorld world, String what, @Nullable Throwable first) {
        StringBuilder text = new StringBuilder(what);
        for (Throwable cause = first; cause != null; cause = cause.getCause()) {
            text.append("\n  caused by ").append(cause);
            for (StackTraceElement frame : cause.getStackTrace()) {
                if (frame.getClassName().startsWith("org.gleaner")) {
                    text.append("\n    at ").append(frame);
                }
            }
        }
        return new Outcome("", 0, 0, Optional.of(text.toString()), world.trace().last());
    }

    private void report(long seed, String what, List<String> last) {
        if (terminal) {
            out.println();
        }
        out.println("The last events of seed " + seed + ":");
        last.forEach(line -> out.println("  " + line));
        out.println("Seed " + seed + " violates " + what);
        out.println("Replay it with: ./gleaner simulate --faults --seeds 1 --from-seed " + seed);
    }

    private void progress(int done, int all, long began) {
        if (terminal && (done % 20 == 0 || done == all)) {
            out.printf(Locale.ROOT, "\r%d of %d seeds, %.1f ms of CPU each", done, all, millisEach(began, done));
            out.flush();
        }
    }

    private static double millisEach(long began, int seeds) {
        return (cpuNanos() - began) / 1e6 / seeds;
    }

    /** This thread's own time: the machine may have other things to do. */
    private static long cpuNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private int summary(Options options, Coverage coverage, long began, long events, long batches) {
        if (terminal) {
            out.println();
        }
        coverage.print(out);
        out.printf(
                Locale.ROOT,
                "%d seeds from %d passed: %.1f ms of CPU, %d batches and %d events each.%n",
                options.seeds(),
                options.fromSeed(),
                millisEach(began, options.seeds()),
                batches / options.seeds(),
                events / options.seeds());
        List<String> holes = coverage.holes();
        if (!holes.isEmpty() && options.seeds() >= ENOUGH_FOR_COVERAGE) {
            out.println("Never seen, so not tested: " + String.join("; ", holes));
            return 1;
        }
        return 0;
    }
}
