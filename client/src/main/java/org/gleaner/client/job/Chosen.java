package org.gleaner.client.job;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gleaner.client.call.Job;
import org.gleaner.client.call.JobList;
import org.gleaner.client.call.JobPages;
import org.gleaner.client.call.UserCalls;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.client.failure.ClientFailure.Kind;
import org.gleaner.core.grid.Selector;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.TaskState;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.message.JobPage;
import org.gleaner.protocol.message.JobQuery;
import org.gleaner.protocol.message.JobStates;
import org.gleaner.protocol.message.TaskPage;
import org.gleaner.protocol.message.TaskRow;
import org.gleaner.protocol.problem.SystemWords;
import org.jspecify.annotations.Nullable;

/**
 * One job that a selector names, and which of its tasks.
 *
 * @param first the first ordinal meant
 * @param last the last ordinal meant
 * @param state only tasks in this state; null: all
 */
public record Chosen(Job job, int first, int last, @Nullable TaskState state) {
    /** As many jobs as are handled with one selector. */
    public static final int MOST_JOBS = 1000;

    /** The same for what takes one call for many of them, or writes something for each. */
    private static final int MANY_JOBS = 100_000;

    private static final String PERHAPS = "It may have been deleted, or belong to someone else";

    private static final String OTHERS = "Only an admin sees the jobs of others.";

    private static final int PAGE = 1000;

    /** What reads as a name, and not as numbers that were mistyped. */
    private static final Pattern WORD = Pattern.compile("[A-Za-z_][A-Za-z0-9_.-]*");

    /** Tasks as Slurm writes them. */
    private static final Pattern SLURM_TASKS = Pattern.compile("[0-9]+_[0-9]+(-[0-9]+)?");

    private static final Pattern RANGE = Pattern.compile("([0-9]{1,18})(?:-|\\.\\.)([0-9]{1,18})");

    /** Takes one task after the other. */
    @FunctionalInterface
    public interface TaskVisitor {
        void visit(TaskRow row) throws CallFailed, ClientFailure, IOException;
    }

    public static Selector selector(String text) throws ClientFailure {
        try {
            return Selector.parse(text);
        } catch (IllegalArgumentException malformed) {
            String next = remedy(text);
            throw new ClientFailure(Kind.SELECTOR, text, "Invalid selector.", SystemWords.sentence(malformed), next);
        }
    }

    private static String remedy(String text) {
        if (WORD.matcher(text).matches()) {
            return "Jobs called '" + text + "' are name:" + text + ".";
        }
        if (SLURM_TASKS.matcher(text).matches()) {
            return "Did you mean " + text.replace('_', '.') + "?";
        }
        Matcher range = RANGE.matcher(text);
        return range.matches()
                ? "Several jobs are written one by one, as in " + range.group(1) + " " + range.group(2)
                        + "; tasks of one job as in " + range.group(1) + ".1-2."
                : "";
    }

    /** Asks the server which jobs are meant now; at least one and all of them, else it is a failure. */
    public static List<Chosen> of(UserCalls calls, String text) throws ClientFailure, CallFailed {
        return of(calls, text, JobList.of(text, JobPages.PAGE), MOST_JOBS);
    }

    /** The same for somebody who goes on to change them, wait for them or run them again: an admin's own as well. */
    public static List<Chosen> touched(UserCalls calls, String text) throws ClientFailure, CallFailed {
        return of(calls, text, JobList.touched(text, selector(text), false, JobPages.PAGE), MOST_JOBS);
    }

    /** The same for very many. */
    public static List<Chosen> many(UserCalls calls, String text) throws ClientFailure, CallFailed {
        return of(calls, text, JobList.of(text, JobPages.PAGE), MANY_JOBS);
    }

    private static List<Chosen> of(UserCalls calls, String text, JobList list, int most)
            throws ClientFailure, CallFailed {
        Selector selector = selector(text);
        JobPage page = JobPages.all(calls, list, most);
        if (page.more()) {
            // Whoever waits for the newest of them only would believe that all are done.
            throw new ClientFailure(
                    Kind.TOO_MANY,
                    text,
                    "'" + text + "' matches too many jobs.",
                    "It matches more than " + most + " jobs, the most that can be handled at once.",
                    "");
        }
        List<Chosen> chosen = new ArrayList<>();
        for (Job job : Job.all(page.jobs())) {
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
            throw nothing(calls, text);
        }
        return chosen;
    }

