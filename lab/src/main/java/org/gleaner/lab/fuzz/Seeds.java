package org.gleaner.lab.fuzz;

import java.io.IOException;
import java.io.PrintStream;
import org.gleaner.terminal.console.CliFailure;
import org.jspecify.annotations.Nullable;

/** Tries one seed after the other and takes down what goes wrong. A single seed is shown. */
record Seeds(long from, long count, Defects findings, Progress progress, PrintStream out) {
    /**
     * What came of one seed.
     *
     * @param fault what went wrong; null: nothing did
     * @param where what to look at first; may be empty
     */
    record Tried(@Nullable String fault, String where, String input) {}

    /** Something that can be tried with any seed. */
    interface Trial {
        Tried at(long seed) throws IOException, InterruptedException, CliFailure;
    }

    /** @param what as the command line names it */
    void run(String what, Trial trial) throws IOException, InterruptedException, CliFailure {
        for (long seed = from; seed < from + count; seed++) {
            Tried tried = trial.at(seed);
            String fault = tried.fault();
            if (fault != null) {
                String place = tried.where().isEmpty() ? "" : " (" + tried.where() + ")";
                String again = "gleaner fuzz " + what + " --from-seed " + seed + " --seeds 1";
                findings.add(
                        tried.where() + fault.replaceAll("[0-9]+", "N"),
                        new Defect(fault + place, again, tried.input()));
            }
            if (count == 1) {
                out.println(tried.input());
            }
            findings.show(progress, what, seed - from + 1, count);
        }
        progress.end();
    }
}
