package org.gleaner.core.desk;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.Question;
import org.gleaner.core.grid.Rejection;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Reply.JobSummary;
import org.gleaner.core.grid.Selector;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.id.JobId;
import org.gleaner.core.store.ClosedQuery;
import org.gleaner.core.store.History;

/** Which jobs there are: the grid knows the open ones, the store the others. */
record JobLists(History history, JobFacts facts) {
    Errand list(Question.ListJobs asked) throws StoreException {
        Optional<Selector> selector = facts.resolve(asked.caller(), asked.selector());
        if (selector.isEmpty()) {
            return new Errand.Done(
                    new Reply.Jobs(List.of(), null, asked.listing().counted() ? 0L : null));
        }
        Question.ListJobs first =
                new Question.ListJobs(asked.caller(), selector.get(), asked.before(), asked.most(), asked.listing());
        return asked.listing().endedBefore() == null
                ? listed(first, first, new ArrayList<>())
                : completed(first, List.of());
    }

    /** Asks until there are as many as wanted, or no more: the grid looks at so many jobs at once and not at all. */
    private Errand listed(Question.ListJobs first, Question.ListJobs page, List<JobSummary> open) {
        return new Errand.Ask(page, reply -> {
            if (!(reply instanceof Reply.Jobs jobs)) {
                return new Errand.Done(reply);
            }
            open.addAll(jobs.jobs());
            int left = page.most() - jobs.jobs().size();
            return jobs.next() == null || left <= 0
                    ? completed(first, open)
                    : listed(first, new Question.ListJobs(page.caller(), page.selector(), jobs.next(), left), open);
        });
    }

    /** The open ones were asked first: a job that closes in between is then in both, never in neither. */
    private Errand completed(Question.ListJobs asked, List<JobSummary> open) throws StoreException {
        Caller caller = asked.caller();
        Selector selector = asked.selector();
        Map<JobId, JobSummary> jobs = asked.listing().openFirst() ? byEnds(asked, open) : byNumbers(asked, open);
        Optional<JobId> named = selector.named();
        if (named.isPresent() && jobs.isEmpty() && selector instanceof Selector.SomeTasks) {
            // Of an open job that lacks one of the tasks the grid says nothing.
            facts.job(caller, named.get()).ifPresent(job -> jobs.put(job.id(), JobFacts.summary(job)));
        }
        if (named.isPresent() && jobs.isEmpty()) {
            return Errand.refused(new Rejection.UnknownJob(named.get()));
        }
        Optional<Rejection> lacks = named.isEmpty()
                ? Optional.empty()
                : lacks(selector, jobs.values().iterator().next());
        return lacks.isPresent() ? Errand.refused(lacks.get()) : counted(asked, List.copyOf(jobs.values()));
    }

    private Map<JobId, JobSummary> byNumbers(Question.ListJobs asked, List<JobSummary> open) throws StoreException {
        TreeMap<JobId, JobSummary> jobs = new TreeMap<>(Comparator.reverseOrder());
        put(open, jobs);
        if (asked.selector() instanceof Selector.SomeJobs some) {
            addRest(asked.caller(), some, jobs);
        } else if (asked.listing().closed()) {
            put(history.closedJobs(closed(asked, asked.most())), jobs);
        }
        return jobs;
    }

    private Map<JobId, JobSummary> byEnds(Question.ListJobs asked, List<JobSummary> open) throws StoreException {
        Map<JobId, JobSummary> jobs = new LinkedHashMap<>();
        put(open, jobs);
        int left = asked.most() - open.size();
        if (left > 0 && asked.listing().closed()) {
            List<JobSummary> ended = history.closedJobs(closed(asked, left));
            ended.forEach(job -> jobs.remove(job.id()));
            put(ended, jobs);
        }
        return jobs;
    }

    private static void put(Collection<JobSummary> found, Map<JobId, JobSummary> jobs) {
        found.forEach(job -> jobs.put(job.id(), job));
    }

    private static ClosedQuery closed(Question.ListJobs asked, int most) {
        return new ClosedQuery(asked.caller(), asked.selector(), asked.listing(), asked.before(), most);
    }

    private void addRest(Caller caller, Selector.SomeJobs some, Map<JobId, JobSummary> jobs) throws StoreException {
        TreeSet<JobId> rest = new TreeSet<>(some.jobs());
        rest.removeAll(jobs.keySet());
        put(history.closedJobs(caller, new Selector.SomeJobs(rest), rest.size()), jobs);
        rest.removeAll(jobs.keySet());
        for (JobId id : rest) {
            // A job that was closed when the grid was asked and is open again by now is in neither list.
            facts.job(caller, id).ifPresent(job -> jobs.put(id, JobFacts.summary(job)));
        }
    }

    private Errand counted(Question.ListJobs asked, List<JobSummary> jobs) {
        if (!asked.listing().counted()) {
            return new Errand.Done(new Reply.Jobs(jobs, null));
        }
        boolean all = asked.before() == null && jobs.size() < asked.most();
        return all
                ? new Errand.Done(new Reply.Jobs(jobs, null, (long) jobs.size()))
                : count(asked, jobs, new Question.CountJobs(asked.caller(), asked.selector(), null), 0);
    }

    private Errand count(Question.ListJobs asked, List<JobSummary> jobs, Question.CountJobs page, long before) {
        return new Errand.Ask(page, reply -> {
            if (!(reply instanceof Reply.JobCount part)) {
                return new Errand.Done(reply);
            }
            long open = before + part.jobs();
            if (part.next() != null) {
                return count(asked, jobs, new Question.CountJobs(page.caller(), page.selector(), part.next()), open);
            }
            long closed = asked.listing().closed() ? history.countClosed(closed(asked, 1)) : 0;
            return new Errand.Done(new Reply.Jobs(jobs, null, open + closed));
        });
    }

    /** Whoever waits for tasks that do not exist must not be told that nothing is left to do. */
    static Optional<Rejection> lacks(Selector selector, JobSummary job) {
        int tasks = job.tasks().total();
        return selector instanceof Selector.SomeTasks some && some.ordinals().last() > tasks
                ? Optional.of(new Rejection.UnknownTask(job.id(), tasks))
                : Optional.empty();
    }
}
