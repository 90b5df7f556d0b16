package org.gleaner.lab.torture;

import java.io.IOException;
import java.time.Duration;
import org.gleaner.cli.verb.DatabaseFlags;
import org.gleaner.cli.verb.LabVerb;
import org.gleaner.lab.child.Launch;
import org.gleaner.lab.child.TemporaryFolder;
import org.gleaner.lab.child.Unstarted;
import org.gleaner.lab.fuzz.Progress;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.argument.Flag;
import org.gleaner.terminal.argument.Syntax;
import org.gleaner.terminal.argument.Syntax.Operands;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Exit;
import org.gleaner.terminal.console.Printer;
import org.gleaner.terminal.console.Surroundings;
import org.gleaner.terminal.verb.CliVerb;

/** Hurts real processes for a while; the exit code says whether every promise was kept. */
public final class TortureVerb implements CliVerb {
    private static final int USUAL_AGENTS = 6;
    private static final int MOST_AGENTS = 100;
    private static final int USUAL_PROGRAMS = 2;
    private static final int MOST_PROGRAMS = 20;
    private static final double LONGEST_MINUTES = 10_000;
    private static final String OWN = "postgres";
    private static final Duration TOLD_EVERY = Duration.ofMinutes(1);

    @Override
    public Syntax syntax() {
        return Syntax.of(LabVerb.TORTURE.word(), LabVerb.TORTURE.purpose(), Operands.NONE)
                .example("gleaner torture --minutes 60", "an hour on SQLite; as root more faults are possible")
                .example("gleaner torture --minutes 60 --db postgres", "on a PostgreSQL that it starts itself")
                .example("gleaner torture --minutes 5 --seed 7", "other times and victims")
                .flags(
                        Flag.one("minutes", "N", "how long faults are injected, such as 60 or 0.5 (1)"),
                        Flag.one("seed", "S", "determines faults, victims and times (1)"),
                        Flag.one("db", "URL", "postgresql://USER@HOST/NAME, or 'postgres' for a private one"),
                        Flag.one("db-password-file", "F", "file with its password (or PGPASSWORD, PGPASSFILE)"),
                        Flag.one("agents", "N", "how many (" + USUAL_AGENTS + ")"),
                        Flag.one("programs", "N", "Java programs at a time; every second solves a problem (2)"),
                        Flag.JSON);
    }

    @Override
    public int run(Arguments arguments, Surroundings here) throws CliFailure, IOException, InterruptedException {
        Duration length = length(arguments);
        int seed = arguments.count("seed", 0, 1);
        int agents = arguments.count("agents", 1, USUAL_AGENTS);
        if (agents > MOST_AGENTS) {
            throw arguments.unusable("agents", "More than " + MOST_AGENTS + " don't fit on one machine.");
        }
        int programs = arguments.count("programs", 0, MOST_PROGRAMS, USUAL_PROGRAMS);
        boolean own = OWN.equals(arguments.text("db"));
        Rows.Wish wish = new Rows.Wish(own, own ? null : DatabaseFlags.read(arguments, here));
        Ground.Plan plan = new Ground.Plan(
                Launch.of(here), agents, wish, here.environment().getOrDefault("PATH", ""));
        Progress progress =
                new Progress(here.streams().stderr().drawn(), here.streams().errIsTerminal(), TOLD_EVERY);
        TortureReport report = new TortureReport(progress, seed, again(arguments, seed, agents, programs));
        TemporaryFolder folder = new TemporaryFolder(() -> !report.isGood());
        Teardown closing = new Teardown(Ground.in(folder.file("")), folder, report);
        closing.onInterrupt();
        try {
            closing.ground().build(plan);
            new Torture(closing.ground(), seed, programs, report).run(length);
        } catch (Unstarted failed) {
            throw CliFailure.unreachable(
                    "The torture could not start.",
                    failed.getMessage() + ".",
                    "Check with 'gleaner demo' that a server works here.");
        } finally {
            closing.end();
        }
        if (arguments.json()) {
            Printer.json(here.out(), report, TortureReport::writeJson);
        } else {
            report.print(here.out());
        }
        return report.isGood() ? Exit.OK : Exit.FAILED;
    }

    private static Duration length(Arguments arguments) throws CliFailure {
        String text = arguments.text("minutes", "1");
        try {
            double minutes = Double.parseDouble(text);
            if (minutes > 0 && minutes <= LONGEST_MINUTES) {
                return Duration.ofMillis((long) (minutes * 60_000));
            }
        } catch (NumberFormatException notANumber) {
            // Told below in the same words as a number that is too small or too large.
        }
        throw arguments.unusable("minutes", "'" + text + "' is not a number of minutes, such as 60 or 0.5.");
    }

    private static String again(Arguments arguments, int seed, int agents, int programs) {
        String db = arguments.text("db");
        return "gleaner torture --minutes " + arguments.text("minutes", "1") + " --seed " + seed + " --agents " + agents
                + (programs == USUAL_PROGRAMS ? "" : " --programs " + programs)
                + (db == null ? "" : " --db " + db);
    }
}
