package org.gleaner.cli.simulate;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.simulator.bound.Bounds;
import org.gleaner.simulator.experiment.Combination;
import org.gleaner.simulator.experiment.Experiments;
import org.gleaner.simulator.experiment.Experiments.Outcome;
import org.gleaner.simulator.experiment.Options;
import org.gleaner.simulator.experiment.RunResult;
import org.gleaner.simulator.report.Findings;
import org.gleaner.simulator.report.Yardstick;
import org.gleaner.simulator.scenario.Trial;
import org.gleaner.terminal.console.Printer;
import org.gleaner.terminal.console.ProgressLine;
import org.gleaner.terminal.console.Surroundings;

/** Runs every combination on every seed, shows how far it is, and tells what came of it. */
record Study(
        ScenarioFlags.Chosen chosen, List<Combination> combinations, List<Long> seeds, Options options, int threads) {
    Study {
        combinations = List.copyOf(combinations);
        seeds = List.copyOf(seeds);
    }

    /** Hears of each run that has ended, from whichever thread did it. */
    interface Watcher {
        void told(int runs, int of);
    }

    /** Runs it, writes the files, prints the table or the JSON. */
    Findings tell(OutputFiles files, boolean json, Surroundings here) throws IOException, InterruptedException {
        Bar bar = new Bar(here);
        Findings findings = run(files.showMachines(), bar);
        bar.end();
        files.write(findings);
        if (json) {
            Printer.json(here.out(), findings, FindingsJson::write);
        } else {
            new FindingsTable(findings).print(here.out());
            files.paths().forEach(file -> here.out().println("written: " + Printer.printable(file.toString())));
        }
        return findings;
    }

    Findings run(boolean strips, Watcher watcher) throws InterruptedException {
        List<Outcome<Yardstick>> outcomes = new ArrayList<>();
        int all = combinations.size() * seeds.size();
        watcher.told(0, all);
        // Only the first seed is drawn; what machines did on the others would fill the memory for nothing.
        outcomes.addAll(part(
                seeds.subList(0, 1), strips ? options.withStrips() : options, (runs, of) -> watcher.told(runs, all)));
        outcomes.addAll(part(
                seeds.subList(1, seeds.size()), options, (runs, of) -> watcher.told(combinations.size() + runs, all)));
        Map<Combination, List<RunResult>> runs = new LinkedHashMap<>();
        for (int i = 0; i < combinations.size(); i++) {
            int index = i;
            runs.put(
                    combinations.get(i),
                    outcomes.stream().map(one -> one.results().get(index)).toList());
        }
        List<Yardstick> yardsticks = outcomes.stream().map(Outcome::study).toList();
        return new Findings(chosen.scenario().name(), chosen.scale(), yardsticks, runs);
    }

    private List<Outcome<Yardstick>> part(List<Long> some, Options how, Experiments.Progress progress)
            throws InterruptedException {
        return new Experiments(chosen.scenario(), combinations, how).run(some, Study::yardstick, threads, progress);
    }

    private static Yardstick yardstick(Trial trial) {
        return new Yardstick(trial.seed(), Bounds.capacity(trial), Bounds.clairvoyant(trial));
    }

    /** Runs end on many threads; only a person at a terminal sees it. */
    private static final class Bar implements Watcher {
        private final ProgressLine line;
        private final boolean seen;
        private int all;
        private int done;

        Bar(Surroundings here) {
            this.line = new ProgressLine(here.streams().stderr().drawn(), true, "runs");
            this.seen = here.streams().errIsTerminal();
        }

        @Override
        public synchronized void told(int runs, int of) {
            all = of;
            done = Math.max(done, runs);
            if (seen && runs > 0) {
                line.show(counts(), false);
            }
        }

        synchronized void end() {
            if (seen) {
                line.end(counts());
            }
        }

        private TaskCounts counts() {
            return new TaskCounts(0, all - done, 0, done, 0, 0, 0);
        }
    }
}
