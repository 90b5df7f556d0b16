package org.gleaner.cli.verb;

import java.io.IOException;
import org.gleaner.cli.access.Access;
import org.gleaner.cli.access.ClientVerb;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.client.job.Chosen;
import org.gleaner.core.grid.Verb;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.argument.Flag;
import org.gleaner.terminal.argument.Syntax;
import org.gleaner.terminal.argument.Syntax.Operands;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Surroundings;

/** Does one thing to all tasks that a selector names: cancel, pause, resume, block, unblock, delete. */
public final class ChangeVerb implements ClientVerb {
    static final int MOST_SELECTORS = 10_000;

    /** Whoever writes it for all verbs in a script is right, too. */
    private static final Flag NOT_ASKED = Flag.on("yes", "for scripts; accepted, though this verb never asks");

    private final Verb verb;

    public ChangeVerb(Verb verb) {
        this.verb = verb;
    }

    @Override
    public Syntax syntax() {
        String word = verb.word();
        Syntax plain = Syntax.of(word, purpose(verb), Operands.of("SEL…", 1, MOST_SELECTORS));
        Syntax syntax = verb == Verb.DELETE
                ? plain.flags(Consent.YES, JobNumbers.FROM, Flag.JSON)
                : plain.flags(NOT_ASKED, JobNumbers.FROM, Flag.JSON);
        return verb == Verb.DELETE
                ? syntax.example("gleaner delete 7", "job 7 with all its results; whole jobs only")
                        .example("gleaner delete 7 9 12", "several, in this order; stops at the first that is refused")
                        .example("gleaner delete name:sweep", "all jobs of that name, finished ones too; asks first")
                : syntax.example("gleaner " + word + " 7", "all tasks of job 7 that it applies to")
                        .example("gleaner " + word + " 7.1-50", "some of its tasks")
                        .example("gleaner " + word + " name:sweep", "all open jobs of that name");
    }

    private static String purpose(Verb verb) {
        return switch (verb) {
            case CANCEL -> "stop tasks for good; what is done stays done";
            case PAUSE -> "start no new tasks; running ones finish";
            case RESUME -> "let paused tasks continue";
            case BLOCK -> "keep tasks from starting until unblocked; running ones finish";
            case UNBLOCK -> "let blocked tasks run again, with new attempts";
            case RETRY -> "run blocked or cancelled tasks again";
            case DELETE -> "delete jobs and their results";
        };
    }

    @Override
    public int work(Arguments typed, Surroundings here) throws ClientFailure, CliFailure, CallFailed, IOException {
        Arguments arguments = JobNumbers.typed(typed, here);
        for (String select : arguments.operands()) {
            Chosen.selector(select);
        }
        Changes all = new Changes(Access.calls(here), verb);
        if (verb == Verb.DELETE) {
            agree(all, arguments, here);
        }
        return new ChangeRound(all, verb).run(arguments, here);
    }

    /** Whoever names jobs by their numbers knows which they are. */
    private static void agree(Changes all, Arguments arguments, Surroundings here)
            throws ClientFailure, CliFailure, CallFailed, IOException {
        for (String select : arguments.operands()) {
            long jobs = all.concerned(select);
            if (jobs > 1) {
                Consent.check(
                        arguments, select, "delete " + jobs + " jobs (" + select + ") with all their results", here);
            }
        }
    }
}
