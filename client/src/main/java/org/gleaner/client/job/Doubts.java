package org.gleaner.client.job;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.gleaner.client.call.UserCalls;
import org.gleaner.core.job.Amounts;
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
        return calls.match(spec) instanceof Answer.Success<MatchReport> found ? of(spec, found.value()) : List.of();
    }

    /** Most jobs take any machine, and need no second call. */
    static boolean takesAny(JobSpec spec) {
        return spec.needs().equals(Requirements.ONE_CORE) && spec.workplace().directory() == null;
    }

    private static List<String> of(JobSpec spec, MatchReport found) {
        List<String> doubts = new ArrayList<>(unknown(found));
        if (found.nodes() > 0 && found.fitting() == 0 && found.away() == 0) {
            List<String> why = found.misfits().stream()
                    .map(one -> found.misfits().size() == 1
                            ? one.detail()
                            : Counted.of(one.nodes(), "machine") + ": " + one.detail())
                    .toList();
            doubts.add("no machine in this pool can run it: " + String.join("; ", why) + until(spec, found));
        }
        return doubts;
    }

    /** What is said of machines, and means none of them. */
    public static List<String> unknown(MatchReport found) {
        return found.unknown().stream()
                .map(word -> "no machine is called " + word + " or has such a tag.")
                .toList();
    }

    private static String until(JobSpec spec, MatchReport found) {
        if (found.misfits().stream().allMatch(one -> one.kind() == Mismatch.Kind.LICENCE)) {
            return ". It waits until an admin sets more licences.";
        }
        boolean uses = found.misfits().stream().anyMatch(one -> one.kind() == Mismatch.Kind.USE);
        Set<String> names = spec.needs().uses().counts().keySet();
        // Cards are no licences; anything else may be one that nobody has set yet.
        return uses && !names.equals(Set.of(Amounts.GPU))
                ? ". It waits until one joins that can, or, if it is a licence, until an admin adds it to the setting"
                        + " licences."
                : ". It waits until one joins that can.";
    }
}
