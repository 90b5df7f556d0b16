package org.gleaner.cli.simulate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.gleaner.cli.argument.Arguments;
import org.gleaner.cli.argument.Flag;
import org.gleaner.cli.argument.Syntax;
import org.gleaner.cli.argument.Syntax.Example;
import org.gleaner.cli.argument.Syntax.Operands;
import org.gleaner.cli.console.CliFailure;
import org.gleaner.cli.console.Surroundings;
import org.gleaner.cli.verb.CliVerb;
import org.gleaner.simulator.faults.FaultCampaign;

/** Runs the grid in virtual time among faults; the exit code says whether anything was found. */
public final class SimulateVerb implements CliVerb {
    private static final int USUAL = 1000;

    @Override
    public Syntax syntax() {
        return new Syntax(
                "simulate",
                "run the grid in virtual time, among faults",
                Operands.NONE,
                List.of(
                        new Example("gleaner simulate --faults --seeds 1000", "a thousand random disasters"),
                        new Example("gleaner simulate --faults --seeds 1 --from-seed 8412", "replay one of them"),
                        new Example("gleaner simulate --faults --seeds 20 --sqlite 20", "on the real database")),
                List.of(
                        Flag.on("faults", "crashes, lost messages, dying agents and all the rest"),
                        Flag.one("seeds", "N", "how many runs; " + USUAL + " unless told"),
                        Flag.one("from-seed", "S", "the first one; each seed is a run of its own; 1 unless told"),
                        Flag.one("sqlite", "K", "so many of them, the first ones, on a real database")));
    }

    @Override
    public int run(Arguments arguments, Surroundings here) throws CliFailure, IOException {
        if (!arguments.has("faults")) {
            throw CliFailure.usage(
                    "What is to be simulated?",
                    "Only worlds of faults can be simulated so far.",
                    "Write 'gleaner simulate --faults'.");
        }
        FaultCampaign.Options options = new FaultCampaign.Options(
                arguments.count("from-seed", 0, 1),
                arguments.count("seeds", 1, USUAL),
                arguments.count("sqlite", 0, 0));
        Path folder = Files.createTempDirectory("gleaner-simulate-");
        try {
            return new FaultCampaign(here.out(), here.streams().outIsTerminal(), new SqliteDisks(folder)).run(options);
        } finally {
            Files.deleteIfExists(folder);
        }
    }
}
