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

    /** What one seed came to. */
    record Outcome(Coverage seen, Tally.Effort effort, Optional<Finding> finding) {}

    private record Course(String hash, Tally.Effort effort, Optional<Finding> finding) {}

    /** @param twice whether to prove that it can be replayed */
    Outcome run(long seed, FaultCampaign.Disks disks, boolean twice) {
        Coverage seen = new Coverage();
        Course course = once(seed, disks, seen);
        Optional<Finding> finding = course.finding();
        if (twice && finding.isEmpty()) {
            Course again = once(seed, FaultCampaign.Disks.IN_MEMORY, new Coverage());
            if (!again.hash().equals(course.hash())) {
                String what = "replay: the same seed gave different events the second time: " + course.hash()
                        + " and then " + again.hash();
                finding = Optional.of(new Finding(seed, what, List.of()));
            }
        }
        return new Outcome(seen, course.effort(), finding);
    }

    private Course once(long seed, FaultCampaign.Disks disks, Coverage coverage) {
        long began = cpuNanos();
        Disk disk = disks.open();
        FaultWorld world = new FaultWorld(seed, parts.apply(disk), coverage);
        try {
            String hash = world.run();
            Tally.Effort effort = new Tally.Effort(
                    cpuNanos() - began, world.batches(), world.trace().events());
            return new Course(hash, effort, Optional.empty());
        } catch (BrokenRule e) {
            return failed(seed, world, e.checker() + ": " + e.getMessage(), e.getCause());
        } catch (RuntimeException e) {
            return failed(seed, world, "the simulator itself: " + e, e);
        } finally {
            disks.clear(disk);
        }
    }

    private static Course failed(long seed, FaultWorld world, String what, @Nullable Throwable first) {
        StringBuilder text = new StringBuilder(what);
        for (Throwable cause = first; cause != null; cause = cause.getCause()) {
            text.append("\n  caused by ").append(cause);
            for (StackTraceElement frame : cause.getStackTrace()) {
                if (frame.getClassName().startsWith("org.gleaner")) {
                    text.append("\n    at ").append(frame);
                }
            }
        }
        Finding finding = new Finding(seed, text.toString(), world.trace().last());
        return new Course("", Tally.Effort.NONE, Optional.of(finding));
    }

    /** This thread's own time: the machine may have other things to do. */
    private static long cpuNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }
}
