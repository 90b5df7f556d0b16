package org.gleaner.cli.verb;

import java.io.IOException;
import java.security.SecureRandom;
import org.gleaner.cli.console.CliFailure;
import org.gleaner.cli.console.Surroundings;
import org.gleaner.cli.description.JobDescription;
import org.gleaner.cli.file.SubmissionNote;
import org.gleaner.cli.file.SubmissionNotes;
import org.gleaner.cli.file.Uploader;
import org.gleaner.core.grid.Reply;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.http.Endpoint;
import org.gleaner.protocol.http.UserCalls;

/** Hands a described job in, with its files, and notes where they came from. */
final class Submitting {
    private Submitting() {}

    static Reply.Submitted submit(JobDescription job, UserCalls calls, Endpoint endpoint, Surroundings here)
            throws CliFailure, CallFailed, IOException, InterruptedException {
        // One key for all tries: a lost answer must not make a second job.
        String key = key();
        Uploader uploader =
                new Uploader(calls, job.files(), here.err(), here.streams().errIsTerminal());
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
