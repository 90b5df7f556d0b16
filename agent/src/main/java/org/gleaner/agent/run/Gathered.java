package org.gleaner.agent.run;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.InvalidPathException;
import java.util.List;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.attempt.Outputs;
import org.gleaner.core.job.OutputFile;

/**
 * What became of a command that ended well: done with its outputs, or not.
 *
 * @param detail why not, or what to know of it though it is done; one line for people
 */
record Gathered(Outcome outcome, String detail, Outputs outputs) {
    static Gathered nothing(Outcome outcome, String detail) {
        return new Gathered(outcome, detail, Outputs.NONE);
    }

    /** @param remark on a command that ended well; may be empty */
    static Gathered of(OutputCollector collector, List<OutputFile> wanted, String remark)
            throws IOException, InterruptedException {
        try {
            return new Gathered(Outcome.DONE, remark, collector.outputs(wanted));
        } catch (Ungathered ungathered) {
            return nothing(ungathered.outcome(), String.valueOf(ungathered.getMessage()));
        } catch (InvalidPathException unusable) {
            return nothing(
                    Outcome.NO_OUTPUT, "an output has a name that this machine can't write: " + unusable.getInput());
        } catch (AccessDeniedException unreadable) {
            return nothing(Outcome.NO_OUTPUT, "an output can't be read: " + unreadable.getFile());
        }
    }

    /** Without what it printed it is not done either; a failure before says more. */
    Gathered without(Ungathered printed) {
        return outcome == Outcome.DONE ? nothing(printed.outcome(), String.valueOf(printed.getMessage())) : this;
    }
}
