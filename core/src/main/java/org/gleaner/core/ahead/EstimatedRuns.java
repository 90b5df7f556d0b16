package org.gleaner.core.ahead;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.gleaner.core.estimate.Crowding;
import org.gleaner.core.estimate.Estimator;
import org.gleaner.core.estimate.JobProgress;
import org.gleaner.core.estimate.LoadedNode;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.TypeKey;
import org.gleaner.core.image.SketchedNode;
import org.gleaner.core.node.NodeFacts;
import org.gleaner.core.node.ProcessorUse;
import org.gleaner.core.observer.Footprint;
import org.gleaner.core.observer.NodeClass;
import org.gleaner.core.observer.TypeBelief;
import org.jspecify.annotations.Nullable;

/**
 * How long attempts take by a formula: from what tasks of their type need on such a node, what those that run have
 * used, and who else is on their machine; none takes longer than its job's limit. Nothing is drawn, and none fails.
 * When something begins or ends on a machine, all else there is asked for again. What others do on a machine stays as
 * it is.
 */
final class EstimatedRuns implements AttemptTimes {
    private static final double MILLIS = 60_000;

    /** What a task uses of a core of which nobody has seen any. */
    private static final double USUAL_SHARE = 1;

    /** An attempt. All in milliseconds. */
    private static final class Run {
        private final long began;
        /** No attempt holds its slot for longer. */
        private final double most;

        private JobProgress progress;
        /** As of when that is. */
        private long since;
        /** How long it then holds its slot yet without running. */
        private double beside;

        Run(long began, double most, JobProgress progress, long since, double beside) {
            this.began = began;
            this.most = most;
            this.progress = progress;
            this.since = since;
            this.beside = beside;
        }

        void advance(Estimator estimator, Crowding crowding, long to) {
            double span = (double) Math.max(0, to - since);
            double idle = Math.min(beside, span);
            progress = estimator.after(progress, crowding, span - idle);
            beside -= idle;
            since = Math.max(since, to);
        }

        double takes(Estimator estimator, Crowding crowding) {
            double takes = (double) (since - began) + beside + estimator.remaining(progress, crowding);
            return Math.min(most, takes);
        }
    }

    /** A machine, and what it runs. */
    private static final class Site {
        private final SketchedNode node;
        private final LoadedNode load;
        private final NodeClass kind;
        private final double speed;
        private final Map<AttemptId, Run> runs = new LinkedHashMap<>();
        private Crowding crowding = Crowding.NONE;

        Site(SketchedNode node, double speed) {
            NodeFacts facts = node.row().facts();
            double others = node.load().others();
            this.node = node;
            this.speed = speed;
            this.kind = NodeClass.of(facts.os(), facts.arch(), speed);
            this.load = new LoadedNode(
                    node.id(),
                    facts.cores(),
                    node.row().capacity().slots(),
                    new ProcessorUse(others, 0).programs(facts.cores()),
                    others * facts.cores());
        }

        /** One that keeps several cores busy counts as so many tasks. */
        void count() {
            double tasks = 0;
            double cpu = 0;
            for (Run run : runs.values()) {
                double share = run.progress.cpuShare();
                tasks += Math.max(1, share);
                cpu += share;
            }
            crowding = load.with(tasks, cpu);
        }
    }

    private final Outset outset;
    private final Estimator estimator;
    private final List<Site> sites = new ArrayList<>();

    EstimatedRuns(Outset outset, Estimator estimator) {
        this.outset = outset;
        this.estimator = estimator;
        for (int machine = 0; machine < outset.nodes().size(); machine++) {
            sites.add(new Site(outset.nodes().get(machine), outset.speed(machine)));
        }
    }

    @Override
    public double single(Begun one, Part part, double ran) {
        Site site = sites.get(one.machine());
        JobProgress whole = whole(part.type(), part.id(), site);
        Duration used = one.at() < 0 ? outset.used(one.attempt()) : null;
        double most = limit(part.id()) + beside(part.type());
        return begin(one, site, run(one, most, whole, used, site, beside(part.type())));
    }

