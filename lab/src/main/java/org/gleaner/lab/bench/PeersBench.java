package org.gleaner.lab.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.gleaner.lab.child.Together;
import org.gleaner.terminal.console.CliFailure;

/**
 * What does a task that does nothing cost with us, and what with the systems one would take instead? All are started,
 * warm up at the same time, and then do their share one after the other, several times over, so that a noisy moment
 * hits all alike. What counts is the CPU time of all processes of a system, from submission to the known end.
 */
record PeersBench(BenchFrame bench) {
    private static final Path JAR = Path.of("target", "peers.jar");
    private static final Path PYTHON = Path.of("target", "python", "bin", "python");
    private static final Path SCRIPT = Path.of("src", "main", "python", "peer.py");
    private static final int CORES = Runtime.getRuntime().availableProcessors();
    private static final int ROUNDS = 6;
    /** What compilers at run time need to learn it. The agent's is a simple one, Slurm has none. */
    private static final Duration WARM_UP = Duration.ofSeconds(70);

    private static final Duration SHORT_WARM_UP = Duration.ofSeconds(20);
    private static final Duration LONGEST = Duration.ofSeconds(170);

    /** Shares of a round, as much as takes a few seconds. */
    private static final int OUR_CALLS = 40_000;

    private static final int JPPF_TASKS = 40_000;
    private static final int JPPF_JOBS = 2_000;
    private static final int DATABASE_TASKS = 4_000;
    private static final int OUR_STARTS = 500;
    private static final int HYPER_QUEUE_STARTS = 5_000;
    private static final int DASK_STARTS = 2_000;
    private static final int SLURM_STARTS = 40;

    /** So many calls we do in the time of one of JPPF's tasks, which keeps nothing. */
    private static final double OF_LARGE_JOBS = 0.7;

    private static final double TIMES_SINGLE_JOBS = 3;

    BenchReport run() throws CliFailure, IOException, InterruptedException {
        Path home = home();
        try (Comparison comparison = new Comparison("peers", ROUNDS, LONGEST, bench)) {
            start(comparison, home);
            bench.say("warming up for %d s", WARM_UP.toSeconds());
            warmUp(comparison.lanes());
            return comparison.measure(
                    "Tasks that do nothing; CPU time of all processes of a system together",
                    lane -> lane.cheapest().cpuPerTask(),
                    "ms of CPU per task");
        }
    }

    /** The launcher builds what is there, as the libraries of others must not come near our own. */
    private Path home() throws CliFailure {
        Path home = Path.of(bench.launcher().words().get(0)).toAbsolutePath().resolveSibling("peers");
        if (!Files.isRegularFile(home.resolve(JAR))) {
            throw CliFailure.refused(
                    "The other systems are not built.",
                    home.resolve(JAR) + " is missing.",
                    "Run './gleaner bench peers' in a source tree without GLEANER_BUILD=never; that builds it.");
        }
        return home;
    }

    private void start(Comparison comparison, Path home) throws IOException, InterruptedException {
        // Process ids are small numbers in there: their files in the folder for temporary files would meet.
        List<String> java = List.of("java", "-XX:-UsePerfData", "-XX:+UseSerialGC", "-Xmx1g", "-jar");
        List<String> jar = Stream.concat(
                        java.stream(), Stream.of(home.resolve(JAR).toString()))
                .toList();
        Rival jppf = comparison.opened(Rival.start(jar, "jppf", bench.folder("jppf")));
        Rival database = comparison.opened(Rival.start(jar, "db-scheduler", bench.folder("db-scheduler")));
        Rival slurm = comparison.opened(Rival.start(jar, "slurm", bench.folder("slurm")));
        Rival single = comparison.opened(Rival.start(jar, "jppf-jobs", bench.folder("jppf-jobs")));
        OurGrid ours = comparison.opened(new OurGrid(bench.launcher(), bench.folder("server"), bench::folder, CORES));
        Lane calls = comparison.join(new Lane(ours.calls(), "empty Java call; durable", OUR_CALLS, WARM_UP, null));
        String does = "empty Java task; in memory";
        lead(comparison, new Lane(jppf, does, JPPF_TASKS, WARM_UP, null), jppf, calls, OF_LARGE_JOBS);
        String alone = "the same, each a job of its own";
        lead(comparison, new Lane(single, alone, JPPF_JOBS, WARM_UP, null), single, calls, TIMES_SINGLE_JOBS);
        join(comparison, new Lane(database, "empty Java task; durable", DATABASE_TASKS, WARM_UP, calls), database);
        Lane starts = comparison.join(new Lane(ours.agent(), "/bin/true; durable", OUR_STARTS, SHORT_WARM_UP, null));
        joinPython(comparison, home);
        String slurmDoes = "/bin/true by an array job; its state is saved every few seconds";
        join(comparison, new Lane(slurm, slurmDoes, SLURM_STARTS, Duration.ZERO, starts), slurm);
    }

    /** They start processes as an agent does, without a sandbox, and lose everything with their own: no bar. */
    private void joinPython(Comparison comparison, Path home) throws IOException {
        Path python = home.resolve(PYTHON);
        if (!Files.isExecutable(python)) {
            comparison.leaveOut("HyperQueue and Dask could not be installed (Debian: python3-venv; from PyPI)");
            return;
        }
        List<String> program = List.of(python.toString(), home.resolve(SCRIPT).toString());
        Rival hyperQueue = comparison.opened(Rival.start(program, "hyperqueue", bench.folder("hyperqueue")));
        Rival dask = comparison.opened(Rival.start(program, "dask", bench.folder("dask")));
        String does = "/bin/true; in memory";
        join(comparison, new Lane(hyperQueue, does, HYPER_QUEUE_STARTS, SHORT_WARM_UP, null), hyperQueue);
        join(comparison, new Lane(dask, does, DASK_STARTS, SHORT_WARM_UP, null), dask);
    }

    /** Ours must be so many times as fast. */
    private static void lead(Comparison comparison, Lane lane, Rival rival, Lane ours, double times)
            throws IOException {
        if (join(comparison, lane, rival)) {
            comparison.demandRate(new Comparison.Lead(ours, times, lane));
        }
    }

    /** False if it can't take part here. */
    private static boolean join(Comparison comparison, Lane lane, Rival rival) throws IOException {
        Optional<String> trouble = rival.awaitReady();
        if (trouble.isPresent()) {
            comparison.leaveOut(trouble.get());
        } else {
            comparison.join(lane);
        }
        return trouble.isEmpty();
    }

    private static void warmUp(List<Lane> lanes) throws IOException, InterruptedException {
        Together.run(
                lanes.size(),
                lanes.stream().<Together.Part>map(lane -> lane::warmUp).toList());
    }
}
