package org.gleaner.server.route;

import java.util.stream.Collectors;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Selector;
import org.gleaner.core.grid.TokenHash;
import org.gleaner.core.job.Counted;
import org.gleaner.core.job.JobSpec;

/** What a command changes, in words for the audit: no secret and nobody's content. Empty for one that only asks. */
final class Subjects {
    private Subjects() {}

    static String of(Command command) {
        if (command instanceof Command.Submit submit) {
            return Counted.of(submit.spec().tasks(), "task") + " of type "
                    + submit.spec().type();
        }
        if (command instanceof Command.SubmitAll submit) {
            return Counted.of(submit.bundle().members().size(), "job") + " with "
                    + Counted.of(
                            submit.bundle().specs().stream()
                                    .mapToLong(JobSpec::tasks)
                                    .sum(),
                            "task");
        }
        if (command instanceof Command.AddTasks add) {
            return Counted.of(add.entries().size(), "task") + " for job " + add.job();
        }
        if (command instanceof Command.SaveHost host) {
            return "host " + host.job();
        }
        if (command instanceof Command.Seal seal) {
            return "seal " + seal.job();
        }
        if (command instanceof Command.ChangeJobs change) {
            return change.verb().word() + " " + words(change.selector());
        }
        if (command instanceof Command.ChangeMany change) {
            return change.verb().word() + " " + words(change.selector());
        }
        if (command instanceof Command.Adjust adjust) {
            return "set " + words(adjust.selector());
        }
        if (command instanceof Command.ChangeSetting change) {
            return change.name() + "=" + change.value();
        }
        if (command instanceof Command.SetDuty set) {
            return set.node() + " " + set.duty().word() + (set.force() ? " by force" : "");
        }
        if (command instanceof Command.IssueToken issue) {
            return issue.token().role().word() + " token " + issue.token().id()
                    + (issue.token().owner() == null
                            ? ""
                            : " of " + issue.token().owner());
        }
        if (command instanceof Command.RevokeToken revoke) {
            return "token "
                    + revoke.id()
                            .substring(0, Math.min(TokenHash.SHORT, revoke.id().length()));
        }
        if (command instanceof Command.RemoveUser remove) {
            return "user " + remove.user() + (remove.cancelJobs() ? " with open jobs" : "");
        }
        if (command instanceof Command.Introduce introduce) {
            return introduce.introduction().facts().name();
        }
        return "";
    }

    /** As people write it. */
    private static String words(Selector selector) {
        if (selector instanceof Selector.OneJob one) {
            return one.job().toString();
        }
        if (selector instanceof Selector.SomeTasks some) {
            return some.ordinals().spans().stream()
                    .map(span -> some.job() + "." + span.first() + "-" + span.last())
                    .collect(Collectors.joining(", "));
        }
        if (selector instanceof Selector.Named named) {
            return "name:" + named.name();
        }
        if (selector instanceof Selector.Typed typed) {
            return "type:" + typed.type();
        }
        if (selector instanceof Selector.InState in) {
            return "state:" + in.state().word();
        }
        if (selector instanceof Selector.SomeJobs some) {
            return some.jobs().toString();
        }
        return selector instanceof Selector.Last ? "last" : "all";
    }
}
