package org.gleaner.cli.simulate;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.gleaner.protocol.problem.Nearest;
import org.gleaner.simulator.experiment.Options;
import org.gleaner.simulator.report.Findings;
import org.gleaner.simulator.report.TimeScale;
import org.gleaner.simulator.scenario.Assumptions;
import org.gleaner.simulator.scenario.BuiltInScenarios;
import org.gleaner.simulator.scenario.GolemRecipe;
import org.gleaner.simulator.scenario.ScenarioError;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.argument.Flag;
import org.gleaner.terminal.argument.Syntax;
import org.gleaner.terminal.argument.Syntax.Operands;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Exit;
import org.gleaner.terminal.console.Surroundings;
import org.gleaner.terminal.verb.CliVerb;

/** Repeats a known experiment with one command; the exit code says whether what it should show is seen. */
public final class ReproduceVerb implements CliVerb {
    private static final String PAPER = "heterogeneous";
    private static final double USUAL_LOAD = 0.7;
    /** In hours: no job takes that long. */
    private static final int EVER = 1_000_000;

    private static final String BRIEF = "brief";
    private static final String REAL = "real";

    private final MeasuredPool.Maker pools;
    private final MeasuredProblems problems;

    /** Without anything real to measure. */
    public ReproduceVerb() {
        this(
                here -> {
                    throw elsewhere(SpeedUpStudy.NAME);
                },
                here -> {
                    throw elsewhere(BalanceStudy.NAME + " --" + REAL);
                });
    }

    /**
     * For what is measured and not simulated.
     *
     * @param pools of agents
     * @param problems that share nodes
     */
    public ReproduceVerb(MeasuredPool.Maker pools, MeasuredProblems problems) {
        this.pools = pools;
        this.problems = problems;
    }

    private static CliFailure elsewhere(String words) {
        return CliFailure.usage(
                "'gleaner reproduce " + words + "' is not in gleaner.jar.",
                "It is in gleaner-lab.jar, which the script 'gleaner' starts together with it.",
                "Run ./gleaner reproduce " + words + ".");
    }

    @Override
    public Syntax syntax() {
        List<Flag> flags = new ArrayList<>(List.of(
                Flag.one("data", "DIR", "golem-…, forecast…: where the traces are"),
                Flag.one("load", "0.7", "golem-arrivals: work as a fraction of what the machines can do"),
                Flag.one("longest", "HOURS", "golem-bag: leave out jobs that take longer"),
                Flag.on(REAL, "page-fig3: beside the simulation, real problems on a real server"),
                Flag.one("agents", "N", "page-fig4: the most agents (" + SpeedUpStudy.AGENTS + ")"),
                Flag.on(BRIEF, "page-fig4: only with one agent and with the most"),
                StudyFlags.STRATEGIES,
                StudyFlags.REDUNDANCY,
                StudyFlags.SET,
                StudyFlags.SEEDS,
                StudyFlags.FROM_SEED,
                StudyFlags.THREADS));
        flags.addAll(OutputFiles.ALL);
        flags.add(Flag.JSON);
        return Syntax.of(
                        "reproduce",
                        "repeat a known experiment and say whether its effect shows",
                        Operands.of("EXPERIMENT", 1, 1))
                .example("gleaner reproduce joschka-fig5", "does uptime beat balanced? with a picture")
                .example(
                        "gleaner reproduce golem-bag --data traces",
                        "the same question on a record of volunteers' machines")
                .example("gleaner reproduce forecast --data traces", "do jobs end when the forecasts said they would?")
                .flags(flags)
                .terms(List.of(
                        new Syntax.Example("joschka-fig5", "does uptime end before balanced?"),
                        new Syntax.Example("joschka-fig6", "do copies let both end earlier?"),
                        new Syntax.Example("golem-bag", "all work at once on a record of volunteers' machines"),
                        new Syntax.Example("golem-arrivals", "the same where work arrives over time"),
                        new Syntax.Example("forecast", "do jobs end when the forecasts said they would?"),
                        new Syntax.Example("forecast-waits", "do jobs of a cluster start when the forecasts said?"),
                        new Syntax.Example(BalanceStudy.NAME, "are problems that come later served like the others?"),
                        new Syntax.Example(SpeedUpStudy.NAME, "how much faster are many real agents than one?")));
    }

    /** Experiments with strategies, then those with forecasts. */
    private static List<String> names() {
        List<String> names = new ArrayList<>(Reproduction.names());
        names.addAll(ForecastStudy.NAMES);
        names.add(BalanceStudy.NAME);
        names.add(SpeedUpStudy.NAME);
        return names;
    }

    @Override
    public int run(Arguments arguments, Surroundings here) throws CliFailure, IOException, InterruptedException {
        if (arguments.has(REAL) && !BalanceStudy.NAME.equals(arguments.operand(0, ""))) {
            throw arguments.unusable(REAL, "Only " + BalanceStudy.NAME + " has real problems beside its simulation.");
        }
        if (ForecastStudy.NAMES.contains(arguments.operand(0, ""))) {
            return forecast(arguments.operand(0, ""), arguments, here);
        }
        if (BalanceStudy.NAME.equals(arguments.operand(0, ""))) {
            return balance(arguments, here);
        }
        if (SpeedUpStudy.NAME.equals(arguments.operand(0, ""))) {
            return speedUp(arguments, here);
        }
        for (String own : List.of("agents", BRIEF)) {
            if (arguments.has(own)) {
                throw arguments.unusable(own, "Only " + SpeedUpStudy.NAME + " has agents.");
            }
        }
        Reproduction known = named(arguments.operand(0, ""));
        Reproduction wanted =
                StudyFlags.saysWhatIsTried(arguments) ? known.with(StudyFlags.combinations(arguments)) : known;
        // A picture is half of the answer, unless a script asks.
        Map<String, String> usual = arguments.json() ? Map.of() : Map.of("plot", wanted.name() + ".svg");
        OutputFiles files = new OutputFiles(arguments, here, usual);
        Study study = new Study(
                scenario(wanted, arguments, here),
                wanted.combinations(),
                StudyFlags.seeds(arguments, wanted.seeds()),
                Options.USUAL,
                StudyFlags.threads(arguments));
        Findings findings = study.tell(files, arguments.json(), here);
        if (!arguments.json()) {
            here.out().println(wanted.verdict(findings));
        }
        return wanted.isSeen(findings) ? Exit.OK : Exit.FAILED;
    }

