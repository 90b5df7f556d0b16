package org.gleaner.cli.simulate;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.simulator.experiment.Combination;
import org.gleaner.simulator.experiment.Options;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.argument.Flag;
import org.gleaner.terminal.argument.Syntax;
import org.gleaner.terminal.argument.Syntax.Operands;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Exit;
import org.gleaner.terminal.console.Surroundings;
import org.gleaner.terminal.verb.CliVerb;

/** Runs the grid in virtual time: strategies on machines and work that are described or recorded, or among faults. */
public final class SimulateVerb implements CliVerb {
    private static final int USUAL_SEEDS = 20;

    @Override
    public Syntax syntax() {
        List<Flag> flags = new ArrayList<>(List.of(
                StudyFlags.STRATEGIES,
                StudyFlags.REDUNDANCY,
                StudyFlags.SET,
                Flag.one(
                        "seeds",
                        "N",
                        "how many runs (" + USUAL_SEEDS + ", with --faults " + Campaign.USUAL_SEEDS + ")"),
                StudyFlags.FROM_SEED,
                Flag.one("timeout", "3", "minutes until a vanished machine is noticed"),
                StudyFlags.THREADS));
        flags.addAll(ScenarioFlags.ALL);
        flags.addAll(OutputFiles.ALL);
        flags.add(Flag.JSON);
        flags.add(Flag.on(
                "supervised", "for a program: progress and result as JSON lines; ends when standard input ends"));
        flags.add(
                Flag.one("suppose", "F", "for a program: compare a history with one that differs as F says, as JSON"));
        flags.add(Flag.on("faults", "inject faults instead: crashes, lost messages, dying agents and more"));
        flags.add(Flag.one("sqlite", "K", "--faults: run the first K seeds on a real database"));
        flags.add(Flag.one("state", "F", "--faults: continue the campaign in this file, and record progress there"));
        return Syntax.of("simulate", "compare strategies on simulated machines and work", Operands.of("FILE.xml", 0, 1))
                .example(
                        "gleaner simulate lab.xml --strategies balanced,survival --html lab.html",
                        "which strategy would finish first on these machines, with pictures")
                .example(
                        "gleaner simulate --trace up.csv.gz --workload jobs.swf.gz --load 0.7",
                        "on a record of real machines and a log of real jobs")
                .example(
                        "gleaner simulate --faults --seeds 200000 --state campaign.txt",
                        "a long fault campaign; Ctrl-C stops it, the same command continues it")
                .flags(flags);
    }

    @Override
    public int run(Arguments arguments, Surroundings here) throws CliFailure, IOException, InterruptedException {
        if (arguments.has("faults")) {
            return new Campaign(arguments, here).run();
        }
        for (String flag : List.of("sqlite", "state")) {
            if (arguments.has(flag)) {
                throw arguments.unusable(flag, "It requires --faults.");
            }
        }
        if (arguments.has("suppose")) {
            SupervisedStudy supervision = SupervisedStudy.begin(here);
            supervision.tell(PastContrast.read(arguments, supervision.here()));
            return Exit.OK;
        }
        // What is quickly refused comes first: reading a trace may take a while.
        OutputFiles files = new OutputFiles(arguments, here);
        List<Combination> combinations = StudyFlags.combinations(arguments);
        List<Long> seeds = StudyFlags.seeds(arguments, USUAL_SEEDS);
        Options options = StudyFlags.options(arguments);
        int threads = StudyFlags.threads(arguments);
        SupervisedStudy supervision = arguments.has("supervised") ? SupervisedStudy.begin(here) : null;
        Surroundings there = supervision == null ? here : supervision.here();
        Study study = new Study(new ScenarioFlags(arguments, there).chosen(), combinations, seeds, options, threads);
        if (supervision == null) {
            study.tell(files, arguments.json(), here);
        } else {
            supervision.tell(study);
        }
        return Exit.OK;
    }
}
