package org.gleaner.core.scheduling;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.gleaner.core.observer.WorkSpread;

/** The longest type that the node will probably finish; a type that is served too little goes first. */
final class SurvivalStrategy implements Strategy {
    private static final double LIKELY = 0.4;
    private static final double POSSIBLE = 0.15;
    private static final double GUARDED = 0.3;

    private final Strategy balanced = new BalancedStrategy();

    @Override
    public String name() {
        return "survival";
    }

    @Override
    public Optional<Choice> choose(Request request) {
        List<Candidate> candidates = request.candidates();
        Prospect prospect = new Prospect(request.asker());
        double running = 0;
        for (Candidate one : candidates) {
            running += runningWork(one);
        }
        double low = running * GUARDED / candidates.size();
        Candidate longest = null;
        Candidate shortest = null;
        Candidate starved = null;
        for (Candidate one : candidates) {
            WorkSpread work = one.ofType().work();
            if (work == null) {
                if (one.runningOfType() == 0) {
                    return Optional.of(new Choice(one, Rule.UNTRIED));
                }
                continue;
            }
            double chance = prospect.chance(work);
            if (chance >= LIKELY && (longest == null || mean(one) > mean(longest))) {
                longest = one;
            }
            if (shortest == null || mean(one) < mean(shortest)) {
                shortest = one;
            }
            if (chance >= POSSIBLE
                    && runningWork(one) < low
                    && (starved == null || runningWork(one) < runningWork(starved))) {
                starved = one;
            }
        }
        if (starved != null) {
            return Optional.of(new Choice(starved, Rule.UNDERSERVED));
        }
        if (longest != null) {
            return Optional.of(new Choice(longest, Rule.LIKELY_DONE));
        }
        return shortest != null ? Optional.of(new Choice(shortest, Rule.SHORTEST)) : balanced.choose(request);
    }

    private static double mean(Candidate candidate) {
        WorkSpread work = candidate.ofType().work();
        return work == null ? 0 : work.mean();
    }

    private static double runningWork(Candidate candidate) {
        return candidate.runningOfType() * mean(candidate);
    }

    @Override
    public Comparator<ParkedNode> nodeOrder() {
        return SPREAD;
    }
}
