package org.gleaner.core.ahead;

import java.util.Map;
import java.util.function.Function;
import org.gleaner.core.grid.Policy;
import org.gleaner.core.grid.PolicyScore;

/** One policy, and what came of it in each future in which it was tried. Confined to one thread. */
final class PolicyRun {
    private static final double MINUTE = 60_000;

    private final Policy policy;
    private final Prospect prospect;

    /** @param seer begins a look ahead at a pool with these settings */
    PolicyRun(Policy policy, Function<Map<String, String>, Prospect> seer) {
        this.policy = policy;
        this.prospect = seer.apply(Controller.settings(policy));
    }

    Policy policy() {
        return policy;
    }

    /** Goes through one future more. */
    void look() {
        prospect.look();
    }

    /** On average. */
    double cost(Aim aim) {
        return prospect.glimpses().stream().mapToDouble(aim::cost).average().orElse(0);
    }

    /** How much better it is than the other in the futures that both saw, and how far that may be chance. */
    Lead leadOver(PolicyRun other, Aim aim) {
        int both = Math.min(prospect.futures(), other.prospect.futures());
        double sum = 0;
        double squares = 0;
        for (int future = 0; future < both; future++) {
            double lead = aim.cost(other.prospect.glimpses().get(future))
                    - aim.cost(prospect.glimpses().get(future));
            sum += lead;
            squares += lead * lead;
        }
        double mean = both == 0 ? 0 : sum / both;
        double variance = both < 2 ? 0 : Math.max(0, squares - sum * mean) / (both - 1);
        return new Lead(mean, both == 0 ? 0 : Math.sqrt(variance / both));
    }

    /** @param error by how much the mean may be off, as far as can be told from so few */
    record Lead(double mean, double error) {}

    /** In milliseconds, on average. */
    double makespan() {
        return prospect.makespan();
    }

    PolicyScore score() {
        return new PolicyScore(policy, prospect.makespan() / MINUTE, prospect.flow() / MINUTE, prospect.futures());
    }
}
