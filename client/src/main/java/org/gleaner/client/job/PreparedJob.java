package org.gleaner.client.job;

import java.io.IOException;
import java.nio.file.Path;
import org.gleaner.client.call.Submitted;
import org.gleaner.client.call.UserCalls;
import org.gleaner.client.description.Draft;
import org.gleaner.client.description.JobDescription;
import org.gleaner.client.description.Place;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.client.file.SubmissionKeys;
import org.gleaner.client.file.SubmissionNote;
import org.gleaner.client.file.SubmissionNotes;
import org.gleaner.client.file.Uploader;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.http.CallTimeouts;
import org.gleaner.protocol.http.Endpoint;
import org.gleaner.protocol.http.ServerConnection;

/** A job that is described completely and can be handed in, with its files. */
public record PreparedJob(JobDescription job, Endpoint endpoint, UserCalls calls) {
    /** Reads and checks everything, and asks the server which jobs it is to wait for. */
    public static PreparedJob of(Draft draft, Place here, Endpoint endpoint)
            throws ClientFailure, CallFailed, IOException {
        return of(draft, JobDescription.of(draft, here), endpoint);
    }

    /** The same of a draft that is described already. */
    public static PreparedJob of(Draft draft, JobDescription described, Endpoint endpoint)
            throws ClientFailure, CallFailed {
        // Without patience of its own: the uploader has some, and tells of it.
        UserCalls calls = new UserCalls(new ServerConnection(endpoint, CallTimeouts.DEFAULT));
        return new PreparedJob(new Predecessors(calls).resolve(described, draft), endpoint, calls);
    }

    /** @param home where it is noted which files they were */
    public Submitted submit(Path home, Uploader.Progress progress)
            throws ClientFailure, CallFailed, IOException, InterruptedException {
        // One key for all tries: a lost answer must not make a second job.
        String key = SubmissionKeys.fresh();
        Submitted submitted = new Uploader(calls, job.files(), progress)
                .send(() -> Submitted.of(calls.submit(job.spec(), job.entries().iterator(), key)));
        if (!job.inputs().isEmpty() || !job.each().isEmpty()) {
            new SubmissionNotes(home, endpoint.base())
                    .save(new SubmissionNote(submitted.job(), job.inputs(), job.each()));
        }
        return submitted;
    }
}
