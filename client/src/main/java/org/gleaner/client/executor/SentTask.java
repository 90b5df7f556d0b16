package org.gleaner.client.executor;

import java.util.ArrayList;
import java.util.List;
import org.gleaner.client.call.GrowingJob;

/** A task that is on its way, with its calls in their order. */
record SentTask(GrowingJob job, int ordinal, List<PendingCall<?>> calls) {
    SentTask {
        calls = List.copyOf(calls);
    }

    /** Whether nobody waits for any of them. */
    boolean isSettled() {
        return open().isEmpty();
    }

    /** Those for which somebody waits. */
    List<PendingCall<?>> open() {
        List<PendingCall<?>> open = new ArrayList<>(calls);
        open.removeIf(PendingCall::isDone);
        return open;
    }

    void fail(Throwable why) {
        calls.forEach(call -> call.fail(why));
    }
}
