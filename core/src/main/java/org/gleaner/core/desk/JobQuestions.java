package org.gleaner.core.desk;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.Cause;
import org.gleaner.core.grid.Question;
import org.gleaner.core.grid.Reason;
import org.gleaner.core.grid.Rejection;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Reply.JobSummary;
import org.gleaner.core.grid.Selector;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.StoredJob;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.store.History;
import org.gleaner.core.store.History.AttemptRow;

/** Why jobs do not run: the grid knows it of the open ones, the store how the others ended. */
record JobQuestions(History history, JobFacts facts) {
    /** As many closed jobs as one explanation is about. */
    private static final int MOST_EXPLAINED = 1_000;

    /** After so many reasons, told with the part of the open jobs that they came with, the caller asks on. */
    private static final int MOST_REASONS = 10_000;

    private static final int MOST_ATTEMPTS = 1000;

    Errand why(Question.AskWhy asked) throws StoreException {
        Caller caller = asked.caller();
        Optional<Selector> selector = facts.resolve(caller, asked.selector());
        if (selector.isEmpty()) {
            return Errand.refused(new Rejection.NothingSelected("explain"));
        }
        Optional<JobSummary> closed = facts.closedOne(caller, selector.get());
        if (closed.isPresent()) {
            return ending(caller, closed.get(), selector.get());
        }
        Question.AskWhy first = new Question.AskWhy(caller, selector.get(), asked.after());
        return explained(first, first, new ArrayList<>());
    }

    /** Asks until all jobs are explained, or enough for one answer: the grid explains some at a time. */
    private Errand explained(Question.AskWhy first, Question.AskWhy page, List<Reason> reasons) {
        return new Errand.Ask(page, reply -> {
            if (!(reply instanceof Reply.Explained part)) {
                return new Errand.Done(reply);
            }
            reasons.addAll(part.reasons());
            if (part.next() != null && reasons.size() < MOST_REASONS) {
                return explained(first, new Question.AskWhy(page.caller(), page.selector(), part.next()), reasons);
            }
            // Whoever asks on was told of open jobs before.
            return reasons.isEmpty() && first.after() == null
                    ? endings(page.caller(), page.selector())
                    : new Errand.Done(new Reply.Explained(withDetails(reasons), part.next()));
        });
    }

    /** What kept a task from its files, or from starting, is noted with its last attempt. */
    private List<Reason> withDetails(List<Reason> reasons) throws StoreException {
        List<Reason> all = new ArrayList<>();
        for (Reason reason : reasons) {
            Cause told = reason.cause();
            if (told instanceof Cause.Blocked.FilesNotThere lost) {
                String detail = detail(reason.job(), lost.task(), Outcome.INPUT_LOST);
                told = new Cause.Blocked.FilesNotThere(lost.task(), lost.from(), detail);
            } else if (told instanceof Cause.RefusedByNodes refused && refused.task() > 0) {
                String detail = detail(reason.job(), refused.task(), Outcome.NOT_STARTABLE);
                told = new Cause.RefusedByNodes(refused.command(), refused.task(), detail);
            }
            all.add(new Reason(reason.job(), told, reason.tasks(), reason.nodes()));
        }
        return all;
    }

    private String detail(JobId job, int task, Outcome outcome) throws StoreException {
        String detail = "";
        for (AttemptRow row : history.attempts(job, Ordinals.one(task), MOST_ATTEMPTS)) {
            AttemptReport report = row.report();
            detail = report != null && report.outcome() == outcome ? report.detail() : detail;
        }
        return detail;
    }

    private Errand ending(Caller caller, JobSummary job, Selector selector) throws StoreException {
        Optional<Rejection> lacks = JobLists.lacks(selector, job);
        return lacks.isPresent()
                ? Errand.refused(lacks.get())
                : new Errand.Done(new Reply.Explained(ending(caller, job.id(), counts(job, selector))));
    }

    /**
     * Of what matches nothing is open. A name or a type that nothing has is a mistake; a state that nothing is in is
     * not.
     */
    private Errand endings(Caller caller, Selector selector) throws StoreException {
        List<JobSummary> closed = facts.closed(caller, selector, MOST_EXPLAINED + 1);
        if (closed.isEmpty() && (selector instanceof Selector.Named || selector instanceof Selector.Typed)) {
            return Errand.refused(new Rejection.NothingSelected("explain"));
        }
        List<Reason> reasons = new ArrayList<>();
        for (JobSummary job : closed.subList(0, Math.min(MOST_EXPLAINED, closed.size()))) {
            reasons.addAll(ending(caller, job.id(), job.tasks()));
        }
        return new Errand.Done(new Reply.Explained(reasons, null, closed.size() > MOST_EXPLAINED));
    }

    /** Of the tasks that are meant. */
    private TaskCounts counts(JobSummary job, Selector selector) throws StoreException {
        Optional<StoredJob> stored =
                selector instanceof Selector.SomeTasks ? history.outline(job.id()) : Optional.empty();
        if (stored.isEmpty() || !(selector instanceof Selector.SomeTasks some)) {
            return job.tasks();
        }
        BitSet meant = some.ordinals().toBits();
        Map<TaskState, Integer> counts = new EnumMap<>(TaskState.class);
        JobFacts.states(stored.get()).forEach((state, tasks) -> {
            tasks.and(meant);
            counts.put(state, tasks.cardinality());
        });
        return TaskCounts.of(counts);
    }

    private List<Reason> ending(Caller caller, JobId job, TaskCounts tasks) throws StoreException {
        List<Reason> reasons = new ArrayList<>();
        if (tasks.cancelled() > 0) {
            reasons.add(new Reason(job, facts.whyCancelled(caller, job), tasks.cancelled()));
        }
        if (tasks.done() > 0) {
            reasons.add(new Reason(job, new Cause.Plain(Reason.Kind.DONE), tasks.done()));
        }
        return reasons;
    }
}