    private double limit(JobId job) {
        return outset.mishaps().limit(job) * MILLIS;
    }

    /** One of which is known what it has used is as far as that; another one as far as it should be by now. */
    private Run run(Begun one, double most, JobProgress whole, @Nullable Duration used, Site site, double beside) {
        if (used == null) {
            return new Run(one.at(), most, whole, one.at(), beside);
        }
        long seen = Math.min(0, Duration.between(outset.now(), site.node.seen()).toMillis());
        long since = Math.max(one.at(), seen);
        JobProgress known = new JobProgress(
                whole.runTotal(), whole.cpuTotal(), (double) (since - one.at()), (double) used.toMillis());
        return new Run(one.at(), most, known, since, 0);
    }

    @Override
    public double lot(Begun one, Part part, int from, int tasks) {
        Site site = sites.get(one.machine());
        double run = 0;
        double cpu = 0;
        double beside = 0;
        double most = 0;
        int at = from;
        for (int member = part.memberAt(from); at < from + tasks; member++) {
            Part.Member of = part.members().get(member);
            int end = Math.min(of.end(), from + tasks);
            JobProgress each = whole(of.type(), of.job(), site);
            run += (end - at) * each.runTotal();
            cpu += (end - at) * each.cpuTotal();
            beside += (end - at) * beside(of.type());
            most += (end - at) * (limit(of.job()) + beside(of.type()));
            at = end;
        }
        return begin(one, site, new Run(one.at(), most, JobProgress.fresh(run, cpu), one.at(), beside));
    }

    private double begin(Begun one, Site site, Run run) {
        advance(site, Math.max(0, one.at()));
        site.runs.put(one.attempt(), run);
        site.count();
        return run.takes(estimator, site.crowding);
    }

    /** At the very begin those that run are only being told, so nobody knows yet how crowded it was until then. */
    private void advance(Site site, long to) {
        if (to > 0) {
            site.runs.values().forEach(run -> run.advance(estimator, site.crowding, to));
        }
    }

    @Override
    public void ended(int machine, AttemptId attempt, long at) {
        Site site = sites.get(machine);
        advance(site, at);
        site.runs.remove(attempt);
        site.count();
    }

    @Override
    public boolean isShared() {
        return true;
    }

    @Override
    public double byNow(int machine, AttemptId attempt) {
        Site site = sites.get(machine);
        return Objects.requireNonNull(site.runs.get(attempt)).takes(estimator, site.crowding);
    }

    /** What a task of a job takes if it is alone there. */
    private JobProgress whole(TypeKey type, JobId job, Site site) {
        TypeBelief belief = outset.sketch().types().get(type);
        if (belief == null || !belief.isKnown()) {
            double run = outset.work(type, outset.said(job)).mean() / site.speed * MILLIS;
            return JobProgress.fresh(run, USUAL_SHARE * run);
        }
        Footprint here = belief.footprints().ofClasses().getOrDefault(site.kind, Footprint.UNKNOWN);
        double run = (here.run().isKnown() ? here.run().mean() : belief.meanWork() / site.speed) * MILLIS;
        if (run > 0 && here.cpu().isKnown()) {
            return JobProgress.fresh(run, here.cpu().mean() * MILLIS);
        }
        Footprint all = belief.footprints().all();
        return JobProgress.fresh(run, run * (all.share().isKnown() ? all.share().mean() : USUAL_SHARE));
    }

    private double beside(TypeKey type) {
        return outset.mishaps().beside(type) * MILLIS;
    }

    @Override
    public Map<TypeKey, Double> longer() {
        return Collections.emptyMap();
    }

    @Override
    public Set<JobId> blocked() {
        return Collections.emptySet();
    }
}
