package org.gleaner.server.route;

import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Reason;
import org.gleaner.core.grid.Rejection;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Reply.JobSummary;
import org.gleaner.core.grid.Selector;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.StoredJob;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.store.History;
import org.gleaner.protocol.json.AnswerJson;
import org.gleaner.protocol.json.Json;
import org.gleaner.protocol.json.StatusJson;
import org.gleaner.protocol.message.JobDetail;
import org.gleaner.protocol.message.JobPage;
import org.gleaner.protocol.message.JobQuery;
import org.gleaner.protocol.message.JobStates;
import org.gleaner.server.http.Exchange;
import org.gleaner.server.http.Refused;

/** Questions about jobs: which there are, what one is, why it does not run. */
final class JobQueryRoutes {
    private static final int MOST_JOBS = 1000;
    private static final int USUAL_JOBS = 100;
    private static final int QUERY_LIMIT = 1 << 20;

    private final LoopDesk desk;
    private final History history;
    private final JobFacts facts;
    private final LongLists lists = new LongLists();

    JobQueryRoutes(LoopDesk desk, History history, JobFacts facts) {
        this.desk = desk;
        this.history = history;
        this.facts = facts;
    }

    void list(Exchange exchange) {
        exchange.work(() -> {
            Caller caller = Callers.person(exchange);
            int limit = Parameters.limit(exchange, MOST_JOBS, USUAL_JOBS);
            Optional<Selector> selector =
                    resolve(caller, exchange.query("select").orElse("all"));
            if (selector.isEmpty()) {
                write(exchange, new JobPage(List.of(), false));
                return;
            }
            Command.ListJobs first = new Command.ListJobs(caller, selector.get(), null, limit + 1);
            ask(
                    exchange,
                    first,
                    new ArrayList<>(),
                    open -> write(exchange, merge(caller, selector.get(), open, limit)));
        });
    }

    /** Asks until there are as many as wanted, or no more: the loop looks at so many jobs at once and not at all. */
    private void ask(
            Exchange exchange, Command.ListJobs page, List<JobSummary> jobs, LoopDesk.Answer<List<JobSummary>> answer) {
        desk.ask(exchange, page, Reply.Jobs.class, reply -> {
            jobs.addAll(reply.jobs());
            int left = page.most() - reply.jobs().size();
            if (reply.next() == null || left <= 0) {
                answer.write(jobs);
            } else {
                ask(exchange, new Command.ListJobs(page.caller(), page.selector(), reply.next(), left), jobs, answer);
            }
        });
    }

    /** Many jobs by their numbers in one call; those that the caller may not see look like those that never were. */
    void query(Exchange exchange) {
        exchange.body(QUERY_LIMIT, content -> {
            Caller caller = Callers.person(exchange);
            JobQuery query = exchange.read(content, StatusJson::readQuery);
            desk.ask(
                    exchange,
                    new Command.ListJobs(caller, query.selector()),
                    Reply.Jobs.class,
                    open -> write(exchange, complete(caller, query, open.jobs())));
        });
    }

    private JobStates complete(Caller caller, JobQuery query, List<JobSummary> open) throws StoreException {
        TreeMap<JobId, JobSummary> jobs = new TreeMap<>();
        open.forEach(job -> jobs.put(job.id(), job));
        TreeSet<JobId> rest = new TreeSet<>(query.ids());
        rest.removeAll(jobs.keySet());
        history.closedJobs(caller, new Selector.SomeJobs(rest), JobQuery.MOST).forEach(job -> jobs.put(job.id(), job));
        List<JobSummary> found = new ArrayList<>();
        List<JobId> unknown = new ArrayList<>();
        for (JobId id : new LinkedHashSet<>(query.ids())) {
            JobSummary job = jobs.get(id);
            // A job that was closed when the loop was asked and is open again by now is in neither list.
            Optional<JobSummary> seen = job == null ? facts.find(caller, id) : Optional.of(job);
            seen.ifPresentOrElse(found::add, () -> unknown.add(id));
        }
        return new JobStates(found, unknown);
    }

    private static void write(Exchange exchange, JobStates states) {
        exchange.json(200, Json.write(states, StatusJson::writeStates));
    }

    /** The open ones were asked first: a job that closes in between is then in both, never in neither. */
    private JobPage merge(Caller caller, Selector selector, List<JobSummary> open, int limit)
            throws StoreException, Refused {
        TreeMap<JobId, JobSummary> jobs = new TreeMap<>(Comparator.reverseOrder());
        open.forEach(job -> jobs.put(job.id(), job));
        history.closedJobs(caller, selector, limit + 1).forEach(job -> jobs.put(job.id(), job));
        if (jobs.isEmpty() && selector instanceof Selector.OneJob one) {
            throw Refused.of(new Rejection.UnknownJob(one.job()));
        }
        if (selector instanceof Selector.SomeTasks some) {
            if (jobs.isEmpty()) {
                // Of an open job that lacks one of the tasks the loop says nothing.
                JobSummary job = facts.find(caller, some.job())
                        .orElseThrow(() -> Refused.of(new Rejection.UnknownJob(some.job())));
                jobs.put(job.id(), job);
            }
            checkTasks(some, jobs.firstEntry().getValue());
        }
        List<JobSummary> sorted = new ArrayList<>(jobs.values());
        boolean more = sorted.size() > limit;
        return new JobPage(more ? sorted.subList(0, limit) : sorted, more);
    }

