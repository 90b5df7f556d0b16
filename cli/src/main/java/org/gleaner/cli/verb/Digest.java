package org.gleaner.cli.verb;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.gleaner.client.call.UserCalls;
import org.gleaner.core.attempt.FailureLine;
import org.gleaner.core.attempt.Failures;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.grid.Selector;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.message.TaskRow;
import org.gleaner.terminal.console.Printer;

/** What failed in a job, one line for failures that are alike: how many tasks, their last words, how many machines. */
final class Digest {
    /** Enough to see what is wrong; {@code status --failures} shows them all. */
    static final int FEW = 5;

    static final int ALL = 100;
    private static final int LONGEST = 120;
    /** Of so many groups an example is asked for, one call each. */
    private static final int EXAMPLES = 20;

    private final JobId job;
    private final Failures failures;
    /** What the example of a group said itself, figures and paths included. */
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
            if (own.size() < EXAMPLES && (isFigure(group) || isBlanked(group))) {
                for (TaskRow row :
                        calls.tasks(job, group.example(), 1, null).get().tasks()) {
                    TaskRow.LastAttempt last = row.last();
                    if (row.task() == group.example() && last != null && isOf(group, last)) {
                        own.put(
                                group.example(),
                                isFigure(group)
                                        ? last.detail()
                                        : FailureLine.written(group.cause(), last.tail(), last.detail()));
                    }
                }
            }
        }
        return new Digest(job, failures, own);
    }

    /** The same of single tasks: how each of them ended last. */
    static Digest of(UserCalls calls, Selector.SomeTasks some) throws CallFailed {
        Map<String, Failures.Group> alike = new LinkedHashMap<>();
        Map<String, Set<NodeId>> nodes = new HashMap<>();
        Map<Integer, String> own = new HashMap<>();
        int first = some.ordinals().spans().get(0).first();
        int most = Math.min(ALL, some.ordinals().last() - first + 1);
        for (TaskRow row : calls.tasks(some.job(), first, most, null).get().tasks()) {
            TaskRow.LastAttempt last = row.last();
            if (last == null || last.cause() == null || !some.ordinals().contains(row.task())) {
                continue;
            }
            Outcome cause = last.cause();
            String line = FailureLine.of(cause, last.tail(), last.detail());
            if (line != null) {
                String key = cause + " " + line;
                Set<NodeId> where = nodes.computeIfAbsent(key, alikeBefore -> new HashSet<>());
                where.add(last.node());
                Failures.Group before = alike.get(key);
                int tasks = before == null ? 1 : before.tasks() + 1;
                int example = before == null ? row.task() : before.example();
                alike.put(key, new Failures.Group(cause, line, tasks, tasks, where.size(), example));
                own.put(row.task(), FailureLine.written(cause, last.tail(), last.detail()));
            }
        }
        int all = (int) nodes.values().stream().flatMap(Set::stream).distinct().count();
        List<Failures.Group> few = alike.values().stream().limit(FEW).toList();
        return new Digest(some.job(), new Failures(all, few, alike.size() > FEW), own);
    }

    /** A limit is known by its figures, a file by its name; those of one task are as good as those of all. */
    private static boolean isFigure(Failures.Group group) {
        return group.cause().charge() == Outcome.Charge.LIMIT || isMissing(group);
    }

    /** Nobody writes these signs for a number and a path. */
    private static boolean isBlanked(Failures.Group group) {
        return group.line().indexOf('#') >= 0 || group.line().indexOf('…') >= 0;
    }

    /** Its last attempt may have ended otherwise than the one that counts here. */
    private static boolean isOf(Failures.Group group, TaskRow.LastAttempt last) {
        return last.cause() == group.cause()
                && (isFigure(group) || group.line().equals(FailureLine.of(group.cause(), last.tail(), last.detail())));
    }

    boolean isEmpty() {
        return failures.groups().isEmpty();
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (Failures.Group group : failures.groups()) {
            String see = " (see gleaner logs " + job + "." + group.example() + ")";
            if (group.cause() == Outcome.NOT_STARTABLE) {
                lines.add(count(group) + " could not start on " + where(group) + ": " + shown(group) + see);
                continue;
            }
            // No machine has anything to do with a file that is not there, and nothing was printed.
            lines.add(tasks(group) + words(group) + (isMissing(group) ? "" : ", on " + where(group) + see));
        }
        if (failures.more()) {
            lines.add("and more; 'gleaner status " + job + " --failures' lists them.");
        }
        return lines;
    }

    /** Whether files were not there, and nothing else went wrong. */
    boolean isAllMissing() {
        return !isEmpty() && failures.groups().stream().allMatch(Digest::isMissing);
    }

    private static boolean isMissing(Failures.Group group) {
        return group.cause() == Outcome.INPUT_LOST;
    }

    void print(String indent, PrintStream out) {
        lines().forEach(line -> out.println(indent + Printer.printable(line)));
    }

    /** A command that ended by itself is known by what it said, anything else by what happened to it. */
    private String words(Failures.Group group) {
        String shown = shown(group);
        boolean spoke = group.cause().charge() == Outcome.Charge.FAILURE && !shown.isEmpty();
        return Printer.atMost(LONGEST, spoke ? shown : group.cause().word() + (shown.isEmpty() ? "" : ": " + shown));
    }

    private String shown(Failures.Group group) {
        String line = own.getOrDefault(group.example(), "");
        return Printer.atMost(LONGEST, line.isEmpty() ? group.line() : line);
    }

    /** What differs from task to task is that of one of them. */
    private String tasks(Failures.Group group) {
        boolean example = group.tasks() > 1 && !isFigure(group) && own.containsKey(group.example());
        return count(group) + (example ? ", such as: " : ": ");
    }

    private static String count(Failures.Group group) {
        return grouped(group.tasks()) + (group.tasks() == 1 ? " task" : " tasks");
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
