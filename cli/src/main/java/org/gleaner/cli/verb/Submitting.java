package org.gleaner.cli.verb;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.cli.access.Access;
import org.gleaner.cli.description.TypedJob;
import org.gleaner.client.call.Submitted;
import org.gleaner.client.description.Draft;
import org.gleaner.client.description.JobDescription;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.client.file.Uploader;
import org.gleaner.client.job.Doubts;
import org.gleaner.client.job.PreparedJob;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Printer;
import org.gleaner.terminal.console.Surroundings;

/**
 * A job from the words that were typed.
 *
 * @param arguments what was typed, completed by the job's file or script
 */
record Submitting(Arguments arguments, PreparedJob submission) {
    static Submitting of(Arguments arguments, Surroundings here)
            throws ClientFailure, CliFailure, CallFailed, IOException {
        JobDescription described = TypedJob.describe(arguments, here);
        Draft typed = TypedJob.draft(arguments);
        PreparedJob prepared = PreparedJob.of(typed, described, Access.endpoint(here));
        if (ServerTime.concerns(typed)) {
            JobDescription shifted = ServerTime.ask(prepared.calls()).shifted(prepared.job(), typed);
            prepared = new PreparedJob(shifted, prepared.endpoint(), prepared.calls());
        }
        return new Submitting(arguments, prepared);
    }

    /** What speaks against it, though it was taken; told on standard error unless a program reads it. */
    List<String> warnings(Surroundings here) {
        if (arguments.has("no-check")) {
            return List.of();
        }
        List<String> warnings = warnings(Doubts.of(submission.job().spec(), submission.calls()));
        if (!arguments.json()) {
            warn(warnings, here);
        }
        return warnings;
    }

    /** What it says itself, and what speaks against it on the machines there are. */
    List<String> warnings(List<String> doubts) {
        if (arguments.has("no-check")) {
            return List.of();
        }
        List<String> warnings =
                new ArrayList<>(TypedJob.warnings(submission.job().caveats()));
        warnings.addAll(doubts);
        return warnings;
    }

    /** Whether it will be done by its deadline, if that is doubtful and anybody wants to know. */
    List<String> deadline(Submitted submitted) throws InterruptedException {
        boolean wanted = submission.job().spec().turn().deadline() != null && !arguments.has("no-check");
        return wanted ? DeadlineText.ofNew(submitted.job(), submission.calls()) : List.of();
    }

    static void warn(List<String> warnings, Surroundings here) {
        warnings.forEach(one -> here.err().println("Warning: " + Printer.printable(one)));
    }

    Submitted submit(Surroundings here, Uploader.Progress progress)
            throws ClientFailure, CallFailed, IOException, InterruptedException {
        return submission.submit(here.home(), progress);
    }
}
