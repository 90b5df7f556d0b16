package org.gleaner.cli.verb;

import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import org.gleaner.client.call.UserCalls;
import org.gleaner.client.job.Watch;
import org.gleaner.core.grid.Reason.Kind;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.message.Explanation;

/**
 * Tells who waits for a job what keeps it, when nothing of it has run for some seconds; once, and again if the reasons
 * change. A server that is away or too busy to say is not asked twice at once. Confined to one thread.
 */
final class Standstill implements Watch.Listener {
    private static final Duration PATIENCE = Duration.ofSeconds(3);
    private static final Duration AGAIN = Duration.ofSeconds(10);

    private final UserCalls calls;
    private final String select;
    private final PrintStream err;
    private final Runnable first;
    private List<Kind> told = List.of();
    private int done;
    private long askAt = System.nanoTime() + PATIENCE.toNanos();

    Standstill(UserCalls calls, String select, PrintStream err) {
        this(calls, select, err, () -> {});
    }

    /** @param first done before anything is said */
    Standstill(UserCalls calls, String select, PrintStream err, Runnable first) {
        this.first = first;
        this.calls = calls;
        this.select = select;
        this.err = err;
    }

    /** Those reasons that keep tasks from being started. */
    static List<Explanation.Point> keeping(List<Explanation.Point> reasons) {
        return reasons.stream()
                .filter(one -> one.kind().compareTo(Kind.WAITING) <= 0)
                .toList();
    }

    @Override
    public void seen(TaskCounts counts, boolean away) {
        long now = System.nanoTime();
        if (away || counts.running() > 0 || counts.done() > done || counts.ready() + counts.waiting() == 0) {
            done = counts.done();
            askAt = now + PATIENCE.toNanos();
        } else if (now - askAt >= 0) {
            askAt = now + AGAIN.toNanos();
            tell();
        }
    }

    private void tell() {
        try {
            List<Explanation.Point> reasons = keeping(calls.why(select).get().reasons());
            List<Kind> kinds = reasons.stream().map(Explanation.Point::kind).toList();
            if (!kinds.isEmpty() && !kinds.equals(told)) {
                told = kinds;
                first.run();
                err.println("Nothing is running yet.");
                new Telling(calls, reasons, err, false).tell();
                err.flush();
            }
        } catch (CallFailed away) {
            // It is told the next time; who waits goes on waiting meanwhile.
        }
    }
}
