package org.gleaner.lab.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gleaner.cli.verb.LabVerb;
import org.gleaner.core.grid.StoreException;
import org.gleaner.lab.child.Launch;
import org.gleaner.lab.child.TemporaryFolder;
import org.gleaner.lab.child.Unstarted;
import org.gleaner.server.store.StoreUnusable;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.argument.Flag;
import org.gleaner.terminal.argument.Syntax;
import org.gleaner.terminal.argument.Syntax.Operands;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Exit;
import org.gleaner.terminal.console.Printer;
import org.gleaner.terminal.console.Surroundings;
import org.gleaner.terminal.verb.CliVerb;

/** Measures this program against its own bars; the exit code says whether all of them were kept. */
public final class BenchVerb implements CliVerb {
    /** For two versions: each round is two whole runs. */
    private static final int ROUNDS = 3;

    private static final String POSTGRES = "postgres";
    private static final String ETA = "eta";
    private static final String UNITS = "units";

    /** Measures something. */
    private interface Bench {
        BenchReport run(BenchFrame bench)
                throws CliFailure, IOException, InterruptedException, StoreException, StoreUnusable;
    }

    /** By the words that people type. */
    private static final Map<String, Bench> BENCHES = new LinkedHashMap<>();

    private static final List<Syntax.Example> TOLD = new ArrayList<>();

    /** Those that can use another database. */
    private static final Map<String, Bench> ON_POSTGRES = new LinkedHashMap<>();

    static {
        add("dispatch", "what one task costs the server", bench -> new DispatchBench(bench).onSqlite());
        add("queue", "whether a million tasks cost more than a thousand", bench -> new QueueBench(bench).run());
        add("submit", "how many jobs a second it takes", bench -> new SubmitBench(bench).run());
        add("decide", "what one decision costs", bench -> new DecideBench(bench).run());
        add("simulate", "what a simulated start costs", bench -> new SimulateBench(bench).run());
        add("forecast", "what looking ahead costs", bench -> new ForecastBench(bench).run());
        add(ETA, "whether a job is done when 'gleaner eta' says", bench -> new EtaBench(bench).run());
        add("start", "what starting a command costs", bench -> new StartBench(bench).run());
        add("spawn", "what an agent needs for very short tasks", bench -> new SpawnBench(bench).run());
        add("calls", "how an executor compares with plain threads", bench -> new CallsBench(bench).run());
        add("warm", "what a task costs in a warm JVM", bench -> new WarmBench(bench).run());
        add(UNITS, "whether a long problem takes more memory", bench -> new UnitsBench(bench).run());
        add("files", "what inputs and results cost", bench -> new FilesBench(bench).run());
        add("agents", "how many agents one server serves", bench -> new AgentsBench(bench).run());
        add("feed", "what a thousand followers of the feed cost", bench -> new FeedBench(bench).run());
        add("page", "how fast the page is in a large pool", bench -> new PageBench(bench).run());
        add("agent-idle", "what an idle agent costs", bench -> new AgentIdleBench(bench).run());
        add("foreground", "what the person at the machine notices", bench -> new ForegroundBench(bench).run());
        add("peers", "other systems compared with this one", bench -> new PeersBench(bench).run());
        ON_POSTGRES.put("dispatch", bench -> new DispatchBench(bench).onPostgres());
        ON_POSTGRES.put("submit", bench -> new SubmitBench(bench).onPostgres());
    }

    private static void add(String name, String purpose, Bench bench) {
        BENCHES.put(name, bench);
        TOLD.add(new Syntax.Example(name, purpose));
    }

    @Override
    public Syntax syntax() {
        return Syntax.of(LabVerb.BENCH.word(), LabVerb.BENCH.purpose(), Operands.of("BENCHMARK", 1, 1))
                .terms(TOLD)
                .example("gleaner bench dispatch", "what one task costs the server, in two minutes")
                .example("gleaner bench queue", "whether a million tasks cost more than a thousand")
                .example("gleaner bench dispatch --json", "for scripts; exit code 1 if a bar is missed")
                .flags(
                        Flag.one("db", "postgres", "dispatch, submit: use a private PostgreSQL instead of SQLite"),
                        Flag.one(
                                "against", "JAR", "dispatch, queue, decide, start: alternate with another gleaner.jar"),
                        Flag.one("rounds", "N", "with --against: how often each is measured (" + ROUNDS + ")"),
                        Flag.one("seed", "S", "eta: determines how long tasks take and agents stay (1)"),
                        Flag.one("units", "N", "units: how many the problem has (" + UnitsBench.USUAL + ")"),
                        Flag.JSON);
    }