    /** All of it is fixed but the picture. */
    private int balance(Arguments arguments, Surroundings here) throws CliFailure, IOException, InterruptedException {
        onlyWith(arguments, BalanceStudy.NAME, List.of("plot", "json", REAL));
        Map<String, String> usual = arguments.json() ? Map.of() : Map.of("plot", BalanceStudy.NAME + ".svg");
        BalanceStudy study = new BalanceStudy(new OutputFiles(arguments, here, usual), arguments.json(), here);
        return arguments.has(REAL) ? study.run(problems) : study.run();
    }

    private int speedUp(Arguments arguments, Surroundings here) throws CliFailure, IOException, InterruptedException {
        onlyWith(arguments, SpeedUpStudy.NAME, List.of("plot", "json", "agents", BRIEF));
        int most = arguments.count("agents", 1, 1_000, SpeedUpStudy.AGENTS);
        Map<String, String> usual = arguments.json() ? Map.of() : Map.of("plot", SpeedUpStudy.NAME + ".svg");
        OutputFiles files = new OutputFiles(arguments, here, usual);
        return new SpeedUpStudy(files, arguments.json(), here)
                .run(pools, SpeedUpStudy.numbers(most, arguments.has(BRIEF)));
    }

    private static void onlyWith(Arguments arguments, String name, List<String> known) throws CliFailure {
        for (String flag : arguments.flags().keySet()) {
            if (!known.contains(flag)) {
                throw arguments.unusable(flag, name + " has no use for it.");
            }
        }
    }

    private static int forecast(String name, Arguments arguments, Surroundings here)
            throws CliFailure, IOException, InterruptedException {
        for (String flag : List.of("load", "longest", "strategies", "redundancy", "set", "csv", "html", "plot")) {
            boolean used = List.of("set", "plot").contains(flag) && name.equals(ForecastStudy.ENDS);
            if (arguments.has(flag) && !used) {
                throw arguments.unusable(flag, name + " has no use for it.");
            }
        }
        String data = arguments.text("data");
        if (data == null) {
            throw needsData(name);
        }
        OutputFiles files = new OutputFiles(arguments, here);
        try {
            ForecastStudy study =
                    new ForecastStudy(here.file(data), StudyFlags.settings(arguments), files, arguments.json(), here);
            return study.run(name, StudyFlags.seeds(arguments, ForecastStudy.SEEDS), StudyFlags.threads(arguments));
        } catch (ScenarioError wrong) {
            throw ScenarioFlags.told(wrong);
        }
    }

    private static CliFailure needsData(String name) {
        return CliFailure.usage(
                name + " requires --data.",
                "It needs records of real machines, which do not come with the program.",
                "Write --data DIR; docs/SIMULATOR.md says which files and where to get them.");
    }

    private static Reproduction named(String name) throws CliFailure {
        for (Reproduction one : Reproduction.ALL) {
            if (one.name().equals(name)) {
                return one;
            }
        }
        String near = Nearest.to(name, names());
        throw CliFailure.usage(
                "There is no experiment '" + name + "'.",
                "There are " + String.join(", ", names()) + ".",
                near == null ? Arguments.seeHelp("reproduce") : "Did you mean 'gleaner reproduce " + near + "'?");
    }

    private static ScenarioFlags.Chosen scenario(Reproduction wanted, Arguments arguments, Surroundings here)
            throws CliFailure {
        String data = arguments.text("data");
        if (wanted.data() && data == null) {
            throw needsData(wanted.name());
        }
        if (!wanted.data() && data != null) {
            throw CliFailure.usage(
                    "--data does not apply here.", wanted.name() + " brings its own machines.", "Leave it out.");
        }
        if (arguments.has("load") && !wanted.name().equals("golem-arrivals")) {
            throw arguments.unusable("load", "Only golem-arrivals has one.");
        }
        if (arguments.has("longest") && !wanted.name().equals("golem-bag")) {
            throw arguments.unusable("longest", "Only golem-bag has it.");
        }
        Duration longest = Duration.ofHours(arguments.count("longest", 1, EVER));
        double load = StudyFlags.number(arguments, "load", 0.01, 10, USUAL_LOAD);
        try {
            if (data == null) {
                return new ScenarioFlags.Chosen(BuiltInScenarios.named(PAPER, Assumptions.USUAL), TimeScale.STEPS);
            }
            GolemRecipe recipe = GolemRecipe.in(here.file(data));
            return new ScenarioFlags.Chosen(
                    wanted.name().equals("golem-bag") ? recipe.bag(longest) : recipe.arrivals(load), TimeScale.HOURS);
        } catch (ScenarioError wrong) {
            throw ScenarioFlags.told(wrong);
        }
    }
}
