package org.gleaner.client.call;

import java.util.List;
import org.gleaner.core.grid.Reason;
import org.gleaner.core.id.JobId;
import org.gleaner.protocol.http.Answer;
import org.gleaner.protocol.message.Explanation;

/**
 * What keeps the tasks of a job from running.
 *
 * @param why one reason with its remedy each, in whole sentences; empty if some run, or nothing can be known
 * @param byOthers whether it is nothing but the work of others, or other work of the same owner, on machines that suit
 */
public record KeptTasks(List<String> why, boolean byOthers) {
    private static final KeptTasks UNKNOWN = new KeptTasks(List.of(), false);

    public KeptTasks {
        why = List.copyOf(why);
    }

    public static KeptTasks of(UserCalls calls, JobId job) {
        return calls.why(job.toString()) instanceof Answer.Success<Explanation> answer
                ? of(answer.value().reasons())
                : UNKNOWN;
    }

    static KeptTasks of(List<Explanation.Point> reasons) {
        if (reasons.stream().anyMatch(one -> one.kind() == Reason.Kind.RUNNING)) {
            return UNKNOWN;
        }
        List<Explanation.Point> keeping = reasons.stream()
                .filter(one -> one.kind().compareTo(Reason.Kind.PAUSED) <= 0)
                .toList();
        return new KeptTasks(
                keeping.stream().map(one -> text(one.said())).toList(),
                keeping.stream().anyMatch(KeptTasks::isOthersWork)
                        // Machines that do not suit change nothing if others do.
                        && keeping.stream().allMatch(one -> isOthersWork(one) || one.kind() == Reason.Kind.MISFIT));
    }

    private static boolean isOthersWork(Explanation.Point one) {
        return switch (one.kind()) {
            case NONE_FREE, BEHIND_OWN_JOB, WAITING_FOR_TURN -> true;
            default -> false;
        };
    }

    private static String text(Explanation.Said said) {
        return sentence(said.detail()) + (said.remedy().isEmpty() ? "" : " " + sentence(said.remedy()));
    }

    private static String sentence(String text) {
        return text.endsWith(".") ? text : text + ".";
    }
}
