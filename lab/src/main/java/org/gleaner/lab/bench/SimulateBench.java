package org.gleaner.lab.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.gleaner.simulator.experiment.Combination;
import org.gleaner.simulator.experiment.Experiment;
import org.gleaner.simulator.experiment.Options;
import org.gleaner.simulator.experiment.RunResult;
import org.gleaner.simulator.scenario.Assumptions;
import org.gleaner.simulator.scenario.Scenario;
import org.gleaner.simulator.scenario.ScenarioError;
import org.gleaner.simulator.scenario.XmlScenario;

/**
 * How many task starts a minute of one core simulates, with the paper's four types on pools that sometimes fail. The
 * CPU time is that of the whole process, so that what the collector and the compiler do counts too.
 */
record SimulateBench(BenchFrame bench) {
    /**
     * A pool and its work.
     *
     * @param fails whether machines fail now and then
     * @param times how many times the paper's 5 100 tasks
     */
    private record Pool(int nodes, boolean fails, int times) {
        String label() {
            return nodes + (fails ? " nodes that fail" : " nodes that stay");
        }
    }

    private static final Pool SMALL = new Pool(120, true, 200);
    private static final Pool LARGE = new Pool(10_000, false, 300);
    /** For the reader: when work runs out, most of these wait while some of them fail with what is left. */
    private static final Pool FAILING = new Pool(10_000, true, 300);

    private static final int WARM_UP_TIMES = 60;
    private static final int STEPS = 100_000;
    private static final double MICROS_PER_START = 10;
    private static final double NANOS_PER_MICRO = 1e3;
    private static final double MICROS_PER_MINUTE = 60e6;
    private static final Combination BALANCED = new Combination("balanced", "off");

    BenchReport run() throws IOException {
        // The code is compiled before anything counts.
        Scenario warmUp = scenario(new Pool(SMALL.nodes(), true, WARM_UP_TIMES));
        Experiment.run(warmUp.trial(1), BALANCED, Options.USUAL);
        Experiment.run(warmUp.trial(2), BALANCED, Options.USUAL);
        FigureTable table = FigureTable.of(
                "One run each of balanced without redundancy", "nodes | starts | CPU s | us per start | starts/min");
        List<Bar> bars = new ArrayList<>();
        for (Pool pool : List.of(SMALL, LARGE, FAILING)) {
            Scenario scenario = scenario(pool);
            long before = ThisMachine.processNanos();
            RunResult result = Experiment.run(scenario.trial(3), BALANCED, Options.USUAL);
            double micros = (ThisMachine.processNanos() - before) / NANOS_PER_MICRO;
            double perStart = micros / result.starts();
            table = table.with(
                    pool.label(), (double) result.starts(), micros / 1e6, perStart, MICROS_PER_MINUTE / perStart);
            if (!pool.equals(FAILING)) {
                bars.add(new Bar("a start among " + pool.label(), perStart, MICROS_PER_START, "us"));
            }
        }
        bench.notes()
                .addAll(List.of(
                        "CPU time of all threads, including that of drawing the trial",
                        "10 us per start are 6 000 000 starts a minute"));
        return bench.report("simulate", List.of(table), bars);
    }

    private Scenario scenario(Pool pool) throws IOException {
        Path file = bench.folder().file("pool.xml");
        Files.writeString(file, xml(pool), StandardCharsets.UTF_8);
        try {
            return XmlScenario.read(file, Assumptions.USUAL);
        } catch (ScenarioError e) {
            throw new IllegalStateException("the benchmark's own scenario is wrong", e);
        }
    }

    private static String xml(Pool pool) {
        int nodes = pool.nodes();
        int times = pool.times();
        double rare = pool.fails() ? 0.2 : 0;
        StringBuilder xml = new StringBuilder("<scenario name=\"bench\">\n<clients>\n");
        client(xml, "steady", nodes / 6, 4000, 600, 0);
        client(xml, "office", nodes / 3, 5000, 240, rare);
        client(xml, "lab", nodes / 3, 6000, 120, rare);
        client(xml, "old", nodes - nodes / 6 - 2 * (nodes / 3), 8000, 300, rare);
        xml.append("</clients>\n<simulation>\n");
        step(xml, 4000 * times, 10, 0);
        step(xml, 800 * times, 50, 0);
        step(xml, 200 * times, 200, 0);
        step(xml, 100 * times, 400, STEPS);
        return xml.append("</simulation>\n</scenario>\n").toString();
    }

    private static void client(StringBuilder xml, String name, int count, int power, int zero, double fail) {
        xml.append(String.format(
                Locale.ROOT,
                "<client name=\"%s\" cnt=\"%d\" power=\"%d\" zerofp1=\"%d\" incfp1=\"120\" fail1=\"%s\""
                        + " zerofp2=\"%d\" incfp2=\"120\" fail2=\"%s\"/>%n",
                name,
                count,
                power,
                zero,
                fail,
                zero,
                fail));
    }

    private static void step(StringBuilder xml, int count, int duration, int steps) {
        xml.append(String.format(
                Locale.ROOT,
                "<step cnt=\"%d\" jobtype=\"job_%d\" jobduration=\"%d\" steps=\"%d\"/>%n",
                count,
                duration,
                duration,
                steps));
    }
}
