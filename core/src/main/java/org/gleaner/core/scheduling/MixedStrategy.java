package org.gleaner.core.scheduling;

import java.util.Comparator;
import java.util.Optional;

/**
 * By uptime as long as all are served to some degree; balanced as soon as the least served has less than the fairlevel
 * in relation to the most served. Only types that are candidates now count: one without ready tasks would force
 * balance for ever.
 */
final class MixedStrategy implements Strategy {
    private final Strategy balanced = new BalancedStrategy();
    private final Strategy uptime = new UptimeStrategy();

    @Override
    public String name() {
        return "mixed";
    }

    @Override
    public Optional<Choice> choose(WorkRequest request) {
        boolean folds = request.pool().foldsTypes();
        int least = Integer.MAX_VALUE;
        int most = 0;
        for (Candidate one : request.rivals()) {
            int running = folds ? one.runningOfOwner() : one.runningOfType();
            least = Math.min(least, running);
            most = Math.max(most, running);
        }
        boolean unfair =
                most > 0 && (double) least / most < request.pool().settings().fairlevel();
        return (unfair ? balanced : uptime).choose(request);
    }

    @Override
    public Comparator<WaitingNode> nodeOrder() {
        return SPREAD;
    }
}
