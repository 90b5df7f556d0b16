package org.gleaner.cli.verb;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.cli.access.Access;
import org.gleaner.cli.access.ClientVerb;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.client.job.Chosen;
import org.gleaner.core.grid.Selector;
import org.gleaner.core.grid.Verb;
import org.gleaner.core.id.JobId;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.message.ChangeReport;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.argument.Flag;
import org.gleaner.terminal.argument.Syntax;
import org.gleaner.terminal.argument.Syntax.Operands;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Exit;
import org.gleaner.terminal.console.Printer;
import org.gleaner.terminal.console.Surroundings;

/** Does one thing to all tasks that a selector names: cancel, pause, resume, block, unblock, delete. */
public final class ChangeVerb implements ClientVerb {
    private static final int MOST_SELECTORS = 10_000;
    /** Less than this are told one by one. */
    private static final int FEW = 5;
    /** Of so many selectors that were refused it is said why. */
    private static final int MOST_REASONS = 10;

    private final Verb verb;

    public ChangeVerb(Verb verb) {
        this.verb = verb;
    }

    @Override
    public Syntax syntax() {
        String word = verb.word();
        Syntax plain = Syntax.of(word, purpose(verb), Operands.of("SEL…", 1, MOST_SELECTORS));
        Syntax syntax = verb == Verb.DELETE ? plain.flags(Consent.YES, Flag.JSON) : plain.flags(Flag.JSON);
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
    public int work(Arguments arguments, Surroundings here) throws ClientFailure, CliFailure, CallFailed, IOException {
        for (String select : arguments.operands()) {
            Chosen.selector(select);
        }
        Changes all = new Changes(Access.calls(here), verb);
        if (verb == Verb.DELETE) {
            agree(all, arguments, here);
        }
        List<ChangeReport.Line> changes = new ArrayList<>();
        List<String> undone = new ArrayList<>();
        List<String> reasons = new ArrayList<>();
        CallFailed refused = null;
        for (String select : rest(all, arguments.operands(), changes)) {
            if (refused != null && verb == Verb.DELETE) {
                // What is gone is gone: whoever is refused one thing looks first, then goes on.
                undone.add(select);
                continue;
            }
            try {
                all.on(select, verb == Verb.DELETE ? all.concerned(select) : 1, changes);
            } catch (CallFailed failed) {
                // One of several that can't be changed must not keep the others from it.
                refused = refused == null ? failed : refused;
                undone.add(select);
                reasons.add(select + ": " + failed.trouble().why());
            }
        }
        if (refused == null || !changes.isEmpty()) {
            Changes.tell(new ChangeReport(verb, changes), arguments.json(), here.out());
        }
        if (refused == null) {
            return Exit.OK;
        }
        int exit = Printer.tell(here, arguments.json() && changes.isEmpty(), refused);
        Changes.tellHalf(verb, refused, arguments.operands(), here.err());
        if (arguments.operands().size() > 1) {
            here.err().println("  Not " + Changes.participle(verb) + ": " + String.join(" ", undone));
        }
        // The first was told above.
        reasons.stream().limit(MOST_REASONS).skip(1).forEach(one -> here.err().println("  " + Printer.printable(one)));
        if (reasons.size() > MOST_REASONS) {
            here.err().println("  The other " + (reasons.size() - MOST_REASONS) + " were refused too.");
        }
        return exit;
    }

    /** What is left to be done one by one when many numbers were told together. */
    private static List<String> rest(Changes all, List<String> operands, List<ChangeReport.Line> changes)
            throws ClientFailure {
        List<JobId> ids = new ArrayList<>();
        for (String operand : operands) {
            if (Chosen.selector(operand) instanceof Selector.OneJob one) {
                ids.add(one.job());
            }
        }
        return ids.size() < FEW || ids.size() < operands.size()
                ? operands
                : all.together(ids, changes).stream().map(JobId::toString).toList();
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
