package org.gleaner.server.metric;

import java.util.function.Supplier;
import org.gleaner.core.grid.Policy;
import org.gleaner.core.grid.PolicyScore;
import org.gleaner.core.grid.Tryout;
import org.jspecify.annotations.Nullable;

/** How each policy did that the server tries where it is to choose, and which one is in force. */
public final class PolicyMetrics {
    private static final String LABEL = "policy";

    private PolicyMetrics() {}

    /** @param last what was tried last; null: nothing */
    public static void bind(ServerMetrics metrics, Supplier<@Nullable Tryout> last) {
        for (Policy policy : Policy.CANDIDATES) {
            metrics.gauge(
                    "gleaner.policy.score",
                    "How far a policy was behind the best when policies were last tried, as a fraction of"
                            + " the objective; NaN: not tried then",
                    () -> behind(last.get(), policy),
                    LABEL,
                    policy.label());
            metrics.gauge(
                    "gleaner.policy.in.force",
                    "1 for the policy that the server chose",
                    () -> isInForce(last.get(), policy) ? 1 : 0,
                    LABEL,
                    policy.label());
        }
    }

    private static double behind(@Nullable Tryout tryout, Policy policy) {
        if (tryout != null) {
            for (PolicyScore score : tryout.scores()) {
                if (score.policy().equals(policy)) {
                    return score.behind();
                }
            }
        }
        return Double.NaN;
    }

    private static boolean isInForce(@Nullable Tryout tryout, Policy policy) {
        return tryout != null && tryout.chosen().equals(policy);
    }
}