    @Override
    public int run(Arguments arguments, Surroundings here) throws CliFailure, IOException, InterruptedException {
        String name = arguments.operand(0, "");
        Bench bench = BENCHES.get(name);
        if (bench == null) {
            throw CliFailure.usage(
                    "There is no benchmark '" + name + "'.",
                    "The benchmarks are " + String.join(", ", BENCHES.keySet()) + ".",
                    Arguments.seeHelp("bench"));
        }
        if (arguments.has("rounds") && !arguments.has("against")) {
            throw arguments.unusable("rounds", "It counts the rounds of --against, which is not given.");
        }
        if (arguments.has("seed") && !name.equals(ETA)) {
            throw arguments.unusable("seed", "Only eta draws by lot what happens.");
        }
        int seed = arguments.count("seed", 0, 1);
        if (arguments.has(UNITS) && !name.equals(UNITS)) {
            throw arguments.unusable(UNITS, "Only the benchmark of that name has a problem with units.");
        }
        int units = arguments.count(UNITS, UnitsBench.LEAST, UnitsBench.USUAL);
        List<String> flags = database(name, arguments);
        QuietLog.install();
        BenchReport report;
        try (TemporaryFolder folder = new TemporaryFolder()) {
            BenchFrame workbench = new BenchFrame(Launch.of(here), folder, here.err(), seed, units);
            report = arguments.has("against")
                    ? compare(name, flags, arguments, here, workbench)
                    : measure(flags.isEmpty() ? bench : ON_POSTGRES.getOrDefault(name, bench), workbench);
            // Before a million files are removed, which takes minutes.
            if (arguments.json()) {
                Printer.json(here.out(), report, BenchReport::writeJson);
            } else {
                here.out().print(report.text());
            }
            here.out().flush();
        }
        return report.isGood() ? Exit.OK : Exit.FAILED;
    }

    /** The flags that choose the database; empty for the usual one. */
    private static List<String> database(String name, Arguments arguments) throws CliFailure {
        String database = arguments.text("db");
        if (database == null) {
            return List.of();
        }
        if (!ON_POSTGRES.containsKey(name) || !database.equals(POSTGRES)) {
            throw CliFailure.usage(
                    "'bench " + name + "' has no --db " + database + ".",
                    "Only " + String.join(" and ", ON_POSTGRES.keySet()) + " have one, --db postgres.",
                    Arguments.seeHelp("bench"));
        }
        return List.of("--db", POSTGRES);
    }

    private static BenchReport compare(
            String name, List<String> flags, Arguments arguments, Surroundings here, BenchFrame workbench)
            throws CliFailure, IOException, InterruptedException {
        Costs costs = Costs.of(name);
        if (costs == null) {
            throw CliFailure.usage(
                    "'bench " + name + "' can't compare versions.",
                    "--against works with dispatch, queue, decide and start.",
                    Arguments.seeHelp("bench"));
        }
        Version other = Version.of(here.file(arguments.text("against", "")));
        int rounds = arguments.count("rounds", 1, ROUNDS);
        try {
            return new VersionsBench(costs, workbench).run(other, rounds, flags);
        } catch (FleetFailure | Unstarted failed) {
            throw CliFailure.refused(
                    "One of the versions could not be measured.",
                    failed.getMessage() + ".",
                    "Run 'gleaner bench " + name + "' with that version alone.");
        }
    }

    private static BenchReport measure(Bench bench, BenchFrame workbench)
            throws CliFailure, IOException, InterruptedException {
        try {
            return bench.run(workbench);
        } catch (FleetFailure | Unstarted failed) {
            throw CliFailure.unreachable(
                    "The benchmark's server failed.",
                    failed.getMessage() + ".",
                    "Run it again; if it still fails, check with 'gleaner demo' that a server works here at all.");
        } catch (StoreException | StoreUnusable failed) {
            throw CliFailure.refused(
                    "The benchmark's store failed.",
                    String.valueOf(failed.getMessage()),
                    "Check the free space and the permissions of the directory for temporary files.");
        }
    }
}
