package org.gleaner.cli.verb;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.gleaner.client.call.UserCalls;
import org.gleaner.core.attempt.Failures;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.id.JobId;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.message.TaskRow;
import org.gleaner.terminal.console.Printer;

/** What failed in a job, one line for failures that are alike: how many tasks, their last words, how many machines. */
final class Digest {
    /** Enough to see what is wrong; {@code status --failures} shows them all. */
    static final int FEW = 5;

    static final int ALL = 100;
    private static final int LONGEST = 120;

    private final JobId job;
    private final Failures failures;
    /** What the example of a group said itself, figures included. */
    private final Map<Integer, String> own;

    private Digest(JobId job, Failures failures, Map<Integer, String> own) {
        this.job = job;
        this.failures = failures;
        this.own = own;
    }

    static Digest of(UserCalls calls, JobId job, int most) throws CallFailed {
        Failures failures = calls.failures(job, most).get();
        Map<Integer, String> own = new HashMap<>();
        for (Failures.Group group : failures.groups()) {
            // A limit is known by its figures, a file by its name; those of one task are as good as those of all.
            if ((group.cause().charge() == Outcome.Charge.LIMIT || isMissing(group)) && own.size() < FEW) {
                for (TaskRow row :
                        calls.tasks(job, group.example(), 1, null).get().tasks()) {
                    TaskRow.LastAttempt last = row.last();
                    if (row.task() == group.example() && last != null && last.cause() == group.cause()) {
                        own.put(group.example(), last.detail());
                    }
                }
            }
        }
        return new Digest(job, failures, own);
    }

    Failures failures() {
        return failures;
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (Failures.Group group : failures.groups()) {
            // No machine has anything to do with a file that is not there, and nothing was printed.
            String seen = isMissing(group)
                    ? ""
                    : ", on " + where(group) + " (see gleaner logs " + job + "." + group.example() + ")";
            lines.add(grouped(group.tasks()) + (group.tasks() == 1 ? " task: " : " tasks: ") + words(group) + seen);
        }
        if (failures.more()) {
            lines.add("and more; 'gleaner status " + job + " --failures' lists them.");
        }
        return lines;
    }

    /** Whether files were not there, and nothing else went wrong. */
    boolean isAllMissing() {
        return !failures.groups().isEmpty() && failures.groups().stream().allMatch(Digest::isMissing);
    }

    private static boolean isMissing(Failures.Group group) {
        return group.cause() == Outcome.INPUT_LOST;
    }

    void print(String indent, PrintStream out) {
        lines().forEach(line -> out.println(indent + Printer.printable(line)));
    }

    /** A command that ended by itself is known by what it said, anything else by what happened to it. */
    private String words(Failures.Group group) {
        String figures = own.get(group.example());
        return figures == null || figures.isEmpty()
                ? blankedWords(group)
                : group.cause().word() + ": " + figures;
    }

    static String blankedWords(Failures.Group group) {
        boolean spoke = group.cause().charge() == Outcome.Charge.FAILURE
                && !group.line().isEmpty();
        String text =
                spoke ? group.line() : group.cause().word() + (group.line().isEmpty() ? "" : ": " + group.line());
        return Printer.atMost(LONGEST, text);
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
