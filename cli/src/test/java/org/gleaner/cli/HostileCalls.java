package org.gleaner.cli;

import org.gleaner.client.executor.Task;

/** Calls that mean the same harm as the units of {@link SampleProblems.BadUnit}. */
final class HostileCalls {
    private HostileCalls() {}

    static Task<Object> call(String deed) {
        return () -> new SampleProblems.BadUnit().compute(deed);
    }
}
