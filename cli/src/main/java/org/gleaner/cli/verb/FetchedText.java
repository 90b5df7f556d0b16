package org.gleaner.cli.verb;

import java.util.ArrayList;
import java.util.List;
import org.gleaner.client.job.Fetched;
import org.gleaner.core.job.Counted;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Surroundings;

/** Tells what is not as the tasks left it. */
final class FetchedText {
    private FetchedText() {}

    /** To be called when everything else is told; results that could not be written are a failure. */
    static void tell(Fetched fetched, Surroundings here) throws CliFailure {
        List<String> changed = new ArrayList<>();
        if (fetched.hidden() > 0) {
            changed.add(Counted.of(fetched.hidden(), "hidden file") + " left out");
        }
        if (fetched.plain() > 0) {
            changed.add(Counted.of(fetched.plain(), "file") + " not made executable");
        }
        if (!changed.isEmpty()) {
            here.err()
                    .println(String.join(", ", changed)
                            + ": not declared by name; 'gleaner get --as-is' fetches everything unchanged.");
        }
        int unwritten = fetched.unwritten();
        if (unwritten > 0) {
            List<String> lines = new ArrayList<>();
            for (Fetched.Unwritten one : fetched.shown()) {
                String why = one.why().endsWith(".")
                        ? one.why().substring(0, one.why().length() - 1)
                        : one.why();
                lines.add("task " + one.task() + ", '" + one.path() + "': " + why);
            }
            if (unwritten > lines.size()) {
                lines.add("and " + (unwritten - lines.size()) + " more");
            }
            throw CliFailure.usage(
                    Counted.of(unwritten, "result") + (unwritten == 1 ? " was" : " were")
                            + " not written; all others are there.",
                    String.join("; ", lines) + ".",
                    "Fetch into another directory with --to.");
        }
    }
}
