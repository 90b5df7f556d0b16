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

    /** Runs it, writes the files, prints the table or the JSON. */
    Findings tell(OutputFiles files, boolean json, Surroundings here) throws IOException, InterruptedException {
        Findings findings = run(files.showMachines(), here);
        files.write(findings);
        if (json) {
            Printer.json(here.out(), findings, FindingsJson::write);
        } else {
            new FindingsTable(findings).print(here.out());
            files.paths().forEach(file -> here.out().println("written: " + Printer.printable(file.toString())));
        }
        return findings;
    }

    Findings run(boolean strips, Surroundings here) throws InterruptedException {
        List<Outcome<Yardstick>> outcomes = new ArrayList<>();
        Bar bar = new Bar(here, combinations.size() * seeds.size());
        // Only the first seed is drawn; what machines did on the others would fill the memory for nothing.
        outcomes.addAll(part(seeds.subList(0, 1), strips ? options.withStrips() : options, bar));
        outcomes.addAll(part(seeds.subList(1, seeds.size()), options, bar));
        bar.end();
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

    private List<Outcome<Yardstick>> part(List<Long> some, Options how, Bar bar) throws InterruptedException {
        return new Experiments(chosen.scenario(), combinations, how)
                .run(some, Study::yardstick, threads, (runs, of) -> bar.step());
    }

    private static Yardstick yardstick(Trial trial) {
        return new Yardstick(trial.seed(), Bounds.capacity(trial), Bounds.clairvoyant(trial));
    }

    /** Runs end on many threads; only a person at a terminal sees it. */
    private static final class Bar {
        private final ProgressLine line;
        private final boolean seen;
        private final int all;
        private int done;

        Bar(Surroundings here, int all) {
            this.line = new ProgressLine(here.streams().stderr().drawn(), true, "runs");
            this.seen = here.streams().errIsTerminal();
            this.all = all;
        }

        synchronized void step() {
            done++;
            if (seen) {
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
