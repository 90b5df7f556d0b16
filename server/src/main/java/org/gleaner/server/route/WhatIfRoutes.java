package org.gleaner.server.route;

import static org.gleaner.server.route.SupposedMachines.unanswered;

import java.time.Duration;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.gleaner.core.ahead.Sketch;
import org.gleaner.core.ahead.Variation;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.Policy;
import org.gleaner.core.grid.Question;
import org.gleaner.core.grid.Rejection;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Selector;
import org.gleaner.core.grid.Setting;
import org.gleaner.core.grid.Settings;
import org.gleaner.core.grid.SpecBounds;
import org.gleaner.core.grid.Violation;
import org.gleaner.core.id.JobId;
import org.gleaner.core.image.SketchedJob;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Requirements;
import org.gleaner.protocol.json.AdviceJson;
import org.gleaner.protocol.json.Json;
import org.gleaner.protocol.json.WhatIfJson;
import org.gleaner.protocol.message.JobAdvice;
import org.gleaner.protocol.message.PastQuestion;
import org.gleaner.protocol.message.WhatIfQuestion;
import org.gleaner.protocol.message.WhatIfView;
import org.gleaner.protocol.problem.ShellProblems;
import org.gleaner.server.http.Exchange;
import org.gleaner.server.http.Refused;
import org.gleaner.server.whatif.PastQuestions;
import org.gleaner.server.whatif.WhatIfs;
import org.jspecify.annotations.Nullable;

/**
 * What a change of the pool would bring, and what would help a job. Whoever may submit may suppose anything; of the
 * jobs of others nobody is told more than sums, and that only admins.
 *
 * @param heap of the server, in bytes
 */
