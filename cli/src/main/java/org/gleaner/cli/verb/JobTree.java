package org.gleaner.cli.verb;

import java.io.PrintStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.gleaner.client.call.JobList;
import org.gleaner.client.call.UserCalls;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.client.job.Chosen;
import org.gleaner.core.grid.Reply.JobSummary;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.Counted;
import org.gleaner.core.job.Predecessor;
import org.gleaner.protocol.http.Answer;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.message.JobDetail;
import org.gleaner.protocol.message.JobPage;
import org.gleaner.protocol.problem.ProblemKind;
import org.gleaner.terminal.console.Exit;
import org.gleaner.terminal.console.Printer;

/** Jobs as a tree: below each what it waits for. What several wait for is told once with all that is below it. */
final class JobTree {
    /** As many jobs as are asked for, one call each. */
    private static final int MOST = 200;

    private final PrintStream out;
    private final Map<JobId, JobDetail> known = new HashMap<>();
    private final Set<JobId> shown = new HashSet<>();
    private int left;

    private JobTree(PrintStream out) {
        this.out = out;
    }

    static int tell(UserCalls calls, String select, PrintStream out) throws ClientFailure, CallFailed {
        List<JobId> chosen = Chosen.of(calls, select).stream()
                .map(one -> one.job().id())
                .distinct()
                .toList();
        return tell(calls, chosen, 0, out);
    }

    /**
     * The newest of all open jobs.
     *
     * @param mine for admins: not those of others
     */
    static int tellOpen(UserCalls calls, boolean mine, PrintStream out) throws CallFailed {
        JobPage page =
                calls.jobs(new JobList("all", true, mine, null, true, "", MOST)).get();
        List<JobId> open = page.jobs().stream().map(JobSummary::id).toList();
        if (open.isEmpty()) {
            out.println("No open jobs; 'gleaner status SEL --tree' also shows jobs that are over.");
        }
        Long total = page.total();
        return tell(calls, open, total == null ? 0 : total - open.size(), out);
    }

    /** @param others that are not even looked at */
    private static int tell(UserCalls calls, List<JobId> chosen, long others, PrintStream out) throws CallFailed {
        JobTree tree = new JobTree(out);
        TreeSet<JobId> roots = new TreeSet<>(chosen);
        roots.removeAll(tree.read(calls, chosen));
        for (JobId root : roots) {
            tree.print(root, "", "", "");
        }
        if (tree.left + others > 0) {
            out.println("… and " + Counted.of(tree.left + others, "more job") + ".");
        }
        return Exit.OK;
    }

    /** Asks for these and for what they wait for; returns all that is waited for. */
    private Set<JobId> read(UserCalls calls, List<JobId> chosen) throws CallFailed {
        ArrayDeque<JobId> open = new ArrayDeque<>(chosen);
        Set<JobId> seen = new HashSet<>(chosen);
        Set<JobId> awaited = new HashSet<>();
        for (JobId next = open.poll(); next != null; next = open.poll()) {
            if (known.size() == MOST) {
                left++;
                continue;
            }
            Answer<JobDetail> answer = calls.job(next);
            if (answer.isRefused(ProblemKind.UNKNOWN_JOB)) {
                continue;
            }
            JobDetail job = answer.get();
            known.put(next, job);
            for (Predecessor one : job.spec().turn().after()) {
                awaited.add(one.job());
                if (seen.add(one.job())) {
                    open.add(one.job());
                }
            }
        }
        return awaited;
    }

    private void print(JobId id, String first, String rest, String how) {
        JobDetail job = known.get(id);
        if (job == null) {
            if (left == 0) {
                out.println(first + id + " deleted" + how);
            }
            return;
        }
        JobSummary summary = job.summary();
        JobId origin = job.spec().origin();
        boolean again = !shown.add(id) && !job.spec().turn().after().isEmpty();
        out.println(first
                + Printer.printable(id + " " + summary.name() + ": "
                        + summary.state().word() + ", "
                        + summary.tasks().done() + "/"
                        + summary.tasks().wanted(summary.solved()).total() + " done"
                        + (origin == null ? "" : "; tasks of job " + origin + " again") + how)
                + (again ? " (see above)" : ""));
        if (again) {
            return;
        }
        List<Predecessor> after = new ArrayList<>(job.spec().turn().after());
        for (int i = 0; i < after.size(); i++) {
            boolean last = i == after.size() - 1;
            print(after.get(i).job(), rest + (last ? "└─ " : "├─ "), rest + (last ? "   " : "│  "), how(after.get(i)));
        }
    }

    private static String how(Predecessor one) {
        String some = one.tasks().isEmpty() ? "" : "; " + Counted.of(one.tasks().count(), "task") + " of it";
        return some
                + switch (one.when()) {
                    case DONE -> one.each() ? "; task by task" : "";
                    case ANY -> "; once it ends";
                    case FAILED -> "; if it fails";
                };
    }
}
