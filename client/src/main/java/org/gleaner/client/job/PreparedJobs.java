package org.gleaner.client.job;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.client.call.SubmittedJobs;
import org.gleaner.client.call.UserCalls;
import org.gleaner.client.description.Draft;
import org.gleaner.client.description.JobDescription;
import org.gleaner.client.description.Place;
import org.gleaner.client.description.SeveralJobs;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.client.file.Hasher;
import org.gleaner.client.file.SubmissionKeys;
import org.gleaner.client.file.SubmissionNote;
import org.gleaner.client.file.SubmissionNotes;
import org.gleaner.client.file.Uploader;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.Bundle;
import org.gleaner.core.job.EntryPage;
import org.gleaner.core.job.Predecessor;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.http.CallTimeouts;
import org.gleaner.protocol.http.Endpoint;
import org.gleaner.protocol.http.ServerConnection;
import org.gleaner.protocol.json.BundleJson;
import org.gleaner.protocol.problem.Problem;
import org.gleaner.protocol.problem.SystemWords;

/**
 * Several jobs that are described completely and can be handed in. Those that wait for each other come with one call,
 * all or none; others in calls of a thousand.
 *
 * @param jobs in the order of the file
 * @param after of each, the others that it waits for, by their positions
 * @param files read for any of them, each once
 */
public record PreparedJobs(
        SeveralJobs source,
        List<JobDescription> jobs,
        List<List<Predecessor>> after,
        Hasher files,
        Endpoint endpoint,
        UserCalls calls) {
    /** So many jobs that do not wait for each other come with one call. */
    public static final int AT_ONCE = 1000;

    /** For more at once it is not noted which files they had: they would drive out the notes of all other jobs. */
    private static final int MOST_NOTES = 100;

    /** Is told what goes on. */
    public interface Progress extends Uploader.Progress {
        /** These are taken, in the order of the file; they may have been taken before, by a run that was cut off. */
        void taken(List<JobId> jobs, boolean again);
    }

    /** Reads and checks everything before anything is handed in. */
    public static PreparedJobs of(SeveralJobs source, Place here, Endpoint endpoint)
            throws ClientFailure, CallFailed, IOException {
        Links links = Links.of(source);
        int most = links.any() ? Bundle.MOST : SeveralJobs.MOST;
        if (source.jobs().size() > most) {
            throw ClientFailure.complete(
                    source.file() + " has " + source.jobs().size() + " jobs.",
                    "Jobs that wait for each other are submitted together or not at all, at most " + most + " of them.",
                    "Split it; later jobs can wait for earlier ones by their numbers.");
        }
        UserCalls calls = new UserCalls(new ServerConnection(endpoint, CallTimeouts.DEFAULT));
        Predecessors predecessors = new Predecessors(calls);
        Hasher files = new Hasher();
        List<JobDescription> jobs = new ArrayList<>();
        for (int i = 0; i < source.jobs().size(); i++) {
            try {
                JobDescription job = JobDescription.of(source.jobs().get(i).draft(), here, files);
                jobs.add(predecessors.resolve(job, links.outside().get(i)));
            } catch (ClientFailure wrong) {
                throw source.at(source.jobs().get(i), wrong);
            } catch (CallFailed refused) {
                Problem problem = refused.problem();
                if (problem == null || refused.isAway()) {
                    throw refused;
                }
                throw source.at(source.jobs().get(i), said(problem));
            }
        }
        return new PreparedJobs(source, jobs, links.after(), files, endpoint, calls);
    }

    /** @param home where it is noted what was begun */
    public List<JobId> submit(Path home, Progress progress)
            throws ClientFailure, CallFailed, IOException, InterruptedException {
        List<JobId> taken = new ArrayList<>();
        try (SubmissionKeys keys = new SubmissionKeys(home)) {
            submit(keys, taken, progress);
            keys.forget();
        }
        note(home, taken);
        return taken;
    }

    private void submit(SubmissionKeys keys, List<JobId> taken, Progress progress)
            throws ClientFailure, CallFailed, IOException, InterruptedException {
        boolean linked = after.stream().anyMatch(one -> !one.isEmpty());
        int atOnce = linked ? jobs.size() : AT_ONCE;
        for (int from = 0; from < jobs.size(); from += atOnce) {
            Bundle bundle = bundle(from, Math.min(jobs.size(), from + atOnce));
            SubmittedJobs reply = submit(bundle, from, keys, progress);
            progress.taken(reply.jobs(), reply.again());
            taken.addAll(reply.jobs());
        }
    }

    private SubmittedJobs submit(Bundle bundle, int from, SubmissionKeys keys, Progress progress)
            throws ClientFailure, CallFailed, IOException, InterruptedException {
        String key = keys.of(Long.toHexString(BundleJson.fingerprint(bundle)) + "-" + from);
        SubmittedJobs reply;
        try {
            reply = new Uploader(calls, files, progress).send(() -> SubmittedJobs.of(calls.submitAll(bundle, key)));
        } catch (CallFailed failed) {
            if (!failed.isAway()) {
                keys.drop();
            }
            Problem problem = failed.problem();
            long member = problem == null ? 0 : problem.number("member", 0);
            if (problem == null || member < 1 || member > bundle.members().size()) {
                throw failed;
            }
            throw source.at(source.jobs().get(from + (int) member - 1), said(problem));
        }
        if (reply.jobs().size() != bundle.members().size()) {
            throw ClientFailure.badAnswer("It names " + reply.jobs().size() + " jobs, not "
                    + bundle.members().size() + ".");
        }
        return reply;
    }

    private static ClientFailure said(Problem problem) {
        return ClientFailure.complete(problem.title() + ".", problem.detail(), problem.remedy());
    }

    private Bundle bundle(int from, int to) throws ClientFailure {
        List<Bundle.Member> members = new ArrayList<>();
        for (int i = from; i < to; i++) {
            JobDescription job = jobs.get(i);
            try {
                members.add(new Bundle.Member(job.spec(), EntryPage.of(job.entries()), after.get(i)));
            } catch (IllegalArgumentException refused) {
                throw source.at(source.jobs().get(i), Draft.unusable("after", SystemWords.sentence(refused)));
            }
        }
        return new Bundle(members);
    }

    private void note(Path home, List<JobId> taken) throws IOException {
        if (taken.size() > MOST_NOTES) {
            return;
        }
        SubmissionNotes notes = new SubmissionNotes(home, endpoint.base());
        for (int i = 0; i < taken.size(); i++) {
            JobDescription job = jobs.get(i);
            if (!job.inputs().isEmpty() || !job.each().isEmpty()) {
                notes.save(new SubmissionNote(taken.get(i), job.inputs(), job.each()));
            }
        }
    }
}
