package org.gleaner.cli.verb;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.gleaner.client.job.Fetched;
import org.gleaner.core.job.Counted;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Printer;
import org.gleaner.terminal.console.Surroundings;

/** Tells what is not as the tasks left it. */
final class FetchedText {
    private FetchedText() {}

    /** To be called when everything else is told; results that could not be fetched or written are a failure. */
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
        Fetched.Absent unwritten = fetched.unwritten();
        Fetched.Absent lost = fetched.lost();
        String notWritten = Counted.of(unwritten.files(), "result") + (unwritten.files() == 1 ? " was" : " were")
                + " not written; all others are there.";
        if (lost.files() > 0) {
            if (unwritten.files() > 0) {
                here.err().println(Printer.printable(notWritten + " " + listed(unwritten, true)));
            }
            throw CliFailure.refused(
                    "The server has lost " + Counted.of(lost.files(), "result") + "; all others are there.",
                    listed(lost, false),
                    "Put them back from a backup, or run the tasks again, as a new job: 'gleaner rerun " + tasks(lost)
                            + "'.");
        }
        if (unwritten.files() > 0) {
            throw CliFailure.usage(notWritten, listed(unwritten, true), "Fetch into another directory with --to.");
        }
    }

    /** Those that are shown: of very many the rest is seen when these are back. */
    private static String tasks(Fetched.Absent lost) {
        return lost.shown().stream()
                .map(one -> one.task().toString())
                .distinct()
                .collect(Collectors.joining(" "));
    }

    private static String listed(Fetched.Absent files, boolean why) {
        List<String> lines = new ArrayList<>();
        for (Fetched.Unwritten one : files.shown()) {
            String reason =
                    one.why().endsWith(".") ? one.why().substring(0, one.why().length() - 1) : one.why();
            lines.add("task " + one.task() + ", '" + one.path() + "'" + (why ? ": " + reason : ""));
        }
        if (files.files() > lines.size()) {
            lines.add("and " + (files.files() - lines.size()) + " more");
        }
        return String.join("; ", lines) + ".";
    }
}
