package org.gleaner.cli.verb;

import java.io.IOException;
import java.security.SecureRandom;
import org.gleaner.cli.access.Access;
import org.gleaner.cli.description.JobDescription;
import org.gleaner.cli.description.JobSource;
import org.gleaner.cli.file.SubmissionNote;
import org.gleaner.cli.file.SubmissionNotes;
import org.gleaner.cli.file.Uploader;
import org.gleaner.core.grid.Reply;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.http.CallTimeouts;
import org.gleaner.protocol.http.Endpoint;
import org.gleaner.protocol.http.ServerConnection;
import org.gleaner.protocol.http.UserCalls;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.argument.Syntax;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Surroundings;

/**
 * Describes a job from the words that were typed, and hands it in with its files, noting where they came from.
 *
 * @param arguments what was typed, completed by the job's file or script
 */
record Submitting(Arguments arguments, JobDescription job, Endpoint endpoint, UserCalls calls) {
    static Submitting of(Arguments typed, Syntax syntax, Surroundings here)
            throws CliFailure, CallFailed, IOException, InterruptedException {
        Arguments arguments = JobSource.complete(typed, syntax, here);
        JobDescription described = JobDescription.of(arguments, here);
        Endpoint endpoint = Access.endpoint(here);
        UserCalls calls = new UserCalls(new ServerConnection(endpoint, CallTimeouts.DEFAULT));
        return new Submitting(arguments, Predecessors.resolve(described, arguments, calls), endpoint, calls);
    }

    Reply.Submitted submit(Surroundings here) throws CliFailure, CallFailed, IOException, InterruptedException {
        // One key for all tries: a lost answer must not make a second job.
        String key = key();
        Uploader uploader = new Uploader(
                calls,
                job.files(),
                here.streams().stderr().drawn(),
                here.streams().errIsTerminal());
        Reply.Submitted submitted =
                uploader.send(() -> calls.submit(job.spec(), job.entries().iterator(), key));
        if (!job.inputs().isEmpty() || !job.each().isEmpty()) {
            new SubmissionNotes(here.home(), endpoint.base())
                    .save(new SubmissionNote(submitted.job(), job.inputs(), job.each()));
        }
        return submitted;
    }

    private static String key() {
        SecureRandom random = new SecureRandom();
        return Long.toHexString(random.nextLong()) + Long.toHexString(random.nextLong());
    }
}
