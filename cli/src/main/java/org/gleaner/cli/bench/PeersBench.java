package org.gleaner.cli.bench;

import java.io.Closeable;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.gleaner.cli.console.CliFailure;

/**
 * What does a task that does nothing cost with us, and what with the systems one would take instead? All are started,
 * warm up at the same time, and then do their share one after the other, several times over, so that a noisy moment
 * hits all alike. What counts is the CPU time of all processes of a system, from submission to the known end.
 */
final class PeersBench {
    private static final int CORES = Runtime.getRuntime().availableProcessors();
    /** Each waits for its answers most of the time. */
    private static final int NODES = 4 * CORES;

    private static final int ROUNDS = 6;
    /** What compilers at run time need to learn it. The agent's is a simple one, Slurm has none. */
    private static final Duration WARM_UP = Duration.ofSeconds(70);

    private static final Duration SHORT_WARM_UP = Duration.ofSeconds(20);
    private static final Duration LONGEST = Duration.ofSeconds(170);

    /** Shares of a round, as much as takes a few seconds. */
    private static final int OUR_TASKS = 20_000;

    private static final int JPPF_TASKS = 20_000;
    private static final int DATABASE_TASKS = 4_000;
    private static final int OUR_STARTS = 100;
    private static final int SLURM_STARTS = 40;

    private final List<String> launcher;
    private final TemporaryFolder folder;
    private final PrintStream progress;
    private final Deque<Closeable> open = new ArrayDeque<>();
    private final List<Lane> lanes = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    PeersBench(List<String> launcher, TemporaryFolder folder, PrintStream progress) {
        this.progress = progress;
        this.launcher = launcher;
        this.folder = folder;
    }

    BenchReport run() throws CliFailure, IOException, InterruptedException {
        notes.add("the load of the machine before was " + Machine.load());
        Rounds rounds = Rounds.within(LONGEST, ROUNDS, progress);
        try {
            start(jar());
            progress.println("warming up for " + WARM_UP.toSeconds() + " s");
            warmUp();
            notes.add(
                    "of " + rounds.measure(lanes) + " rounds the one with the least CPU time counts, for each system");
        } finally {
            for (Closeable one : open) {
                one.close();
            }
        }
        return report();
    }

    /** The launcher builds it, as its libraries must not come near our own. */
    private Path jar() throws CliFailure {
        Path home = Path.of(launcher.get(0)).toAbsolutePath().resolveSibling("peers");
        Path jar = home.resolve("target").resolve("peers.jar");
        if (!Files.isRegularFile(jar)) {
            throw CliFailure.refused(
                    "There is nobody to compare with.",
                    jar + " is missing.",
                    "Run './gleaner bench peers' in a source tree, which builds it, without GLEANER_BUILD=never.");
        }
        return jar;
    }

    private void start(Path jar) throws IOException {
        Rival jppf = opened(Rival.start(jar, "jppf", folder.folder("jppf")));
        Rival database = opened(Rival.start(jar, "db-scheduler", folder.folder("db-scheduler")));
        Rival slurm = opened(Rival.start(jar, "slurm", folder.folder("slurm")));
        OurGrid ours = opened(new OurGrid(launcher, folder.folder("server"), folder.folder("agent"), NODES, CORES));
        Lane nothing = new Lane(ours.nodes(), "nothing is executed; durable", OUR_TASKS, WARM_UP, null);
        Lane starts = new Lane(ours.agent(), "/bin/true; durable", OUR_STARTS, SHORT_WARM_UP, null);
        lanes.add(nothing);
        join(jppf, "empty Java task; in memory", JPPF_TASKS, WARM_UP, nothing);
        join(database, "empty Java task; durable", DATABASE_TASKS, WARM_UP, nothing);
        lanes.add(starts);
        join(
                slurm,
                "/bin/true by an array job; its state is saved every few seconds",
                SLURM_STARTS,
                Duration.ZERO,
                starts);
    }

    private <T extends Closeable> T opened(T one) {
        open.addFirst(one);
        return one;
    }

    private void join(Rival rival, String work, int share, Duration warmUp, Lane ours) throws IOException {
        Optional<String> trouble = rival.awaitReady();
        if (trouble.isPresent()) {
            notes.add("left out: " + trouble.get());
        } else {
            lanes.add(new Lane(rival, work, share, warmUp, ours));
        }
    }

    private void warmUp() throws IOException, InterruptedException {
        ExecutorService threads = Executors.newFixedThreadPool(lanes.size());
        try {
            List<Callable<Void>> all = new ArrayList<>();
            for (Lane lane : lanes) {
                all.add(() -> {
                    lane.warmUp();
                    return null;
                });
            }
            for (Future<Void> one : threads.invokeAll(all)) {
                one.get();
            }
        } catch (ExecutionException e) {
            throw new FleetFailure(String.valueOf(e.getMessage()));
        } finally {
            threads.shutdownNow();
        }
    }

    private BenchReport report() {
        Table table = Table.of(
                "Tasks that do nothing; CPU time of all processes of a system together",
                "system",
                "tasks/s",
                "CPU ms per task",
                "tasks measured");
        List<Bar> bars = new ArrayList<>();
        for (Lane lane : lanes) {
            Lane.Round best = lane.cheapest();
            table = table.with(lane.label(), best.rate(), best.cpuPerTask(), (double) lane.tasks());
            Lane ours = lane.ours();
            if (ours != null) {
                bars.add(new Bar(
                        ours.name() + ", against " + lane.name(),
                        ours.cheapest().cpuPerTask(),
                        best.cpuPerTask(),
                        "ms of CPU per task"));
            }
        }
        return new BenchReport("peers", Machine.description(), List.of(table), bars, notes);
    }
}
