package org.gleaner.core.scheduling;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.gleaner.core.id.Owner;
import org.gleaner.core.id.TypeKey;
import org.gleaner.core.observer.TypeBelief;
import org.jspecify.annotations.Nullable;

/**
 * A task of the type whose run time suits how long the node should still stay. Where types are folded the rule first
 * decides between owners, by the mean over their types, and then between the types of that owner.
 */
final class UptimeStrategy implements Strategy {
    /**
     * One of those between whom the rule decides: a type, or an owner with its types.
     *
     * @param runtime average in minutes; not a number if nothing of it was done yet and nobody said what to expect
     * @param oldest the group that is taken if it is chosen
     */
    private record Line(double runtime, int running, Candidate oldest) {
        static Line ofType(Candidate one) {
            return new Line(runtime(one), one.runningOfType(), one);
        }

        static Line ofOwner(Candidates all) {
            double mean = all.ofTypes().stream()
                    .mapToDouble(Line::runtime)
                    .filter(one -> !Double.isNaN(one))
                    .average()
                    .orElse(Double.NaN);
            return new Line(mean, all.oldest().runningOfOwner(), all.oldest());
        }

        private static double runtime(Candidate one) {
            TypeBelief belief = one.ofType().belief();
            return belief == null || !belief.isKnown()
                    ? one.ofType().expected().orElse(Double.NaN)
                    : belief.meanRuntime();
        }

        boolean isTried() {
            return !Double.isNaN(runtime);
        }

        Line older(Line other) {
            return other.oldest.isOlder(oldest) ? other : this;
        }
    }

    private record Chosen(Line line, Rule rule) {}

    private static final Comparator<Line> BY_TURN = (one, other) -> one.running != other.running
            ? Integer.compare(one.running, other.running)
            : one.oldest.oldest().compareTo(other.oldest.oldest());

    @Override
    public String name() {
        return "uptime";
    }

    @Override
    public Optional<Choice> choose(WorkRequest request) {
        Candidates candidates = request.candidates();
        if (request.pool().foldsTypes()) {
            Map<Owner, Candidates> owners = candidates.ofOwners();
            List<Line> lines = owners.values().stream().map(Line::ofOwner).toList();
            Owner owner = choose(lines, request).line().oldest().type().owner();
            candidates = owners.getOrDefault(owner, candidates);
        }
        Chosen chosen = choose(types(candidates.all()), request);
        return Optional.of(new Choice(chosen.line().oldest(), chosen.rule()));
    }

    /** One for each candidate: that several are of one type matters only to who is chosen among equals. */
    private static List<Line> types(List<Candidate> candidates) {
        List<Line> lines = new ArrayList<>(candidates.size());
        for (Candidate one : candidates) {
            lines.add(Line.ofType(one));
        }
        return lines;
    }

    private static Chosen choose(Collection<Line> lines, WorkRequest request) {
        Line untried = untried(lines);
        if (untried != null) {
            return new Chosen(untried, untried.running() == 0 ? Rule.UNTRIED : Rule.FEWEST_RUNNING);
        }
        double[] runtimes = new double[lines.size()];
        int tried = 0;
        for (Line line : lines) {
            if (line.isTried()) {
                runtimes[tried++] = line.runtime();
            }
        }
        UptimeRule rule = new UptimeRule(Arrays.copyOf(runtimes, tried));
        double wanted = rule.guide(UptimeRule.target(request.asker()));
        double width = rule.halfWidth(request.pool().settings().paperRandom());
        double runtime = rule.nearest(wanted + (2 * request.random().nextDouble() - 1) * width);
        return new Chosen(alike(lines, runtime, request.random()), Rule.FITTING);
    }

    /** What has no average yet goes first while none of it runs, then when it would be its turn by what runs. */
    private static @Nullable Line untried(Collection<Line> lines) {
        Line next = null;
        boolean any = false;
        for (Line line : lines) {
            any |= !line.isTried();
            boolean first = !line.isTried() && line.running() == 0;
            boolean nextIsFirst = next != null && !next.isTried() && next.running() == 0;
            if (next == null || (first == nextIsFirst ? BY_TURN.compare(line, next) < 0 : first)) {
                next = line;
            }
        }
        return any && next != null && !next.isTried() ? next : null;
    }

    /** Of those with the same run time the one with the fewest running tasks, then any. */
    private static Line alike(Collection<Line> lines, double runtime, RandomGenerator random) {
        List<Line> fewest = new ArrayList<>();
        for (Line line : lines) {
            if (line.runtime() == runtime) {
                if (!fewest.isEmpty() && line.running() < fewest.get(0).running()) {
                    fewest.clear();
                }
                if (fewest.isEmpty() || line.running() == fewest.get(0).running()) {
                    fewest.add(line);
                }
            }
        }
        if (fewest.size() == 1) {
            return fewest.get(0);
        }
        Map<TypeKey, Line> once = new LinkedHashMap<>();
        fewest.forEach(line -> once.merge(line.oldest().type(), line, Line::older));
        return List.copyOf(once.values()).get(random.nextInt(once.size()));
    }

    @Override
    public Comparator<WaitingNode> nodeOrder() {
        return SPREAD;
    }
}
