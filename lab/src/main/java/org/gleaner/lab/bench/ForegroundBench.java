package org.gleaner.lab.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.gleaner.agent.machine.Signals;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.lab.child.ServerChild;

/**
 * Do people notice that their machine works for others? Programs that want all of a core, as a person's own would, run
 * while a real agent fills every core with tasks of the same kind, and in turn while it has none. The kernel counts for
 * how long they could have run and did not.
 */
record ForegroundBench(BenchFrame bench) {
    private static final int CORES = Runtime.getRuntime().availableProcessors();
    private static final ArrayShape ALL = new ArrayShape.Range(1, CORES, 1);
    private static final List<String> BUSY = List.of("sh", "-c", "while :; do :; done");
    private static final int ROUNDS = 5;
    private static final Duration PERIOD = Duration.ofSeconds(5);
    /** For processes to be started, moved to their cores, or gone. */
    private static final Duration SETTLING = Duration.ofSeconds(1);

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final double PERCENT = 3;
    /** Delay without tasks, in percent, up to which the figures can be trusted. */
    private static final double QUIET = 5;

    /** What was seen of so many programs: percentages, a figure for each round. */
    record Delays(int programs, List<Double> without, List<Double> with, List<Double> share) {
        Delays {
            without = List.copyOf(without);
            with = List.copyOf(with);
            share = List.copyOf(share);
        }

        /** How much more in the middle of the rounds: what others do on the machine is in both halves of each. */
        double more() {
            List<Double> differences = new ArrayList<>();
            for (int i = 0; i < with.size(); i++) {
                differences.add(with.get(i) - without.get(i));
            }
            return median(differences);
        }

        static double median(List<Double> figures) {
            List<Double> sorted = figures.stream().sorted().toList();
            int half = sorted.size() / 2;
            return sorted.size() % 2 == 1 ? sorted.get(half) : (sorted.get(half - 1) + sorted.get(half)) / 2;
        }
    }

    /** A period of all programs together. */
    private record Period(Schedstat delay, double share) {}

    BenchReport run() throws IOException, InterruptedException {
        List<Delays> all = new ArrayList<>();
        try (ServerChild server = bench.server();
                TaggedAgent agent =
                        TaggedAgent.start(bench.launcher(), server, bench.folder("agent"), "tasks", "auto", CORES)) {
            Submitter customer = new Submitter(server);
            customer.awaitNode(agent.agent());
            all.add(measure(1, customer, agent));
            all.add(measure(CORES, customer, agent));
        }
        return report(all);
    }

    private Delays measure(int programs, Submitter customer, TaggedAgent agent)
            throws IOException, InterruptedException {
        List<Double> without = new ArrayList<>();
        List<Double> with = new ArrayList<>();
        List<Double> share = new ArrayList<>();
        List<Process> running = new ArrayList<>();
        try {
            for (int i = 0; i < programs; i++) {
                Process one = new ProcessBuilder(BUSY).start();
                ThisMachine.endWithUs(one);
                running.add(one);
            }
            for (int round = 1; round <= ROUNDS; round++) {
                without.add(watch(running, agent).delay().delayPercent());
                // With no core left for it the agent takes minutes to start and to end tasks, and that is not the
                // question.
                signal(running, Signals.STOP);
                JobId tasks = customer.submit(Submitter.job(agent.tag(), agent.needs(), ALL, BUSY));
                await(customer, CORES);
                signal(running, Signals.CONTINUE);
                Period busy = watch(running, agent);
                signal(running, Signals.STOP);
                customer.cancel(tasks);
                await(customer, 0);
                signal(running, Signals.CONTINUE);
                with.add(busy.delay().delayPercent());
                share.add(busy.share());
                bench.say(
                        "%d in the foreground, round %d of %d: delayed %.2f %% without tasks, %.2f %% with",
                        programs,
                        round,
                        ROUNDS,
                        without.get(without.size() - 1),
                        busy.delay().delayPercent());
            }
        } finally {
            running.forEach(Process::destroyForcibly);
        }
        return new Delays(programs, without, with, share);
    }

    private static void signal(List<Process> programs, String signal) {
        Signals.send(signal, programs.stream().map(Process::pid).toList());
    }

    /** Until the agent holds so many tasks. */
    private static void await(Submitter customer, int tasks) throws IOException, InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (customer.nodes().get(0).attempts() != tasks) {
            if (System.nanoTime() > end) {
                throw new FleetFailure("its agent did not have " + tasks + " tasks within " + PATIENCE);
            }
            TimeUnit.MILLISECONDS.sleep(100);
        }
    }

    private static Period watch(List<Process> programs, TaggedAgent agent) throws IOException, InterruptedException {
        TimeUnit.NANOSECONDS.sleep(SETTLING.toNanos());
        Schedstat before = sum(programs);
        Duration cpu = agent.cpu();
        long began = System.nanoTime();
        TimeUnit.NANOSECONDS.sleep(PERIOD.toNanos());
        double share = 100.0 * agent.cpu().minus(cpu).toNanos() / (System.nanoTime() - began) / CORES;
        return new Period(sum(programs).since(before), share);
    }

    private static Schedstat sum(List<Process> programs) throws IOException {
        Schedstat sum = new Schedstat(0, 0);
        for (Process program : programs) {
            sum = sum.plus(new ProcessMeter(program.pid()).schedstat());
        }
        return sum;
    }

    private BenchReport report(List<Delays> all) {
        FigureTable table = FigureTable.of(
                "Programs that want all of a core, while tasks fill all " + CORES + " cores and while there are none",
                "programs | delay % without tasks | delay % with tasks | more % | tasks' % of all cores");
        List<Bar> bars = new ArrayList<>();
        for (Delays one : all) {
            if (Delays.median(one.without()) > QUIET) {
                bench.notes().add("other programs kept the machine so busy that the difference is within the noise");
            }
            String label = one.programs() == 1 ? "one alone" : "one per core";
            table = table.with(
                    label,
                    Delays.median(one.without()),
                    Delays.median(one.with()),
                    one.more(),
                    Delays.median(one.share()));
            bars.add(new Bar(label + ", delayed by tasks", one.more(), PERCENT, "% of its run time"));
        }
        return bench.report("foreground", List.of(table), bars);
    }
}
