package org.gleaner.cli.verb;

import java.util.ArrayList;
import java.util.List;
import org.gleaner.cli.description.JobDescription;
import org.gleaner.core.grid.Selector;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.Predecessor;
import org.gleaner.core.job.Turn;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.http.UserCalls;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.console.CliFailure;

/** Asks the server which jobs {@code --after} and {@code --after-each} mean now. */
final class Predecessors {
    private Predecessors() {}

    static JobDescription resolve(JobDescription job, Arguments arguments, UserCalls calls)
            throws CliFailure, CallFailed {
        List<Predecessor> after = new ArrayList<>();
        for (String text : arguments.all("after")) {
            add(after, arguments, "after", text, calls);
        }
        for (String text : arguments.all("after-each")) {
            add(after, arguments, "after-each", text, calls);
        }
        if (after.isEmpty()) {
            return job;
        }
        JobSpec spec = job.spec();
        try {
            return job.with(
                    spec.withTurn(new Turn(spec.turn().priority(), spec.turn().weight(), after)));
        } catch (IllegalArgumentException tooMany) {
            throw arguments.unusable("after", Arguments.sentence(tooMany));
        }
    }

    private static void add(List<Predecessor> after, Arguments arguments, String flag, String text, UserCalls calls)
            throws CliFailure, CallFailed {
        boolean each = flag.equals("after-each");
        Selector selector = Chosen.selector(text);
        if (selector instanceof Selector.InState) {
            throw arguments.unusable(
                    flag, "Tasks change their state, so '" + text + "' names nothing fixed; name jobs or tasks.");
        }
        if (each && selector instanceof Selector.SomeTasks) {
            throw arguments.unusable(
                    flag, "Task i waits for task i, so it takes whole jobs; --after takes '" + text + "'.");
        }
        for (Chosen chosen : Chosen.of(calls, text)) {
            boolean some = selector instanceof Selector.SomeTasks;
            Ordinals tasks = some ? Ordinals.range(chosen.first(), chosen.last()) : new Ordinals(List.of());
            after.add(new Predecessor(chosen.job().id(), tasks, each));
        }
    }
}
