package org.gleaner.core.view;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.id.TypeKey;
import org.gleaner.core.job.Amounts;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.Machines;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Requirements;
import org.gleaner.core.node.Capacity;
import org.gleaner.core.node.Demand;
import org.gleaner.core.node.Match;
import org.gleaner.core.node.Mismatch;
import org.gleaner.core.placing.Probation;
import org.gleaner.core.placing.Refusals;
import org.gleaner.core.placing.Roster;
import org.gleaner.core.pool.GridNode;
import org.jspecify.annotations.Nullable;

/**
 * Which of some nodes could run a job's tasks, why the others can't, and the smallest single change that would make
 * more of them fit. Looks at every node, so it answers questions and places nothing.
 */
final class Fitting {
    private static final long GIB = 1L << 30;
    private static final long MIB = 1L << 20;
    /** As many as are named, and one more to say that there are others. */
    private static final int MOST_NAMES = 4;

    private final JobSpec spec;
    private final Amounts licences;
    private final List<GridNode> fitting = new ArrayList<>();
    /** Every node that does not fit is counted once, under what is looked at first. */
    private final Map<Mismatch.Kind, List<Mismatch>> first = new EnumMap<>(Mismatch.Kind.class);

    /** What these nodes lack as well, by what is looked at first. */
    private final Map<Mismatch.Kind, Map<Mismatch.Kind, List<Mismatch>>> also = new EnumMap<>(Mismatch.Kind.class);

    /** Nodes that only one thing keeps from fitting. */
    private final Map<Mismatch.Kind, List<Near>> near = new EnumMap<>(Mismatch.Kind.class);

    /** Told of each of many jobs that are alike. */
    private @Nullable List<Reply.Misfit> misfits;

    private @Nullable List<Reply.Change> changes;
    private @Nullable Boolean refused;
    private @Nullable Boolean failing;

    private record Near(Mismatch mismatch, Capacity capacity) {}

    Fitting(JobSpec spec, List<GridNode> nodes, Roster roster) {
        this.spec = spec;
        this.licences = roster.settings().licences();
        Demand demand = Demand.of(spec);
        Machines machines = spec.needs().platform().machines();
        for (GridNode node : nodes) {
            List<Mismatch> found =
                    new ArrayList<>(Match.mismatches(spec.type(), demand, node.facts(), node.capacity()));
            found.addAll(Match.unmeant(machines, node.id(), node.facts(), roster.speed(node), roster.nodes()::isName));
            found.addAll(Match.unprovided(spec.needs().uses(), licences, node.facts()));
            found.sort(Comparator.comparing(Mismatch::kind));
            if (found.isEmpty()) {
                fitting.add(node);
                continue;
            }
            Mismatch one = found.get(0);
            first.computeIfAbsent(one.kind(), kind -> new ArrayList<>()).add(one);
            for (Mismatch other : found.subList(1, found.size())) {
                also.computeIfAbsent(one.kind(), kind -> new EnumMap<>(Mismatch.Kind.class))
                        .computeIfAbsent(other.kind(), kind -> new ArrayList<>())
                        .add(other);
            }
            if (found.size() == 1) {
                near.computeIfAbsent(one.kind(), kind -> new ArrayList<>()).add(new Near(one, node.capacity()));
            }
        }
    }

    List<GridNode> fitting() {
        return fitting;
    }

    /** Whether any that fits could not start something of this type. */
    boolean isRefused(TypeKey type) {
        Boolean known = refused;
        if (known == null) {
            known = fitting.stream().anyMatch(node -> Refusals.concern(node, type));
            refused = known;
        }
        return known;
    }

    /** Whether a job of this type fails again and again on any that fits. */
    boolean isFailing(TypeKey type) {
        Boolean known = failing;
        if (known == null) {
            known = fitting.stream().anyMatch(node -> Probation.concerns(node, type));
            failing = known;
        }
        return known;
    }

    /** How many nodes each kind of mismatch keeps out, in the order of the kinds. */
    List<Reply.Misfit> misfits() {
        List<Reply.Misfit> known = misfits;
        if (known == null) {
            List<Reply.Misfit> all = new ArrayList<>();
            first.forEach((kind, found) -> {
                List<Reply.Misfit> others = new ArrayList<>();
                also.getOrDefault(kind, Collections.emptyMap())
                        .forEach((other, lacks) ->
                                others.add(misfit(other, Math.min(found.size(), lacks.size()), lacks, List.of())));
                all.add(misfit(kind, found.size(), found, others));
            });
            known = List.copyOf(all);
            misfits = known;
        }
        return known;
    }

    private static Reply.Misfit misfit(Mismatch.Kind kind, int nodes, List<Mismatch> found, List<Reply.Misfit> also) {
        return new Reply.Misfit(
                kind, nodes, commonest(found, Mismatch::needs), inOrder(kind, commonest(found, Mismatch::has)), also);
    }

    /** The words that occur most often, the most frequent first. */
    private static List<String> commonest(List<Mismatch> found, Function<Mismatch, String> word) {
        TreeMap<String, Integer> counted = new TreeMap<>();
        found.stream().map(word).filter(one -> !one.isEmpty()).forEach(one -> counted.merge(one, 1, Integer::sum));
        return counted.entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
                .limit(MOST_NAMES)
                .map(Map.Entry::getKey)
                .toList();
    }