record WhatIfRoutes(
        LoopDesk desk, WhatIfs questions, PastQuestions past, JobBodies bodies, InstantSource clock, long heap) {
    /** Images are made once a second. */
    private static final int PATIENCE = 2;

    /** By which the past is simulated again; the others have no place in it. */
    private static final List<Setting> OF_THE_PAST = List.of(
            Setting.REDUNDANCY,
            Setting.FAIRLEVEL,
            Setting.RND,
            Setting.FAIRNESS,
            Setting.WEIGHTS,
            Setting.FAIRNESS_WINDOW);

    void ask(Exchange exchange) {
        bodies.read(exchange, WhatIfJson::readQuestion, question -> {
            Duration before = question.past();
            if (before == null) {
                knowing(exchange, predecessors(question), () -> ask(exchange, question, PATIENCE));
            } else {
                askPast(exchange, question, before);
            }
        });
    }

    private static SortedSet<JobId> predecessors(WhatIfQuestion question) {
        SortedSet<JobId> jobs = new TreeSet<>();
        for (JobSpec spec : question.jobs()) {
            spec.turn().after().forEach(one -> jobs.add(one.job()));
        }
        return jobs;
    }

    /** Goes on if the caller has all these jobs: when a job could start tells when those are done that it waits for. */
    private void knowing(Exchange exchange, SortedSet<JobId> jobs, Runnable then) {
        if (jobs.isEmpty()) {
            then.run();
            return;
        }
        Question.ListJobs question =
                new Question.ListJobs(Callers.person(exchange), new Selector.SomeJobs(jobs), null, jobs.size());
        desk.ask(exchange, question, Reply.Jobs.class, found -> {
            SortedSet<JobId> unknown = new TreeSet<>(jobs);
            found.jobs().forEach(job -> unknown.remove(job.id()));
            if (!unknown.isEmpty()) {
                throw Refused.of(new Rejection.UnknownPredecessor(unknown.first()));
            }
            then.run();
        });
    }

    /** @param patience how often to look again for a job that the latest image does not show yet */
    private void ask(Exchange exchange, WhatIfQuestion question, int patience) {
        Caller caller = Callers.person(exchange);
        CompletableFuture<?> unused = questions
                .sketch(caller)
                .whenComplete((sketch, failed) -> exchange.work(() -> {
                    Sketch known = known(sketch, failed);
                    if (patience > 0 && isNewer(question, known)) {
                        CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS)
                                .execute(() -> ask(exchange, question, patience - 1));
                        return;
                    }
                    Variation variation = variation(caller, known, question);
                    answer(exchange, questions.ask(caller, known, variation, question.futures()));
                }));
    }

    private static void answer(Exchange exchange, WhatIfView asked) {
        exchange.json(201, Json.write(asked, WhatIfJson::writeView));
    }

    /** It is simulated elsewhere, from what is stored, and so does not wait for whoever looks ahead. */
    private void askPast(Exchange exchange, WhatIfQuestion question, Duration before) {
        Caller caller = Callers.person(exchange);
        desk.ask(
                exchange,
                new Question.ListNodes(caller),
                Reply.Nodes.class,
                nodes -> desk.ask(
                        exchange,
                        // The pool is simulated as it was shared, with the weights of all; nobody is told them.
                        new Question.ReadSettings(new Caller(caller.owner(), true)),
                        Reply.Settings.class,
                        settings -> exchange.work(() -> {
                            Settings now = Settings.of(settings.values());
                            answer(exchange, past.ask(caller, past(question, before, nodes, now)));
                        })));
    }

    private PastQuestion past(WhatIfQuestion question, Duration before, Reply.Nodes nodes, Settings settings)
            throws Refused {
        String only = "A question about the past takes only add, remove, strategy, redundancy and objective.";
        if (!question.jobs().isEmpty()) {
            throw unanswered("/jobs", "The past is known, so no job can be added to it.", only);
        }
        if (!question.set().isEmpty()) {
            throw unanswered("/set", "The past has no open jobs to change.", only);
        }
        Variation variation = SupposedMachines.inPast(nodes).of(question);
        Policy policy = settings.policy();
        Map<String, String> now = new TreeMap<>();
        for (Setting setting : OF_THE_PAST) {
            now.put(setting.word(), settings.text(setting));
        }
        now.put(Setting.STRATEGY.word(), policy.strategy());
        now.put(Setting.OBJECTIVE.word(), policy.objective().word());
        Map<String, String> then = new TreeMap<>(now);
        then.putAll(variation.settings());
        return new PastQuestion(
                clock.instant().minus(before),
                settings.duration(Setting.LOST_AFTER),
                now,
                then,
                variation.added(),
                variation.removed());
    }

    private static boolean isNewer(WhatIfQuestion question, Sketch sketch) {
        JobId last = sketch.jobs().isEmpty() ? null : sketch.jobs().lastKey();
        return Stream.concat(
                        question.set().stream().map(WhatIfQuestion.OtherTerms::job), predecessors(question).stream())
                .anyMatch(job -> last == null || job.compareTo(last) > 0);
    }

    private static Sketch known(@Nullable Sketch sketch, @Nullable Throwable failed) throws Refused {
        if (failed instanceof Refused refused) {
            throw refused;
        }
        if (sketch == null) {
            throw new Refused(ShellProblems.noOutlook());
        }
        return sketch;
    }

    /** What the question means for the pool as it is. */
    private Variation variation(Caller caller, Sketch sketch, WhatIfQuestion question) throws Refused {
        Variation variation = SupposedMachines.toCome(sketch, heap).of(question);
        return submitting(caller, question, changed(caller, sketch, question, variation));
    }

    private static Variation submitting(Caller caller, WhatIfQuestion question, Variation before) throws Refused {
        Variation variation = before;
        for (JobSpec spec : question.jobs()) {
            List<Violation> violations = SpecBounds.violations(spec);
            if (!violations.isEmpty()) {
                throw Refused.of(new Rejection.InvalidSpec(violations));
            }
            variation = variation.submitting(caller.owner(), spec);
        }
        return variation;
    }

    private static Variation changed(Caller caller, Sketch sketch, WhatIfQuestion question, Variation before)
            throws Refused {
        Variation variation = before;
        for (int i = 0; i < question.set().size(); i++) {
            WhatIfQuestion.OtherTerms other = question.set().get(i);
            SketchedJob job = sketch.jobs().get(other.job());
            if (job == null || !job.owner().equals(caller.owner())) {
                throw unanswered(
                        "/set/" + i + "/job",
                        "You have no open job " + other.job() + ".",
                        "You can only change your own open jobs.");
            }
            if (other.terms().areTooLate(sketch.at())) {
                throw unanswered(
                        "/set/" + i + "/deadline",
                        "That deadline is already past; the server's time is "
                                + sketch.at().truncatedTo(ChronoUnit.SECONDS) + ".",
                        "Name a time that is still to come.");
            }
            JobSpec known = variation.specs().getOrDefault(job.id(), job.spec());
            JobSpec changed =
                    Parameters.valid("/set/" + i, () -> needing(other.terms().of(known), other));
            variation = variation.with(job.id(), changed);
        }
        return variation;
    }

    private static JobSpec needing(JobSpec spec, WhatIfQuestion.OtherTerms other) {
        Requirements own = spec.needs();
        Integer cores = other.cores();
        MemorySize memory = other.memory();
        return spec.needing(new Requirements(
                cores == null ? own.cores() : cores,
                memory == null ? own.memory() : memory,
                own.disk(),
                own.platform(),
                own.exclusive(),
                own.uses()));
    }

    void show(Exchange exchange) throws Refused {
        String id = exchange.parameter("question");
        WhatIfView view = questions
                .find(Callers.person(exchange), id)
                .or(() -> past.find(Callers.person(exchange), id))
                .orElseThrow(() -> new Refused(ShellProblems.unknownQuestion(id)));
        exchange.json(200, Json.write(view, WhatIfJson::writeView));
    }

    void drop(Exchange exchange) throws Refused {
        String id = exchange.parameter("question");
        Caller caller = Callers.person(exchange);
        if (!questions.drop(caller, id) && !past.drop(caller, id)) {
            throw new Refused(ShellProblems.unknownQuestion(id));
        }
        exchange.empty(204);
    }

    /** Who may see a job may ask what would help it. */
    void advice(Exchange exchange) {
        Caller caller = Callers.person(exchange);
        JobId job = Parameters.job(exchange);
        Question.ListJobs question = new Question.ListJobs(caller, new Selector.OneJob(job), null, 1);
        desk.ask(exchange, question, Reply.Jobs.class, found -> {
            CompletableFuture<JobAdvice> advice = found.jobs().get(0).ended() == null
                    ? questions.advise(caller, job)
                    : CompletableFuture.completedFuture(JobAdvice.without(job, JobAdvice.State.NONE));
            CompletableFuture<?> unused =
                    advice.thenAccept(one -> exchange.json(200, Json.write(one, AdviceJson::write)));
        });
    }
}
