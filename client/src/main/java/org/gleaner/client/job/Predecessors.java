package org.gleaner.client.job;

import java.util.ArrayList;
import java.util.List;
import org.gleaner.client.call.UserCalls;
import org.gleaner.client.description.Draft;
import org.gleaner.client.description.InFrom;
import org.gleaner.client.description.JobDescription;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.core.grid.Selector;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.Predecessor;
import org.gleaner.core.job.Predecessor.When;
import org.gleaner.core.job.TakenFile;
import org.gleaner.core.job.Turn;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.problem.SystemWords;

/** Asks the server which jobs {@code after} and its like, and {@code in-from}, mean now. */
final class Predecessors {
    private Predecessors() {}

    static JobDescription resolve(JobDescription job, Draft draft, UserCalls calls) throws ClientFailure, CallFailed {
        List<Predecessor> after = new ArrayList<>();
        for (String key : List.of("after", "after-each", "after-any", "after-failed")) {
            for (String text : draft.all(key)) {
                after.addAll(links(key, text, calls));
            }
        }
        for (InFrom one : InFrom.of(draft)) {
            for (Predecessor link : links("in-from", one.selector(), calls)) {
                take(after, link, one.file());
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

    private static List<Predecessor> links(String key, String text, UserCalls calls) throws ClientFailure, CallFailed {
        boolean each = key.equals("after-each");
        Selector selector = Chosen.selector(text);
        if (selector instanceof Selector.InState) {
            throw Draft.unusable(
                    key, "States change, so '" + text + "' is not a fixed set of tasks; name jobs or tasks.");
        }
        if (each && selector instanceof Selector.SomeTasks) {
            throw Draft.unusable(key, "Task i waits for task i, so it takes whole jobs; `after` takes '" + text + "'.");
        }
        List<Predecessor> links = new ArrayList<>();
        for (Chosen chosen : Chosen.of(calls, text)) {
            boolean some = selector instanceof Selector.SomeTasks;
            Ordinals tasks = some ? Ordinals.range(chosen.first(), chosen.last()) : new Ordinals(List.of());
            links.add(new Predecessor(chosen.job().id(), tasks, each, when(key)));
        }
        return links;
    }

    /** Task by task if it waits for that job so; else it need not be said a second time that it waits. */
    private static void take(List<Predecessor> after, Predecessor link, TakenFile file) {
        for (int i = 0; i < after.size(); i++) {
            Predecessor known = after.get(i);
            if (known.job().equals(link.job()) && known.tasks().equals(link.tasks()) && known.is(When.DONE)) {
                List<TakenFile> files = new ArrayList<>(known.files());
                files.add(file);
                after.set(i, known.with(files));
                return;
            }
        }
        after.add(link.with(List.of(file)));
    }

    private static When when(String key) {
        return switch (key) {
            case "after-any" -> When.ANY;
            case "after-failed" -> When.FAILED;
            default -> When.DONE;
        };
    }
}
