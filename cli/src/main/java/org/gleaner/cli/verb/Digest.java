package org.gleaner.cli.verb;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.gleaner.cli.console.Printer;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.id.JobId;
import org.gleaner.core.store.Failures;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.http.UserCalls;

/** What failed in a job, one line for failures that are alike: how many tasks, their last words, how many machines. */
final class Digest {
    /** Enough to see what is wrong; {@code status --failures} shows them all. */
    static final int FEW = 5;

    static final int ALL = 100;
    private static final int LONGEST = 120;

    private final JobId job;
    private final Failures failures;

    private Digest(JobId job, Failures failures) {
        this.job = job;
        this.failures = failures;
    }

    static Digest of(UserCalls calls, JobId job, int most) throws CallFailed {
        return new Digest(job, calls.failures(job, most).get());
    }

    Failures failures() {
        return failures;
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (Failures.Group group : failures.groups()) {
            lines.add(grouped(group.tasks()) + (group.tasks() == 1 ? " task: " : " tasks: ") + words(group) + ", on "
                    + where(group) + " (see gleaner logs " + job + "." + group.example() + ")");
        }
        if (failures.more()) {
            lines.add("and more: 'gleaner status " + job + " --failures' lists them.");
        }
        return lines;
    }

    void print(String indent, PrintStream out) {
        lines().forEach(line -> out.println(indent + Printer.printable(line)));
    }

    /** A command that ended by itself is known by what it said, anything else by what happened to it. */
    static String words(Failures.Group group) {
        boolean spoke = group.cause().charge() == Outcome.Charge.FAILURE
                && !group.line().isEmpty();
        String text =
                spoke ? group.line() : group.cause().word() + (group.line().isEmpty() ? "" : ": " + group.line());
        return text.length() > LONGEST ? text.substring(0, LONGEST - 1) + "…" : text;
    }

    private String where(Failures.Group group) {
        String machines = failures.nodes() == 1 ? " machine" : " machines";
        return failures.nodes() == 1
                ? "1" + machines
                : grouped(group.nodes()) + " of " + grouped(failures.nodes()) + machines;
    }

    /** With a space between thousands. */
    private static String grouped(int number) {
        return String.format(Locale.ROOT, "%,d", number).replace(',', ' ');
    }
}
