package org.gleaner.lab.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.gleaner.lab.child.Impossible;
import org.gleaner.lab.child.Launch;
import org.gleaner.lab.child.PrivatePostgres;
import org.gleaner.lab.child.ServerChild;
import org.gleaner.lab.child.TemporaryFolder;
import org.gleaner.terminal.console.CliFailure;

/**
 * What every benchmark stands on.
 *
 * @param launcher how this program is started once more
 * @param folder for all that is written; it goes with the benchmark
 * @param progress where a person may watch
 * @param seed of what is drawn by lot, where something is
 * @param units of a problem, where one is measured
 * @param notes what one must know to read the figures
 */
record BenchFrame(
        Launch launcher, TemporaryFolder folder, PrintStream progress, int seed, int units, List<String> notes) {
    BenchFrame(Launch launcher, TemporaryFolder folder, PrintStream progress, int seed, int units) {
        this(
                launcher,
                folder,
                progress,
                seed,
                units,
                new ArrayList<>(List.of("load average before the run: " + ThisMachine.load())));
    }

    Path folder(String name) throws IOException {
        return folder.folder(name);
    }

    /** A server with its default settings. */
    ServerChild server(String... flags) throws IOException, InterruptedException {
        return new ServerChild(launcher, folder("server"), flags).start();
    }

    /** What is measured with a PostgreSQL of its own. */
    @FunctionalInterface
    interface OnPostgres {
        BenchReport run(PrivatePostgres postgres) throws IOException, InterruptedException;
    }

    BenchReport onPostgres(OnPostgres measured) throws CliFailure, IOException, InterruptedException {
        String path = System.getenv().getOrDefault("PATH", "");
        try (PrivatePostgres postgres = PrivatePostgres.start(folder("postgres"), path)) {
            return measured.run(postgres);
        } catch (Impossible without) {
            throw CliFailure.refused(
                    "There is no PostgreSQL on this machine.",
                    without.why(),
                    "Install it (Debian: apt install postgresql), or measure without --db.");
        }
    }

    /** A line for whoever watches. */
    void say(String format, Object... values) {
        progress.println(String.format(Locale.ROOT, format, values));
    }

    BenchReport report(String bench, List<FigureTable> tables, List<Bar> bars) {
        return new BenchReport(bench, ThisMachine.description(), tables, bars, notes);
    }
}
