package org.gleaner.client.executor;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.gleaner.client.call.UserCalls;
import org.gleaner.core.grid.Reason;
import org.gleaner.core.id.JobId;
import org.gleaner.protocol.http.Answer;
import org.gleaner.protocol.message.Explanation;

/**
 * Logs what keeps calls from running when none has for some seconds: else a program would wait in silence for a machine
 * that nobody has. Once, and again if the reasons change. Confined to one thread.
 */
final class Standstills {
    private static final Logger LOG = System.getLogger("org.gleaner.client.executor");
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final long AGAIN_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final UserCalls calls;
    private final String name;
    private Set<Reason.Kind> told = Set.of();
    private long askAt = System.nanoTime() + PATIENCE_NANOS;

    Standstills(UserCalls calls, String name) {
        this.calls = calls;
        this.name = name;
    }

    /** Calls came or are settled, or there are none. */
    void moved() {
        askAt = System.nanoTime() + PATIENCE_NANOS;
    }

    /** Nothing of this job was settled. */
    void still(JobId job) {
        long now = System.nanoTime();
        if (now - askAt < 0) {
            return;
        }
        askAt = now + AGAIN_NANOS;
        if (calls.why(job.toString()) instanceof Answer.Success<Explanation> answer) {
            tell(answer.value());
        }
    }

    private void tell(Explanation why) {
        boolean running = why.reasons().stream().anyMatch(one -> one.kind() == Reason.Kind.RUNNING);
        TreeSet<Reason.Kind> kinds = why.reasons().stream()
                .map(Explanation.Point::kind)
                .filter(kind -> kind.compareTo(Reason.Kind.PAUSED) <= 0)
                .collect(Collectors.toCollection(TreeSet::new));
        if (running || kinds.isEmpty() || kinds.equals(told)) {
            return;
        }
        told = kinds;
        String reasons = why.reasons().stream()
                .filter(one -> kinds.contains(one.kind()))
                .map(one -> one.said().detail() + (one.said().remedy().isEmpty() ? "" : ". ")
                        + one.said().remedy().replaceFirst("\\.$", ""))
                .collect(Collectors.joining("; "));
        LOG.log(Level.WARNING, "No call of the executor ''{0}'' runs: {1}.", name, reasons);
    }
}
