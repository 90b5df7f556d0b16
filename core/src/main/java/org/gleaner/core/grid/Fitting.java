package org.gleaner.core.grid;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Requirements;
import org.gleaner.core.node.Capacity;
import org.gleaner.core.node.Demand;
import org.gleaner.core.node.Match;
import org.gleaner.core.node.Mismatch;
import org.jspecify.annotations.Nullable;

/**
 * Which of some nodes could run a job's tasks, why the others can't, and the smallest single change that would make
 * more of them fit. Looks at every node, so it answers questions and places nothing.
 */
final class Fitting {
    private static final long GIB = 1L << 30;
    private static final long MIB = 1L << 20;
    private static final int MOST_NAMES = 3;

    private final JobSpec spec;
    private final List<GridNode> fitting = new ArrayList<>();
    /** Every node that does not fit is counted once, under what is looked at first. */
    private final Map<Mismatch.Kind, List<Mismatch>> first = new EnumMap<>(Mismatch.Kind.class);

    /** Nodes that only one thing keeps from fitting. */
    private final Map<Mismatch.Kind, List<Near>> near = new EnumMap<>(Mismatch.Kind.class);

    private record Near(Mismatch mismatch, Capacity capacity) {}

    Fitting(JobSpec spec, List<GridNode> nodes) {
        this.spec = spec;
        Demand demand = Demand.of(spec);
        for (GridNode node : nodes) {
            List<Mismatch> found = Match.mismatches(spec.type(), demand, node.facts(), node.capacity());
            if (found.isEmpty()) {
                fitting.add(node);
                continue;
            }
            Mismatch one = found.get(0);
            first.computeIfAbsent(one.kind(), kind -> new ArrayList<>()).add(one);
            if (found.size() == 1) {
                near.computeIfAbsent(one.kind(), kind -> new ArrayList<>()).add(new Near(one, node.capacity()));
            }
        }
    }

    List<GridNode> fitting() {
        return fitting;
    }

    /** How many nodes each kind of mismatch keeps out, in the order of the kinds. */
    List<Reply.Misfit> misfits() {
        List<Reply.Misfit> misfits = new ArrayList<>();
        first.forEach((kind, found) -> misfits.add(new Reply.Misfit(kind, found.size(), detail(kind, found))));
        return misfits;
    }

    private static String detail(Mismatch.Kind kind, List<Mismatch> found) {
        TreeMap<String, Integer> needs = new TreeMap<>();
        TreeMap<String, Integer> has = new TreeMap<>();
        for (Mismatch one : found) {
            needs.merge(one.needs(), 1, Integer::sum);
            if (!one.has().isEmpty()) {
                has.merge(one.has(), 1, Integer::sum);
            }
        }
        String they = found.size() == 1 ? "it has " : "they have ";
        String had = has.isEmpty() ? "" : ", " + they + commonest(has);
        return kind.phrase() + " (needs " + commonest(needs) + had + ")" + offered(kind, needs.firstKey());
    }

    /** Whoever writes --cwd has not heard of the tag that it needs. */
    private static String offered(Mismatch.Kind kind, String tag) {
        return kind == Mismatch.Kind.TAG && tag.startsWith(Match.MOUNT)
                ? "; an agent started with --tag " + tag + " offers it"
                : "";
    }

    /** The words that occur most often, the most frequent first. */
    private static String commonest(TreeMap<String, Integer> counted) {
        List<String> words = counted.entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
                .limit(MOST_NAMES)
                .map(Map.Entry::getKey)
                .toList();
        return String.join(" or ", words) + (counted.size() > MOST_NAMES ? " or others" : "");
    }

    /** Single changes to the job after which more nodes fit, the one that gains most first. */
    List<Reply.Change> changes() {
        List<Reply.Change> changes = new ArrayList<>();
        near.forEach((kind, nodes) -> {
            switch (kind) {
                case CORES -> cores(changes, nodes);
                case MEMORY -> size(changes, "memory", spec.needs().memory(), nodes, Fitting::memory);
                case DISK -> size(changes, "disk", spec.needs().disk(), nodes, Fitting::disk);
                case RUNTIME, TAG, OS, ARCH -> words(changes, kind, nodes);
                case MOUNT -> changes.add(new Reply.Change(nodes.size(), "run it without --cwd"));
                case AGENT ->
                    changes.add(
                            new Reply.Change(nodes.size(), "pack its inputs into an archive, or update the agents"));
                case SANDBOX -> changes.add(new Reply.Change(nodes.size(), "do without a sandbox"));
                case TYPE -> changes.add(new Reply.Change(nodes.size(), "submit it as a type that they take"));
            }
        });
        changes.sort((one, other) -> other.nodes() - one.nodes());
        return changes;
    }

    private void cores(List<Reply.Change> changes, List<Near> nodes) {
        int most = nodes.stream().mapToInt(one -> one.capacity().slots()).max().orElse(0);
        if (most > 0) {
            long gained =
                    nodes.stream().filter(one -> one.capacity().slots() == most).count();
            String text = "ask for " + most + " instead of " + spec.needs().cores() + " cores";
            changes.add(new Reply.Change((int) gained, text));
        }
    }

    private interface Size {
        MemorySize of(Capacity capacity);
    }

    private static MemorySize memory(Capacity capacity) {
        return capacity.memory();
    }

    private static MemorySize disk(Capacity capacity) {
        return capacity.disk();
    }

    private static void size(
            List<Reply.Change> changes, String what, @Nullable MemorySize need, List<Near> nodes, Size size) {
        long most = nodes.stream()
                .mapToLong(one -> size.of(one.capacity()).bytes())
                .max()
                .orElse(0);
        MemorySize round = new MemorySize(rounded(most));
        if (need != null && round.bytes() > 0) {
            long gained = nodes.stream()
                    .filter(one -> size.of(one.capacity()).compareTo(round) >= 0)
                    .count();
            changes.add(new Reply.Change((int) gained, "ask for " + round + " instead of " + need + " of " + what));
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
        gained.forEach((need, count) ->
                changes.add(new Reply.Change(count, "do without the " + kind.word() + " '" + need + "'")));
    }

    /** How many tasks could run at once if these nodes had nothing else to do. */
    int atOnce() {
        long sum = 0;
        for (GridNode node : fitting) {
            sum += atOnce(node.capacity(), spec.needs());
        }
        int atMost = spec.limits().atMost();
        long bound = Math.min(sum, spec.tasks());
        return (int) (atMost == 0 ? bound : Math.min(bound, atMost));
    }

    private static long atOnce(Capacity capacity, Requirements needs) {
        long count = capacity.slots() / needs.cores();
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
