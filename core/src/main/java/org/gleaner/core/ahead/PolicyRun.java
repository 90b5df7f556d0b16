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

    int futures() {
        return prospect.futures();
    }

    Glimpse glimpse(int future) {
        return prospect.glimpse(future);
    }

    /** In milliseconds, on average. */
    double makespan() {
        return prospect.makespan();
    }

    /** @param behind by which part the best one is ahead of it */
    PolicyScore score(double behind) {
        return new PolicyScore(
                policy, prospect.makespan() / MINUTE, prospect.flow() / MINUTE, behind, prospect.futures());
    }
}