    /** Whoever waits for tasks that do not exist must not be told that nothing is left to do. */
    private static void checkTasks(Selector.SomeTasks some, JobSummary job) throws Refused {
        int tasks = job.tasks().total();
        if (some.ordinals().last() > tasks) {
            throw Refused.of(new Rejection.UnknownTask(job.id(), tasks));
        }
    }

    private static void write(Exchange exchange, JobPage page) {
        exchange.json(200, Json.write(page, StatusJson::writeJobs));
    }

    void detail(Exchange exchange) {
        exchange.work(() -> {
            StoredJob job = facts.job(Callers.person(exchange), Parameters.job(exchange));
            lists.inTurn(LongLists.isLong(job.spec().aside()), () -> {
                JobDetail detail = new JobDetail(JobFacts.summary(job), facts.whole(job));
                exchange.json(200, Json.write(detail, StatusJson::writeDetail));
            });
        });
    }

    void whyOne(Exchange exchange) {
        exchange.work(() -> why(exchange, new Selector.OneJob(Parameters.job(exchange))));
    }

    void why(Exchange exchange) {
        exchange.work(() -> {
            Optional<Selector> selector =
                    resolve(Callers.person(exchange), exchange.query("select").orElse("all"));
            if (selector.isPresent()) {
                why(exchange, selector.get());
            } else {
                exchange.refuse(new Rejection.NothingSelected("explain"));
            }
        });
    }

    /** The loop knows open jobs only; what can be said of closed ones is how they ended. */
    private void why(Exchange exchange, Selector selector) throws StoreException, Refused {
        Caller caller = Callers.person(exchange);
        Optional<JobId> named = JobSelection.named(selector);
        Optional<JobSummary> closed = named.isPresent() ? facts.closed(caller, named.get()) : Optional.empty();
        if (closed.isPresent()) {
            write(
                    exchange,
                    new Reply.Explained(ending(caller, closed.get().id(), counts(caller, closed.get(), selector))));
        } else {
            ask(
                    exchange,
                    new Command.AskWhy(caller, selector),
                    new ArrayList<>(),
                    reasons -> write(
                            exchange, reasons.isEmpty() ? endings(caller, selector) : new Reply.Explained(reasons)));
        }
    }

    /** Asks until all jobs are explained: the loop explains some at a time. */
    private void ask(
            Exchange exchange, Command.AskWhy page, List<Reason> reasons, LoopDesk.Answer<List<Reason>> answer) {
        desk.ask(exchange, page, Reply.Explained.class, reply -> {
            reasons.addAll(reply.reasons());
            if (reply.next() == null) {
                answer.write(reasons);
            } else {
                ask(exchange, new Command.AskWhy(page.caller(), page.selector(), reply.next()), reasons, answer);
            }
        });
    }

    /**
     * Of what matches nothing is open. A name or a type that nothing has is a mistake; a state that nothing is in is
     * not.
     */
    private Reply.Explained endings(Caller caller, Selector selector) throws StoreException, Refused {
        List<JobSummary> closed = JobSelection.closed(history, caller, selector, USUAL_JOBS);
        if (closed.isEmpty() && (selector instanceof Selector.Named || selector instanceof Selector.Typed)) {
            throw Refused.of(new Rejection.NothingSelected("explain"));
        }
        List<Reason> reasons = new ArrayList<>();
        for (JobSummary job : closed) {
            reasons.addAll(ending(caller, job.id(), job.tasks()));
        }
        return new Reply.Explained(reasons);
    }

    private static void write(Exchange exchange, Reply.Explained explained) {
        exchange.json(200, Json.write(explained, AnswerJson::writeExplained));
    }

    /** Of the tasks that are meant. */
    private TaskCounts counts(Caller caller, JobSummary job, Selector selector) throws StoreException, Refused {
        if (!(selector instanceof Selector.SomeTasks some)) {
            return job.tasks();
        }
        checkTasks(some, job);
        BitSet meant = some.ordinals().toBits();
        Map<TaskState, Integer> counts = new EnumMap<>(TaskState.class);
        JobFacts.states(facts.job(caller, job.id())).forEach((state, tasks) -> {
            tasks.and(meant);
            counts.put(state, tasks.cardinality());
        });
        return TaskCounts.of(counts);
    }

    private List<Reason> ending(Caller caller, JobId job, TaskCounts tasks) throws StoreException {
        List<Reason> reasons = new ArrayList<>();
        if (tasks.cancelled() > 0) {
            reasons.add(Reason.cancelled(job, tasks.cancelled(), facts.cancelledBefore(caller, job)));
        }
        if (tasks.done() > 0) {
            reasons.add(new Reason(job, Reason.Kind.DONE, tasks.done(), "done", ""));
        }
        return reasons;
    }

    private Optional<Selector> resolve(Caller caller, String text) throws StoreException, IOException {
        return JobSelection.resolve(history, caller, Parameters.selector(text));
    }
}