    /** What has an amount from the smallest to the largest. */
    private static List<String> inOrder(Mismatch.Kind kind, List<String> words) {
        return switch (kind) {
            case MEMORY, DISK ->
                words.stream()
                        .sorted(Comparator.comparing(word -> MemorySize.parse(word.replace(" ", ""))))
                        .toList();
            case CORES, SPEED, USE, LICENCE ->
                words.stream()
                        .sorted(Comparator.comparingDouble(Double::parseDouble))
                        .toList();
            case TYPE, NODE, EXCLUDED, OS, ARCH, RUNTIME, TAG, MOUNT, SANDBOX, AGENT -> words;
        };
    }

    /** Single changes to the job after which more nodes fit, the one that gains most first. */
    List<Reply.Change> changes() {
        List<Reply.Change> known = changes;
        if (known == null) {
            known = List.copyOf(found());
            changes = known;
        }
        return known;
    }

    private List<Reply.Change> found() {
        List<Reply.Change> all = new ArrayList<>();
        near.forEach((kind, nodes) -> {
            switch (kind) {
                case CORES -> cores(all, nodes);
                case MEMORY -> size(all, kind, spec.needs().memory(), nodes, Capacity::memory);
                case DISK -> size(all, kind, spec.needs().disk(), nodes, Capacity::disk);
                case RUNTIME, TAG, OS, ARCH, USE -> words(all, kind, nodes);
                case MOUNT, AGENT, SANDBOX, TYPE, NODE, EXCLUDED, SPEED, LICENCE ->
                    all.add(new Reply.Change(nodes.size(), kind, "", ""));
            }
        });
        all.sort((one, other) -> other.nodes() - one.nodes());
        return all;
    }

    private void cores(List<Reply.Change> changes, List<Near> nodes) {
        int most = nodes.stream().mapToInt(one -> one.capacity().slots()).max().orElse(0);
        if (most > 0) {
            long gained =
                    nodes.stream().filter(one -> one.capacity().slots() == most).count();
            String need = Integer.toString(spec.needs().cores());
            changes.add(new Reply.Change((int) gained, Mismatch.Kind.CORES, need, Integer.toString(most)));
        }
    }

    private static void size(
            List<Reply.Change> changes,
            Mismatch.Kind kind,
            @Nullable MemorySize need,
            List<Near> nodes,
            Function<Capacity, MemorySize> size) {
        long most = nodes.stream()
                .mapToLong(one -> size.apply(one.capacity()).bytes())
                .max()
                .orElse(0);
        MemorySize round = new MemorySize(rounded(most));
        if (need != null && round.bytes() > 0) {
            long gained = nodes.stream()
                    .filter(one -> size.apply(one.capacity()).compareTo(round) >= 0)
                    .count();
            changes.add(new Reply.Change((int) gained, kind, need.typed(), round.typed()));
        }
    }

    /** Down to what a person would write: machines sold as equal differ by some megabytes. */
    private static long rounded(long bytes) {
        long step = bytes >= 4 * GIB ? GIB : bytes >= GIB ? 256 * MIB : 64 * MIB;
        return bytes / step * step;
    }

    private static void words(List<Reply.Change> changes, Mismatch.Kind kind, List<Near> nodes) {
        Map<String, Integer> gained = new LinkedHashMap<>();
        nodes.forEach(one -> gained.merge(one.mismatch().needs(), 1, Integer::sum));
        gained.forEach((need, count) -> changes.add(new Reply.Change(count, kind, need, "")));
    }

    /** How many tasks could run at once if these nodes had nothing else to do. */
    int atOnce() {
        long sum = 0;
        for (GridNode node : fitting) {
            sum += Math.min(
                    atOnce(node.capacity(), spec.needs()),
                    atOnce(node.facts().abilities().provides(), false));
        }
        sum = Math.min(sum, atOnce(licences, true));
        int atMost = spec.limits().atMost();
        long bound = Math.min(sum, spec.tasks());
        return (int) (atMost == 0 ? bound : Math.min(bound, atMost));
    }

    /** How many tasks there is enough for of what is the pool's, or of what is a node's. */
    private long atOnce(Amounts has, boolean ofPool) {
        long most = Long.MAX_VALUE;
        for (Map.Entry<String, Integer> use : spec.needs().uses().counts().entrySet()) {
            if (licences.names(use.getKey()) == ofPool) {
                most = Math.min(most, has.of(use.getKey()) / use.getValue());
            }
        }
        return most;
    }

    private static long atOnce(Capacity capacity, Requirements needs) {
        long count = needs.exclusive() ? 1 : capacity.slots() / needs.cores();
        MemorySize memory = needs.memory();
        if (memory != null && memory.bytes() > 0) {
            count = Math.min(count, capacity.memory().bytes() / memory.bytes());
        }
        MemorySize disk = needs.disk();
        if (disk != null && disk.bytes() > 0) {
            count = Math.min(count, capacity.disk().bytes() / disk.bytes());
        }
        return count;
    }
}
