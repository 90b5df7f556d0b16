package org.gleaner.lab.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What one system does in a comparison, round by round. */
final class Lane {
    /** The time is looked at so often during what takes a round. */
    private static final int WARM_UP_PARTS = 4;

    /** What one round took. */
    record Round(int tasks, double seconds, double cpuMillis) {
        double cpuPerTask() {
            return cpuMillis / tasks;
        }

        double rate() {
            return tasks / seconds;
        }
    }

    private final Contender contender;
    private final String work;
    private final int share;
    private final Duration warmUp;
    private final @Nullable Lane ours;
    private final List<Round> rounds = new ArrayList<>();

    /**
     * @param work what a task is, and what is left of it after a crash
     * @param share tasks in a round
     * @param warmUp for so long, but at least some tasks
     * @param ours who must be cheaper; none: this is one of ours
     */
    Lane(Contender contender, String work, int share, Duration warmUp, @Nullable Lane ours) {
        this.contender = contender;
        this.work = work;
        this.share = share;
        this.warmUp = warmUp;
        this.ours = ours;
    }

    void warmUp() throws IOException, InterruptedException {
        long end = System.nanoTime() + warmUp.toNanos();
        do {
            contender.work(share / WARM_UP_PARTS);
        } while (System.nanoTime() < end);
    }

    Round measure() throws IOException, InterruptedException {
        long start = System.nanoTime();
        Duration cpu = contender.cpu();
        contender.work(share);
        double cpuMillis = ThisMachine.millis(contender.cpu().minus(cpu));
        Round round = new Round(share, ThisMachine.secondsSince(start), cpuMillis);
        rounds.add(round);
        return round;
    }

    /** Whoever else runs on the machine can only make a round dearer. */
    Round cheapest() {
        return rounds.stream()
                .min(Comparator.comparingDouble(Round::cpuPerTask))
                .orElseThrow(() -> new IllegalStateException("nothing was measured"));
    }

    /** Whoever else runs on the machine can only make a round slower. */
    Round fastest() {
        return rounds.stream()
                .max(Comparator.comparingDouble(Round::rate))
                .orElseThrow(() -> new IllegalStateException("nothing was measured"));
    }

    int tasks() {
        return share * rounds.size();
    }

    String name() {
        return contender.name();
    }

    String label() {
        return name() + ": " + work;
    }

    @Nullable
    Lane ours() {
        return ours;
    }
}
