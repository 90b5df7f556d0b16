package org.gleaner.client.call;

import java.util.stream.Collectors;
import org.gleaner.core.grid.Reason;
import org.gleaner.core.id.JobId;
import org.gleaner.protocol.http.Answer;
import org.gleaner.protocol.message.Explanation;

/** What keeps the tasks of a job from running. */
public final class KeptTasks {
    private KeptTasks() {}

    /** Reasons and remedies without a full stop; empty if some run, or nothing can be known. */
    public static String why(UserCalls calls, JobId job) {
        if (!(calls.why(job.toString()) instanceof Answer.Success<Explanation> answer)) {
            return "";
        }
        Explanation why = answer.value();
        if (why.reasons().stream().anyMatch(one -> one.kind() == Reason.Kind.RUNNING)) {
            return "";
        }
        return why.reasons().stream()
                .filter(one -> one.kind().compareTo(Reason.Kind.PAUSED) <= 0)
                .map(one -> text(one.said()))
                .collect(Collectors.joining("; "));
    }

    private static String text(Explanation.Said said) {
        String remedy = said.remedy();
        boolean full = remedy.endsWith(".");
        return said.detail() + (remedy.isEmpty() ? "" : ". " + remedy.substring(0, remedy.length() - (full ? 1 : 0)));
    }
}
