package org.gleaner.simulator.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.gleaner.simulator.scenario.Scenario;
import org.gleaner.simulator.scenario.Trial;
import org.jspecify.annotations.Nullable;

/**
 * Trials of one scenario, each under every combination, on some threads. Which thread does what changes nothing. A
 * trial is drawn once, shared by all who need it, and forgotten when the last of them is through.
 */
public final class Experiments {
    /** Hears of each run that is through, from whichever thread did it. */
    public interface Progress {
        void done(int runs, int of);
    }

    /**
     * What came of one trial.
     *
     * @param study what was found out about the trial itself, such as bounds
     * @param results one for each combination, in their order
     */
    public record Outcome<T>(long seed, T study, List<RunResult> results) {
        public Outcome {
            results = List.copyOf(results);
        }
    }

    private final Scenario scenario;
    private final List<Combination> combinations;
    private final Options options;

    public Experiments(Scenario scenario, List<Combination> combinations, Options options) {
        this.scenario = scenario;
        this.combinations = List.copyOf(combinations);
        this.options = options;
    }

    /** Outcomes in the order of the seeds. An exception of one run ends them all. */
    public <T> List<Outcome<T>> run(List<Long> seeds, Function<Trial, T> study, int threads, Progress progress)
            throws InterruptedException {
        ExecutorService workers = Executors.newFixedThreadPool(threads, Experiments::worker);
        try {
            int all = seeds.size() * combinations.size();
            AtomicInteger through = new AtomicInteger();
            List<Future<T>> studies = new ArrayList<>();
            List<List<Future<RunResult>>> runs = new ArrayList<>();
            for (long seed : seeds) {
                SharedTrial trial = new SharedTrial(scenario, seed, combinations.size() + 1);
                List<Future<RunResult>> row = new ArrayList<>();
                for (Combination combination : combinations) {
                    row.add(workers.submit(trial.use(drawn -> {
                        RunResult result = Experiment.run(drawn, combination, options);
                        progress.done(through.incrementAndGet(), all);
                        return result;
                    })));
                }
                runs.add(row);
                studies.add(workers.submit(trial.use(study)));
            }
            List<Outcome<T>> outcomes = new ArrayList<>();
            for (int i = 0; i < seeds.size(); i++) {
                List<RunResult> results = new ArrayList<>();
                for (Future<RunResult> run : runs.get(i)) {
                    results.add(result(run));
                }
                outcomes.add(new Outcome<>(seeds.get(i), result(studies.get(i)), results));
            }
            return outcomes;
        } finally {
            workers.shutdownNow();
        }
    }

    /** Nobody waits for a run that is of no use any more. */
    private static Thread worker(Runnable work) {
        Thread thread = new Thread(work, "experiment");
        thread.setDaemon(true);
        return thread;
    }

    private static <T> T result(Future<T> future) throws InterruptedException {
        try {
            return future.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException bug) {
                throw bug;
            }
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw new IllegalStateException(e.getCause());
        }
    }

    /** A trial that several threads use; drawn by the first of them. */
    private static final class SharedTrial {
        private final Scenario scenario;
        private final long seed;
        private int users;
        private @Nullable Trial trial;

        SharedTrial(Scenario scenario, long seed, int users) {
            this.scenario = scenario;
            this.seed = seed;
            this.users = users;
        }

        <T> Callable<T> use(Function<Trial, T> purpose) {
            return () -> {
                try {
                    return purpose.apply(drawn());
                } finally {
                    leave();
                }
            };
        }

        private synchronized Trial drawn() {
            Trial drawn = trial;
            if (drawn == null) {
                drawn = scenario.trial(seed);
                trial = drawn;
            }
            return drawn;
        }

        private synchronized void leave() {
            users--;
            if (users == 0) {
                trial = null;
            }
        }
    }
}
