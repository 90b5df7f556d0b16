package org.gleaner.simulator.scenario;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Machines and jobs as the paper describes them in XML: kinds of machine with a power and two sets of failure figures,
 * and steps that add jobs and then let time pass. One step is one minute. The first set holds for the first third of
 * all steps. Immutable.
 */
public final class XmlScenario implements Scenario {
    /** Whose jobs are of which nothing is said: the paper knows types only. */
    static final String OWNER = "user";

    private static final int PATIENCE = 10;

    private final String name;
    private final List<Clients> clients;
    private final List<Jobs> jobs;
    private final Assumptions assumptions;

    XmlScenario(String name, List<Clients> clients, List<Jobs> jobs, Assumptions assumptions) {
        this.name = name;
        this.clients = List.copyOf(clients);
        this.jobs = List.copyOf(jobs);
        this.assumptions = assumptions;
    }

    /** @param name what errors call the text */
    public static XmlScenario parse(String name, String text, Assumptions assumptions) throws ScenarioError {
        try {
            return XmlReader.read(name, new ByteArrayInputStream(text.getBytes(UTF_8)), assumptions);
        } catch (IOException impossible) {
            throw new UncheckedIOException("memory can't fail", impossible);
        }
    }

    /** @throws ScenarioError if the file cannot be read or says something that it must not */
    public static XmlScenario read(Path file, Assumptions assumptions) throws ScenarioError {
        return XmlReader.read(file, assumptions);
    }

    /** Machines that differ by their number only. */
    record Clients(String name, int count, double power, FailureModel first, FailureModel second) {}

    /** @param steps how much time passes after these jobs have arrived */
    record Jobs(String owner, String type, int count, double duration, int steps) {}

    @Override
    public String name() {
        return name;
    }

    @Override
    public Trial trial(long seed) {
        long horizon = jobs.stream().mapToLong(Jobs::steps).sum() * Trial.STEP;
        long limit = horizon * PATIENCE;
        return new Trial(name, seed, machines(seed, horizon, limit), batches(seed), 0, horizon, limit);
    }

    private List<TrialMachine> machines(long seed, long horizon, long limit) {
        List<TrialMachine> machines = new ArrayList<>();
        double switchAt = (double) horizon / Trial.STEP / 3;
        for (Clients kind : clients) {
            Cycle cycle = new Cycle(kind.first(), kind.second(), switchAt, assumptions);
            for (int i = 1; i <= kind.count(); i++) {
                RandomGenerator random = Luck.of(seed, "machine " + kind.name(), i);
                UpWindows windows = new DrawnWindows(cycle, random, limit);
                machines.add(new TrialMachine(kind.name() + "-" + i, kind.name(), kind.power(), windows));
            }
        }
        return machines;
    }

    private List<Batch> batches(long seed) {
        List<Batch> batches = new ArrayList<>();
        long arrives = 0;
        for (int i = 0; i < jobs.size(); i++) {
            Jobs step = jobs.get(i);
            RandomGenerator random = Luck.of(seed, "jobs", i);
            double average = step.duration() * Trial.STEP;
            long[] works = new long[step.count()];
            for (int task = 0; task < works.length; task++) {
                double away = assumptions.spread() * (2 * random.nextDouble() - 1);
                works[task] = Math.max(1, Math.round(average * (1 + away)));
            }
            if (works.length > 0) {
                batches.add(new Batch(arrives, step.owner(), step.type(), works));
            }
            arrives += step.steps() * Trial.STEP;
        }
        return batches;
    }
}
