package org.gleaner.cli.simulate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.cli.argument.Arguments;
import org.gleaner.cli.argument.Flag;
import org.gleaner.cli.argument.Syntax;
import org.gleaner.cli.argument.Syntax.Example;
import org.gleaner.cli.argument.Syntax.Operands;
import org.gleaner.cli.console.CliFailure;
import org.gleaner.cli.console.Exit;
import org.gleaner.cli.console.Surroundings;
import org.gleaner.cli.verb.CliVerb;
import org.gleaner.simulator.experiment.Combination;
import org.gleaner.simulator.experiment.Options;
import org.gleaner.simulator.faults.FaultCampaign;

/** Runs the grid in virtual time: strategies on machines and work that are described or recorded, or among faults. */
public final class SimulateVerb implements CliVerb {
    private static final int USUAL_WORLDS = 1000;
    private static final int USUAL_SEEDS = 20;
    private static final List<String> WITH_FAULTS = List.of("faults", "seeds", "from-seed", "sqlite");

    @Override
    public Syntax syntax() {
        List<Flag> flags = new ArrayList<>(List.of(
                Flag.one("strategies", "A,B", "which to try; all unless told"),
                Flag.one("redundancy", "A,B", "with which rules for copies: off, plain, computed"),
                Flag.many("set", "NAME=VALUE", "a setting of the server, as for 'gleaner config set'"),
                Flag.one(
                        "seeds",
                        "N",
                        "how many runs; " + USUAL_SEEDS + " unless told, " + USUAL_WORLDS + " with --faults"),
                StudyFlags.FROM_SEED,
                Flag.one("timeout", "3", "minutes until a machine that has vanished is noticed"),
                StudyFlags.THREADS));
        flags.addAll(ScenarioFlags.ALL);
        flags.addAll(OutputFiles.ALL);
        flags.add(Flag.JSON);
        flags.add(Flag.on("faults", "instead: crashes, lost messages, dying agents and all the rest"));
        flags.add(Flag.one("sqlite", "K", "--faults: so many runs, the first ones, on a real database"));
        return new Syntax(
                "simulate",
                "see what strategies would make of machines and work, in virtual time",
                Operands.of("FILE.xml", 0, 1),
                List.of(
                        new Example(
                                "gleaner simulate lab.xml --strategies balanced,survival --html lab.html",
                                "which strategy would finish first on these machines, with pictures"),
                        new Example(
                                "gleaner simulate --trace up.csv.gz --workload jobs.swf.gz --load 0.7",
                                "on a record of real machines and a log of real jobs"),
                        new Example("gleaner simulate --faults --seeds 1000", "a thousand random disasters")),
                flags);
    }

    @Override
    public int run(Arguments arguments, Surroundings here) throws CliFailure, IOException, InterruptedException {
        if (arguments.has("faults")) {
            return faults(arguments, here);
        }
        if (arguments.has("sqlite")) {
            throw arguments.unusable("sqlite", "It belongs to --faults.");
        }
        // What is quickly refused comes first: reading a trace may take a while.
        OutputFiles files = new OutputFiles(arguments, here);
        List<Combination> combinations = StudyFlags.combinations(arguments);
        List<Long> seeds = StudyFlags.seeds(arguments, USUAL_SEEDS);
        Options options = StudyFlags.options(arguments);
        int threads = StudyFlags.threads(arguments);
        Study study = new Study(new ScenarioFlags(arguments, here).chosen(), combinations, seeds, options, threads);
        study.tell(files, arguments.json(), here);
        return Exit.OK;
    }

    /** The exit code says whether anything was found. */
    private static int faults(Arguments arguments, Surroundings here) throws CliFailure, IOException {
        for (String flag : arguments.flags().keySet()) {
            if (!WITH_FAULTS.contains(flag)) {
                throw arguments.unusable(flag, "It does not go with --faults.");
            }
        }
        if (!arguments.operands().isEmpty()) {
            throw arguments.unusable("faults", "Its worlds are drawn by themselves; there is no file to read.");
        }
        FaultCampaign.Options options = new FaultCampaign.Options(
                arguments.count("from-seed", 0, 1),
                arguments.count("seeds", 1, USUAL_WORLDS),
                arguments.count("sqlite", 0, 0));
        Path folder = Files.createTempDirectory("gleaner-simulate-");
        try {
            return new FaultCampaign(here.out(), here.streams().outIsTerminal(), new SqliteDisks(folder)).run(options);
        } finally {
            Files.deleteIfExists(folder);
        }
    }
}
