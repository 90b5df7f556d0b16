package org.gleaner.lab.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import org.gleaner.cli.verb.LabVerb;
import org.gleaner.core.grid.StoreException;
import org.gleaner.lab.child.Launch;
import org.gleaner.lab.child.TemporaryFolder;
import org.gleaner.lab.child.Unstarted;
import org.gleaner.server.store.StoreUnusable;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.argument.Flag;
import org.gleaner.terminal.argument.Syntax;
import org.gleaner.terminal.argument.Syntax.Example;
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

    @Override
    public Syntax syntax() {
        return new Syntax(
                LabVerb.BENCH.word(),
                LabVerb.BENCH.purpose(),
                Operands.of(
                        "dispatch|queue|decide|simulate|start|spawn|files|agents|agent-idle|foreground|peers", 1, 1),
                List.of(
                        new Example("gleaner bench dispatch", "what one task costs the server, in two minutes"),
                        new Example("gleaner bench queue", "whether a million tasks cost more than a thousand"),
                        new Example("gleaner bench dispatch --json", "for scripts; exit 1 if a target is missed")),
                List.of(
                        Flag.one("db", "postgres", "dispatch: on a PostgreSQL of its own, not on SQLite"),
                        Flag.one("against", "JAR", "dispatch, queue, decide, start: in turn with another gleaner.jar"),
                        Flag.one("rounds", "N", "with --against: how often each is measured (" + ROUNDS + ")"),
                        Flag.JSON));
    }

    @Override
    public int run(Arguments arguments, Surroundings here) throws CliFailure, IOException, InterruptedException {
        String name = arguments.operand(0, "");
        if (arguments.has("rounds") && !arguments.has("against")) {
            throw arguments.unusable("rounds", "It counts the rounds of --against, which is not there.");
        }
        QuietLog.install();
        boolean onPostgres = isOnPostgres(name, arguments);
        BenchReport report = arguments.has("against")
                ? compare(name, onPostgres, arguments, here)
                : measure(name, onPostgres, Launch.of(here), here.err());
        if (arguments.json()) {
            Printer.json(here.out(), report, BenchReport::writeJson);
        } else {
            here.out().print(report.text());
        }
        return report.isGood() ? Exit.OK : Exit.FAILED;
    }

    private static boolean isOnPostgres(String name, Arguments arguments) throws CliFailure {
        String database = arguments.text("db");
        if (database != null && !(name.equals("dispatch") && database.equals("postgres"))) {
            throw CliFailure.usage(
                    "That can't be measured with --db " + database + ".",
                    "There is only 'bench dispatch --db postgres'.",
                    Arguments.seeHelp("bench"));
        }
        return database != null;
    }

    private static BenchReport compare(String name, boolean onPostgres, Arguments arguments, Surroundings here)
            throws CliFailure, IOException, InterruptedException {
        Costs costs = Costs.of(name);
        if (costs == null) {
            throw CliFailure.usage(
                    "Versions can't be compared by 'bench " + name + "'.",
                    "Only dispatch, queue, decide and start run in turn with another version.",
                    Arguments.seeHelp("bench"));
        }
        Version other = Version.of(here.file(arguments.text("against", "")));
        int rounds = arguments.count("rounds", 1, ROUNDS);
        try (TemporaryFolder folder = new TemporaryFolder()) {
            return new VersionsBench(costs, here.launcher(), folder, here.err())
                    .run(other, rounds, onPostgres ? List.of("--db", "postgres") : List.of());
        } catch (FleetFailure | Unstarted failed) {
            throw CliFailure.refused(
                    "A version could not be measured.",
                    failed.getMessage() + ".",
                    "Try 'gleaner bench " + name + "' of that version alone.");
        }
    }

    private static BenchReport measure(String name, boolean onPostgres, Launch launcher, PrintStream progress)
            throws CliFailure, IOException, InterruptedException {
        try (TemporaryFolder folder = new TemporaryFolder()) {
            return switch (name) {
                case "dispatch" -> {
                    DispatchBench bench = new DispatchBench(launcher, folder);
                    yield onPostgres ? bench.onPostgres() : bench.onSqlite();
                }
                case "queue" -> new QueueBench(folder).run();
                case "decide" -> new DecideBench().run();
                case "simulate" -> new SimulateBench(folder).run();
                case "start" -> new StartBench(launcher, folder).run();
                case "spawn" -> new SpawnBench(launcher, folder, progress).run();
                case "agents" -> new AgentsBench(launcher, folder, progress).run();
                case "agent-idle" -> new AgentIdleBench(launcher, folder, progress).run();
                case "files" -> new FilesBench(launcher, folder, progress).run();
                case "foreground" -> new ForegroundBench(launcher, folder, progress).run();
                case "peers" -> new PeersBench(launcher, folder, progress).run();
                default ->
                    throw CliFailure.usage(
                            "There is no benchmark '" + name + "'.",
                            "There are dispatch, queue, decide, simulate, start, spawn, files, agents, agent-idle,"
                                    + " foreground and peers.",
                            Arguments.seeHelp("bench"));
            };
        } catch (FleetFailure | Unstarted failed) {
            throw CliFailure.unreachable(
                    "The benchmark's server can't be used.",
                    failed.getMessage() + ".",
                    "Run it again; if it fails again, 'gleaner demo' shows whether a server works here at all.");
        } catch (StoreException | StoreUnusable failed) {
            throw CliFailure.refused(
                    "The benchmark's store failed.",
                    String.valueOf(failed.getMessage()),
                    "Check the space and the rights in the folder for temporary files.");
        }
    }
}
