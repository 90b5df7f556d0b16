package org.gleaner.lab;

import org.gleaner.cli.VerbGroups;
import org.gleaner.cli.Verbs;
import org.gleaner.cli.simulate.ReproduceVerb;
import org.gleaner.cli.verb.HelpVerb;
import org.gleaner.cli.verb.LabVerb;
import org.gleaner.lab.bench.BenchVerb;
import org.gleaner.lab.bench.RealPool;
import org.gleaner.lab.bench.RealProblems;
import org.gleaner.lab.demo.DemoVerb;
import org.gleaner.lab.fuzz.FuzzVerb;
import org.gleaner.lab.torture.TortureVerb;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.verb.CliVerb;

/** The program's verbs and those of the laboratory. */
final class LabVerbs {
    private LabVerbs() {}

    static CliVerb named(String name) throws CliFailure {
        LabVerb ours = LabVerb.named(name);
        if (ours == null) {
            return switch (name) {
                case "help" -> new HelpVerb(VerbGroups.ALL, LabVerbs::named);
                case "reproduce" -> new ReproduceVerb(RealPool::open, RealProblems::run);
                default -> Verbs.named(name);
            };
        }
        return switch (ours) {
            case DEMO -> new DemoVerb();
            case BENCH -> new BenchVerb();
            case FUZZ -> new FuzzVerb(Verbs.RUNNER::run, VerbGroups.names(), LabVerbs::named);
            case TORTURE -> new TortureVerb();
        };
    }
}