    /** These jobs, all tasks of each, however many they are; one that there is not is a failure. */
    public static List<Chosen> ofJobs(UserCalls calls, List<JobId> ids) throws ClientFailure, CallFailed {
        List<Chosen> chosen = new ArrayList<>();
        for (int from = 0; from < ids.size(); from += JobQuery.MOST) {
            List<JobId> part = ids.subList(from, Math.min(ids.size(), from + JobQuery.MOST));
            JobStates states = calls.query(new JobQuery(part)).get();
            if (!states.unknown().isEmpty()) {
                String first = states.unknown().get(0).toString();
                int missing = states.unknown().size();
                String why = ids.size() == 1
                        ? PERHAPS + "."
                        : PERHAPS + "; " + missing + " of " + ids.size() + (missing == 1 ? " is" : " are")
                                + " missing.";
                throw none(first, "You have no job " + first + ".", why, "");
            }
            for (Job job : Job.all(states.jobs())) {
                chosen.add(new Chosen(job, 1, job.tasks().total(), null));
            }
        }
        return chosen;
    }

    public static ClientFailure nothing(UserCalls calls, String text) throws ClientFailure, CallFailed {
        Selector selector = selector(text);
        if (selector instanceof Selector.All) {
            return none(text, "You have no open jobs.", "'all' means every open job.", "");
        }
        if (selector instanceof Selector.Last) {
            String why = "'last', or no job at all, means your newest job.";
            return none(text, "You have no jobs.", why, "Submit one first.");
        }
        if (selector instanceof Selector.Owned) {
            return none(text, noneOf(text), OTHERS, "");
        }
        if (selector instanceof Selector.InState in) {
            return none(text, none(calls, in), "'" + text + "' matches nothing right now.", "");
        }
        if (selector instanceof Selector.OneJob one) {
            return none(text, "You have no job " + one.job() + ".", PERHAPS + ".", "");
        }
        if (selector instanceof Selector.SomeTasks some) {
            return none(text, "You have no job " + some.job() + ".", PERHAPS + ".", "");
        }
        return none(text, "None of your jobs matches '" + text + "'.", PERHAPS + ".", "");
    }

    private static ClientFailure none(String text, String what, String why, String next) {
        return new ClientFailure(Kind.NO_JOB, text, what, why, next);
    }

    private static String noneOf(String text) {
        return "No open job matches '" + text + "'.";
    }

    /** Whether it is an answer, and no mistake, that there is nothing: what it means comes and goes. */
    public static boolean mayBeNone(Selector selector) {
        return selector.isOpenOnly() || selector instanceof Selector.InState;
    }

    /** What is told then to somebody who looks. */
    public static String none(UserCalls calls, String text) throws ClientFailure, CallFailed {
        Selector selector = selector(text);
        if (selector instanceof Selector.InState in) {
            return none(calls, in);
        }
        return selector instanceof Selector.All
                ? "No open jobs. 'gleaner submit --help' shows how to submit one."
                : noneOf(text) + (selector instanceof Selector.Owned ? " " + OTHERS : "");
    }

    /** That nothing is in this state, and what there is instead. */
    private static String none(UserCalls calls, Selector.InState selector) throws CallFailed {
        JobPage page = calls.jobs("", MOST_JOBS).get();
        Map<TaskState, Integer> states = new EnumMap<>(TaskState.class);
        Job.all(page.jobs())
                .forEach(job -> states.merge(job.tasks().jobState(job.growing(), job.solved()), 1, Integer::sum));
        List<String> others = new ArrayList<>();
        states.forEach((state, jobs) -> others.add(jobs + " " + state.word()));
        String which = page.more() ? "Your newest " + page.jobs().size() + " jobs: " : "Your jobs: ";
        return "None of your tasks is " + selector.state().word() + ". "
                + (others.isEmpty() ? "You have no jobs." : which + String.join(", ", others) + ".");
    }

    public boolean isWholeJob() {
        return state == null && first == 1 && last == job.tasks().total();
    }

    /** All chosen tasks, in order. */
    public void forEach(UserCalls calls, @Nullable TaskState only, TaskVisitor visitor)
            throws CallFailed, ClientFailure, IOException {
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
    public static int onward(int from, int next) throws ClientFailure {
        if (next > 0 && next <= from) {
            throw ClientFailure.badAnswer(
                    "Its list does not advance: the page from " + from + " is followed by one from " + next + ".");
        }
        return next;
    }
}
