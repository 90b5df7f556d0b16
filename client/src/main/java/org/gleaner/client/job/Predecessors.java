package org.gleaner.client.job;

import java.util.ArrayList;
import java.util.List;
import org.gleaner.client.call.UserCalls;
import org.gleaner.client.description.Draft;
import org.gleaner.client.description.JobDescription;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.core.grid.Selector;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.Predecessor;
import org.gleaner.core.job.Turn;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.problem.SystemWords;

/** Asks the server which jobs {@code after} and {@code after-each} mean now. */
final class Predecessors {
    private Predecessors() {}

    static JobDescription resolve(JobDescription job, Draft draft, UserCalls calls) throws ClientFailure, CallFailed {
        List<Predecessor> after = new ArrayList<>();
        for (String key : List.of("after", "after-each", "after-any", "after-failed")) {
            for (String text : draft.all(key)) {
                add(after, key, text, calls);
            }
        }
        if (after.isEmpty()) {
            return job;
        }
        JobSpec spec = job.spec();
        try {
            return job.with(
                    spec.withTurn(new Turn(spec.turn().priority(), spec.turn().weight(), after)));
        } catch (IllegalArgumentException tooMany) {
            throw Draft.unusable("after", SystemWords.sentence(tooMany));
        }
    }

    private static void add(List<Predecessor> after, String key, String text, UserCalls calls)
            throws ClientFailure, CallFailed {
        boolean each = key.equals("after-each");
        Selector selector = Chosen.selector(text);
        if (selector instanceof Selector.InState) {
            throw Draft.unusable(
                    key, "States change, so '" + text + "' is not a fixed set of tasks; name jobs or tasks.");
        }
        if (each && selector instanceof Selector.SomeTasks) {
            throw Draft.unusable(key, "Task i waits for task i, so it takes whole jobs; `after` takes '" + text + "'.");
        }
        for (Chosen chosen : Chosen.of(calls, text)) {
            boolean some = selector instanceof Selector.SomeTasks;
            Ordinals tasks = some ? Ordinals.range(chosen.first(), chosen.last()) : new Ordinals(List.of());
            after.add(new Predecessor(chosen.job().id(), tasks, each, when(key)));
        }
    }

    private static Predecessor.When when(String key) {
        return switch (key) {
            case "after-any" -> Predecessor.When.ANY;
            case "after-failed" -> Predecessor.When.FAILED;
            default -> Predecessor.When.DONE;
        };
    }
}
