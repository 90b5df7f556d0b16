package org.gleaner.cli.verb;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.gleaner.core.grid.Reply.JobSummary;
import org.gleaner.core.grid.Selector;
import org.gleaner.core.job.TaskState;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.http.UserCalls;
import org.gleaner.protocol.message.TaskPage;
import org.gleaner.protocol.message.TaskRow;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.console.CliFailure;
import org.jspecify.annotations.Nullable;

/**
 * One job that a selector names, and which of its tasks.
 *
 * @param first the first ordinal meant
 * @param last the last ordinal meant
 * @param state only tasks in this state; null: all
 */
record Chosen(JobSummary job, int first, int last, @Nullable TaskState state) {
    /** As many jobs as one answer may name. */
    static final int MOST_JOBS = 1000;

    private static final int PAGE = 1000;

    /** Takes one task after the other. */
    @FunctionalInterface
    interface TaskVisitor {
        void visit(TaskRow row) throws CallFailed, CliFailure, IOException;
    }

    static Selector selector(String text) throws CliFailure {
        try {
            return Selector.parse(text);
        } catch (IllegalArgumentException malformed) {
            throw CliFailure.usage(
                    "That does not name jobs or tasks.",
                    Arguments.sentence(malformed),
                    "'gleaner status' lists your jobs with their numbers.");
        }
    }

    /** Asks the server which jobs are meant now; at least one, else it is a failure. */
    static List<Chosen> of(UserCalls calls, String text) throws CliFailure, CallFailed {
        Selector selector = selector(text);
        List<Chosen> chosen = new ArrayList<>();
        for (JobSummary job : calls.jobs(text, MOST_JOBS).get().jobs()) {
            int last = job.tasks().total();
            if (selector instanceof Selector.SomeTasks some) {
                int end = some.ordinals().spans().get(0).last();
                chosen.add(new Chosen(job, some.ordinals().spans().get(0).first(), Math.min(end, last), null));
            } else {
                TaskState state = selector instanceof Selector.InState in ? in.state() : null;
                chosen.add(new Chosen(job, 1, last, state));
            }
        }
        if (chosen.isEmpty()) {
            throw nothing(text);
        }
        return chosen;
    }

    static CliFailure nothing(String text) throws CliFailure {
        Selector selector = selector(text);
        String list = "'gleaner status' lists your jobs.";
        if (selector instanceof Selector.All) {
            return CliFailure.refused("No job of yours is open.", "'all' means every open job.", list);
        }
        if (selector instanceof Selector.Last) {
            return CliFailure.refused("You have no jobs.", "'last' means the newest one.", "Submit one first.");
        }
        return none(selector)
                .map(none -> CliFailure.refused(none, "So '" + text + "' names nothing at the moment.", list))
                .orElseGet(() -> CliFailure.refused(
                        "No job of yours matches '" + text + "'.",
                        "It may have been deleted, or belong to someone else.",
                        list));
    }

    /** What is told where a selector that matches nothing is an answer, and no mistake; empty for all. */
    static Optional<String> none(Selector selector) {
        return selector instanceof Selector.InState in
                ? Optional.of("No task of yours is " + in.state().word() + ".")
                : Optional.empty();
    }

    boolean isWholeJob() {
        return state == null && first == 1 && last == job.tasks().total();
    }

    /** All chosen tasks, in order. */
    void forEach(UserCalls calls, @Nullable TaskState only, TaskVisitor visitor)
            throws CallFailed, CliFailure, IOException {
        TaskState wanted = only == null ? state : only;
        int from = first;
        while (from > 0 && from <= last) {
            TaskPage page = calls.tasks(job.id(), from, Math.min(PAGE, last - from + 1), wanted)
                    .get();
            for (TaskRow row : page.tasks()) {
                if (row.task() <= last) {
                    visitor.visit(row);
                }
            }
            from = onward(from, page.next());
        }
    }

    /** Where the next page begins, 0 behind the last: a server that leads back would be asked for ever. */
    static int onward(int from, int next) throws CliFailure {
        if (next > 0 && next <= from) {
            throw CliFailure.nonsense("Behind " + from + " it goes on with " + next + ".");
        }
        return next;
    }
}
