package org.gleaner.client.job;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.problem.SystemWords;

/**
 * Asks the server which jobs {@code after} and its kin, and {@code in-from}, mean now, each once. Confined to one call.
 */
final class Predecessors {
    /** The keys of a draft that name predecessors. */
    static final List<String> KEYS = List.of("after", "after-each", "after-any", "after-failed");

    /** Another one, which also says what is taken of them. */
    static final String IN_FROM = "in-from";

    private final UserCalls calls;
    private final Map<String, List<Chosen>> asked = new HashMap<>();

    Predecessors(UserCalls calls) {
        this.calls = calls;
    }

    JobDescription resolve(JobDescription job, Draft draft) throws ClientFailure, CallFailed {
        List<Predecessor> after = new ArrayList<>();
        for (String key : KEYS) {
            for (String text : draft.all(key)) {
                after.addAll(links(key, text));
            }
        }
        for (InFrom one : InFrom.of(draft)) {
            for (Predecessor link : links(IN_FROM, one.selector())) {
                take(after, link, one.file());
            }
        }
        if (after.isEmpty()) {
            return job;
        }
        JobSpec spec = job.spec();
        try {
            return job.with(spec.withTurn(spec.turn().after(after)));
        } catch (IllegalArgumentException tooMany) {
            throw Draft.unusable("after", SystemWords.sentence(tooMany));
        }
    }

    private List<Predecessor> links(String key, String text) throws ClientFailure, CallFailed {
        boolean each = key.equals("after-each");
        Selector selector = Chosen.selector(text);
        if (selector instanceof Selector.InState) {
            throw Draft.unusable(
                    key, "States change, so '" + text + "' is not a fixed set of tasks; name jobs or tasks.");
        }
        boolean some = selector instanceof Selector.SomeTasks;
        if (each && some) {
            throw onlyWhole(key, text);
        }
        List<Chosen> found = asked.get(text);
        if (found == null) {
            found = Chosen.touched(calls, text);
            asked.put(text, found);
        }
        List<Predecessor> links = new ArrayList<>();
        for (Chosen chosen : found) {
            Ordinals tasks = some ? Ordinals.range(chosen.first(), chosen.last()) : new Ordinals(List.of());
            links.add(new Predecessor(chosen.job().id(), tasks, each, when(key)));
        }
        return links;
    }

    static ClientFailure onlyWhole(String key, String text) {
        return Draft.unusable(key, "Task i waits for task i, so it takes whole jobs; `after` takes '" + text + "'.");
    }

    /** Task by task if it waits for that job so; else it need not be said a second time that it waits. */
    static void take(List<Predecessor> after, Predecessor link, TakenFile file) {
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

    static When when(String key) {
        return switch (key) {
            case "after-any" -> When.ANY;
            case "after-failed" -> When.FAILED;
            default -> When.DONE;
        };
    }
}
