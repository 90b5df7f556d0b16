package org.gleaner.client.job;

import java.util.ArrayList;
import java.util.List;
import org.gleaner.client.call.UserCalls;
import org.gleaner.core.job.Counted;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.Requirements;
import org.gleaner.core.node.Mismatch;
import org.gleaner.protocol.http.Answer;
import org.gleaner.protocol.message.MatchReport;

/** What speaks against a job that was taken: that no machine the server knows could ever run it. */
public final class Doubts {
    private Doubts() {}

    /** One sentence each; none if the server can't be asked. */
    public static List<String> of(JobSpec spec, UserCalls calls) {
        if (takesAny(spec)) {
            return List.of();
        }
        return calls.match(spec) instanceof Answer.Success<MatchReport> found ? of(found.value()) : List.of();
    }

    /** Most jobs take any machine, and need no second call. */
    static boolean takesAny(JobSpec spec) {
        return spec.needs().equals(Requirements.ONE_CORE) && spec.workplace().directory() == null;
    }

    static List<String> of(MatchReport found) {
        List<String> doubts = new ArrayList<>();
        for (String word : found.unknown()) {
            doubts.add("no machine is called " + word + " or has such a tag.");
        }
        if (found.nodes() > 0 && found.fitting() == 0 && found.away() == 0) {
            List<String> why = found.misfits().stream()
                    .map(one -> found.misfits().size() == 1
                            ? one.detail()
                            : Counted.of(one.nodes(), "machine") + ": " + one.detail())
                    .toList();
            doubts.add("no machine of this pool can run it: " + String.join("; ", why)
                    + (found.misfits().stream().allMatch(one -> one.kind() == Mismatch.Kind.LICENCE)
                            ? ". It waits until an admin sets more licences."
                            : ". It waits until one joins that can."));
        }
        return doubts;
    }
}
