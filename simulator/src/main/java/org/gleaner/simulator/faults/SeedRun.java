package org.gleaner.simulator.faults;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.gleaner.simulator.checker.BrokenRule;
import org.jspecify.annotations.Nullable;

/** Runs the world of one seed and says what came of it. */
record SeedRun(Function<Disk, FaultWorld.Parts> parts) {
    /** A violated seed, with the last things that happened in it. */
    record Finding(long seed, String what, List<String> last) {}

    /** What one seed came to; the hash is that of all its events. */
    record Outcome(Coverage seen, String hash, Tally.Effort effort, Optional<Finding> finding) {}

    /** @param twice whether to prove that it can be replayed */
    Outcome run(long seed, FaultCampaign.Disks disks, boolean twice) {
        Outcome first = once(seed, disks);
        if (twice && first.finding().isEmpty()) {
            Outcome again = once(seed, FaultCampaign.Disks.IN_MEMORY);
            if (!again.hash().equals(first.hash())) {
                String what = "replay: the same seed gave different events the second time: " + first.hash()
                        + " and then " + again.hash();
                return failed(first.seen(), new Finding(seed, what, List.of()));
            }
        }
        return first;
    }

    private Outcome once(long seed, FaultCampaign.Disks disks) {
        long began = cpuNanos();
        Coverage seen = new Coverage();
        Disk disk = disks.open();
        FaultWorld world = new FaultWorld(seed, parts.apply(disk), seen);
        try {
            String hash = world.run();
            Tally.Effort effort = new Tally.Effort(
                    cpuNanos() - began, world.batches(), world.trace().events());
            return new Outcome(seen, hash, effort, Optional.empty());
        } catch (BrokenRule e) {
            return failed(seen, finding(seed, world, e.checker() + ": " + e.getMessage(), e.getCause()));
        } catch (RuntimeException e) {
            return failed(seen, finding(seed, world, "the simulator itself: " + e, e));
        } finally {
            disks.clear(disk);
        }
    }

    private static Outcome failed(Coverage seen, Finding finding) {
        return new Outcome(seen, "", Tally.Effort.NONE, Optional.of(finding));
    }

    private static Finding finding(long seed, FaultWorld world, String what, @Nullable Throwable first) {
        StringBuilder text = new StringBuilder(what);
        for (Throwable cause = first; cause != null; cause = cause.getCause()) {
            text.append("\n  caused by ").append(cause);
            for (StackTraceElement frame : cause.getStackTrace()) {
                if (frame.getClassName().startsWith("org.gleaner")) {
                    text.append("\n    at ").append(frame);
                }
            }
        }
        return new Finding(seed, text.toString(), world.trace().last());
    }

    /** This thread's own time: the machine may have other things to do. */
    private static long cpuNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }
}
