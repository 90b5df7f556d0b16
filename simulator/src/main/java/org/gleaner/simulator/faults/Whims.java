package org.gleaner.simulator.faults;

import java.util.List;

/** Settings that simulated people change while all runs. */
final class Whims {
    private Whims() {}

    static final List<String> SCHEDULING = words("strategy=fifo strategy=balanced strategy=uptime strategy=mixed"
            + " strategy=survival strategy=quantile redundancy=off redundancy=plain strategy=auto"
            + " redundancy=computed redundancy=computed fairness=balanced fairness=weighted weights=user0=3,user1/a=2"
            + " fairness-window=20s objective=makespan objective=flow fairlevel=0.5 rnd=paper"
            + " licences=matlab=1 licences=matlab=3 licences=matlab=2,gpu=3 licences=none");
    static final List<String> OTHERS = words("chunk-tasks=1 chunk-tasks=8 chunk-time=200ms chunk-time=20s"
            + " elsewhere-time=5s refusal-time=30s refusal-time=3m lost-after=45s lost-after=90s long-call=7s"
            + " collect-time=200ms kill-grace=2s key-time=1m key-time=7d quota-owner=30B quota-owner=off"
            + " quota-total=60B array-limit=6 array-limit=1000 chunk-tasks=none no-such=1"
            + " seal-after=15s seal-after=7d");
    /** Of no use unless they come before the work. */
    static final List<String> QUOTAS = words("quota-owner=20B quota-total=40B");

    private static List<String> words(String line) {
        return List.of(line.split(" ", -1));
    }
}
