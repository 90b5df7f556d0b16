package org.gleaner.lab.fuzz;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.gleaner.cli.verb.LabVerb;
import org.gleaner.cli.verb.RehearseVerb.Runner;
import org.gleaner.lab.child.Launch;
import org.gleaner.lab.child.ServerChild;
import org.gleaner.lab.child.TemporaryFolder;
import org.gleaner.lab.child.Unstarted;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.argument.Flag;
import org.gleaner.terminal.argument.Syntax;
import org.gleaner.terminal.argument.Syntax.Operands;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Exit;
import org.gleaner.terminal.console.Surroundings;
import org.gleaner.terminal.verb.CliVerb;
import org.gleaner.terminal.verb.Lookup;

/**
 * Throws damaged input at this program; the exit code says whether anything broke.
 *
 * @param verbs whose command lines are tried
 */
public record FuzzVerb(Runner runner, List<String> verbs, Lookup lookup) implements CliVerb {
    private static final int USUAL_REQUESTS = 3000;
    private static final int USUAL_CONNECTIONS = 2000;
    private static final int USUAL_SEEDS = 1000;
    private static final Duration TOLD_EVERY = Duration.ofSeconds(10);

    @Override
    public Syntax syntax() {
        return Syntax.of(
                        LabVerb.FUZZ.word(),
                        LabVerb.FUZZ.purpose(),
                        Operands.of("http|slow|files|archives|commands", 1, 1))
                .example("gleaner fuzz http --requests 100000", "every route of a real server")
                .example("gleaner fuzz slow", "2 000 connections that are silent, slow or half open")
                .example("gleaner fuzz http --from-seed 4711 --requests 1", "repeat one request and show it")
                .flags(
                        Flag.one("requests", "N", "http: how many (" + USUAL_REQUESTS + ")"),
                        Flag.one("connections", "N", "slow: how many (" + USUAL_CONNECTIONS + ")"),
                        Flag.one("seeds", "N", "files, archives, commands: how many (" + USUAL_SEEDS + ")"),
                        Flag.one("from-seed", "S", "the first seed, except for slow (1)"));
    }

    @Override
    public int run(Arguments arguments, Surroundings here) throws CliFailure, IOException, InterruptedException {
        String what = arguments.operand(0, "");
        if (!List.of("http", "slow", "files", "archives", "commands").contains(what)) {
            throw CliFailure.usage(
                    "There is nothing to fuzz called '" + what + "'.",
                    "Choose http, slow, files, archives or commands.",
                    Arguments.seeHelp("fuzz"));
        }
        Defects findings = new Defects();
        Progress progress =
                new Progress(here.streams().stderr().drawn(), here.streams().errIsTerminal(), TOLD_EVERY);
        int from = arguments.count("from-seed", 0, 1);
        Seeds seeds = new Seeds(from, arguments.count("seeds", 1, USUAL_SEEDS), findings, progress, here.out());
        try (TemporaryFolder folder = new TemporaryFolder()) {
            if (what.equals("archives")) {
                new ArchivesFuzz(folder.folder("archives")).run(seeds);
            } else {
                withServer(what, arguments, here, folder, seeds);
            }
        } catch (Unstarted failed) {
            throw CliFailure.unreachable(
                    "The server can't be used.", failed.getMessage() + ".", "'gleaner demo' shows whether one works.");
        }
        findings.print(here.out());
        here.out().println(findings.size() == 0 ? "nothing found" : "found: " + findings.size());
        return findings.size() == 0 ? Exit.OK : Exit.FAILED;
    }

    private void withServer(String what, Arguments arguments, Surroundings here, TemporaryFolder folder, Seeds seeds)
            throws CliFailure, IOException, InterruptedException {
        try (ServerChild server = new ServerChild(Launch.of(here), folder.folder("server")).start()) {
            switch (what) {
                case "http" ->
                    new HttpFuzz(server, seeds.findings(), seeds.progress())
                            .run(seeds.from(), arguments.count("requests", 1, USUAL_REQUESTS), here.out());
                case "slow" ->
                    new SlowFuzz(server, seeds.findings(), seeds.progress())
                            .run(arguments.count("connections", 1, USUAL_CONNECTIONS), here.out());
                default -> {
                    // Files and command lines are tried in this process.
                    try (Workshop workshop = new Workshop(folder.folder("workshop"), server, runner)) {
                        if (what.equals("files")) {
                            new FilesFuzz(workshop).run(seeds);
                        } else {
                            new CommandsFuzz(workshop, verbs, lookup).run(seeds);
                        }
                    }
                }
            }
            LogCheck.look(folder.file("server").resolve("server.log"), seeds.findings(), "gleaner fuzz " + what);
        }
    }
}
