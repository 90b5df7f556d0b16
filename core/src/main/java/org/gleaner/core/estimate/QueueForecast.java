package org.gleaner.core.estimate;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;

/**
 * Plays a queue through: the job that ends first leaves, those that then fit start, and so on until nothing runs. What
 * it is given stays as it is. With each job that ends it looks once at all that run, so it costs the square of their
 * number at most; who has many thousands asks about a part of them.
 */
public final class QueueForecast {
    /** A node, and what of ours it runs at the moment. */
    private static final class Place {
        private final LoadedNode node;
        private int tasks;
        private double cpu;

        Place(LoadedNode node) {
            this.node = node;
        }

        int free() {
            return node.slots() - tasks;
        }

        Crowding crowding() {
            return node.with(tasks, cpu);
        }

        void add(double share) {
            tasks++;
            cpu += share;
        }

        void remove(double share) {
            tasks--;
            // Sums of what came and went may end a little beside nothing.
            cpu = tasks == 0 ? 0 : Math.max(0, cpu - share);
        }
    }

    /** The emptiest first. */
    private static final Comparator<Place> EMPTIEST = Comparator.comparingDouble(
                    (Place place) -> place.crowding().tasks())
            .thenComparing(place -> place.node.id());

    private final Estimator estimator;
    private final StartRule rule;
    private final TreeMap<NodeId, Place> places = new TreeMap<>();
    private final List<WaitingJob> queue = new ArrayList<>();
    private final List<RunningJob> running = new ArrayList<>();
    private final TreeMap<JobId, Double> waited = new TreeMap<>();
    private final TreeMap<JobId, ForeseenJob> foreseen = new TreeMap<>();

    private QueueForecast(Estimator estimator, StartRule rule) {
        this.estimator = estimator;
        this.rule = rule;
    }

    /**
     * What becomes of each job. One that is not among them never starts: no set of nodes is enough for it, or the rule
     * never chooses it.
     *
     * @param waiting in the order of the queue
     */
    public static SortedMap<JobId, ForeseenJob> of(
            List<LoadedNode> nodes,
            List<RunningJob> running,
            List<WaitingJob> waiting,
            Estimator estimator,
            StartRule rule) {
        QueueForecast forecast = new QueueForecast(estimator, rule);
        nodes.forEach(node -> forecast.places.put(node.id(), new Place(node)));
        running.forEach(forecast::begin);
        waiting.stream().filter(forecast::everFits).forEach(forecast.queue::add);
        forecast.play();
        return Collections.unmodifiableSortedMap(forecast.foreseen);
    }

    private void begin(RunningJob job) {
        running.add(job);
        waited.putIfAbsent(job.id(), 0.0);
        job.on().forEach(node -> place(node).add(job.progress().cpuShare()));
    }

    private Place place(NodeId node) {
        Place place = places.get(node);
        if (place == null) {
            throw new IllegalArgumentException("nothing is said of node " + node);
        }
        return place;
    }

    private boolean everFits(WaitingJob job) {
        return job.suitable().stream()
                        .map(places::get)
                        .filter(place -> place != null && place.node.slots() > 0)
                        .count()
                >= job.nodes();
    }

    private boolean fits(WaitingJob job) {
        return job.suitable().stream()
                        .map(places::get)
                        .filter(place -> place != null && place.free() > 0)
                        .count()
                >= job.nodes();
    }

    private void play() {
        double now = 0;
        start(now);
        while (!running.isEmpty()) {
            now = end(now);
            start(now);
        }
    }

    /** The job that ends first leaves, and the others are so much further. Returns when that is. */
    private double end(double now) {
        List<Crowding> crowded = new ArrayList<>(running.size());
        int first = 0;
        double span = Double.POSITIVE_INFINITY;
        for (int i = 0; i < running.size(); i++) {
            RunningJob job = running.get(i);
            Crowding most = crowding(job);
            crowded.add(most);
            double left = estimator.remaining(job.progress(), most);
            if (left < span) {
                span = left;
                first = i;
            }
        }
        for (int i = 0; i < running.size(); i++) {
            RunningJob job = running.get(i);
            running.set(i, job.at(estimator.after(job.progress(), crowded.get(i), span)));
        }
        double then = now + span;
        RunningJob over = running.remove(first);
        over.on().forEach(node -> place(node).remove(over.progress().cpuShare()));
        foreseen.put(over.id(), new ForeseenJob(waited.getOrDefault(over.id(), 0.0), then, over.on()));
        return then;
    }

    private Crowding crowding(RunningJob job) {
        Crowding most = Crowding.NONE;
        for (NodeId node : job.on()) {
            most = most.most(place(node).crowding());
        }
        return most;
    }

    /** All that the rule lets start now; who starts has waited until now. */
    private void start(double now) {
        Optional<WaitingJob> next = rule.next(Collections.unmodifiableList(queue), this::fits);
        while (next.isPresent()) {
            WaitingJob job = next.get();
            remove(job);
            waited.put(job.id(), now);
            begin(new RunningJob(job.id(), emptiest(job), job.progress()));
            next = rule.next(Collections.unmodifiableList(queue), this::fits);
        }
    }

    private void remove(WaitingJob job) {
        Iterator<WaitingJob> all = queue.iterator();
        while (all.hasNext()) {
            if (all.next().id().equals(job.id())) {
                all.remove();
                return;
            }
        }
        throw new IllegalArgumentException("job " + job.id() + " does not wait");
    }

    private List<NodeId> emptiest(WaitingJob job) {
        List<NodeId> nodes = job.suitable().stream()
                .map(places::get)
                .filter(place -> place != null && place.free() > 0)
                .sorted(EMPTIEST)
                .limit(job.nodes())
                .map(place -> place.node.id())
                .toList();
        if (nodes.size() < job.nodes()) {
            throw new IllegalArgumentException("job " + job.id() + " does not fit");
        }
        return nodes;
    }
}
