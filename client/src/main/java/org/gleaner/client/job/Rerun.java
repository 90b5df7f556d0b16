package org.gleaner.client.job;

import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.gleaner.client.call.Submitted;
import org.gleaner.client.call.UserCalls;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.client.failure.ClientFailure.Kind;
import org.gleaner.client.file.Hasher;
import org.gleaner.client.file.SubmissionKeys;
import org.gleaner.client.file.Uploader;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.Entry;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.Predecessor;
import org.gleaner.core.job.TaskState;
import org.gleaner.protocol.http.Answer;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.message.EntryList;
import org.gleaner.protocol.problem.ProblemKind;

/**
 * Tasks of a job that are done, to be run again as a job of their own, with the files as they were submitted. The job
 * that they come from stays as it is.
 *
 * @param entries of a listed array; empty for the others
 */
public record Rerun(JobId origin, JobSpec spec, List<Entry> entries) {
    private static final int PAGE = 1000;

    /** Asks the server for all that was submitted. */
    public static Rerun of(UserCalls calls, Chosen chosen) throws ClientFailure, CallFailed, IOException {
        JobId origin = chosen.job().id();
        BitSet done = new BitSet();
        if (chosen.isWholeJob() && chosen.job().tasks().done() == chosen.last()) {
            done.set(chosen.first(), chosen.last() + 1);
        } else {
            chosen.forEach(calls, TaskState.DONE, row -> done.set(row.task()));
        }
        if (done.isEmpty()) {
            throw new ClientFailure(
                    Kind.NOTHING_DONE,
                    origin.toString(),
                    "Nothing to run again in job " + origin + ".",
                    "Only tasks that are done are run again, and none of these is.",
                    "");
        }
        JobSpec first = calls.job(origin).get().spec();
        if (done.cardinality() < first.tasks()
                && first.turn().sources().stream().anyMatch(Predecessor::each)) {
            throw ClientFailure.complete(
                    "Not all tasks of job " + origin + " would run again.",
                    "Each of its tasks takes files from the same task of another job, so only the whole job can run"
                            + " again.",
                    "Wait until all are done, and name the whole job.");
        }
        if (first.array() instanceof ArrayShape.Range range && isSpan(done)) {
            long from = range.value(done.nextSetBit(0));
            long to = range.value(done.length() - 1);
            return new Rerun(origin, first.again(origin, new ArrayShape.Range(from, to, range.step())), List.of());
        }
        if (first.array() instanceof ArrayShape.Single) {
            return new Rerun(origin, first.again(origin, first.array()), List.of());
        }
        List<String> columns = first.array() instanceof ArrayShape.Listed listed ? listed.columns() : List.of();
        List<Entry> entries = entries(calls, origin, done);
        return new Rerun(origin, first.again(origin, new ArrayShape.Listed(entries.size(), columns)), entries);
    }

    private static boolean isSpan(BitSet done) {
        return done.nextClearBit(done.nextSetBit(0)) == done.length();
    }

    private static List<Entry> entries(UserCalls calls, JobId job, BitSet wanted) throws ClientFailure, CallFailed {
        List<Entry> entries = new ArrayList<>();
        int from = wanted.nextSetBit(0);
        while (from > 0) {
            EntryList page = calls.entries(job, from, PAGE).get();
            int end = from + page.entries().size();
            if (page.entries().isEmpty()) {
                throw ClientFailure.badAnswer("It has no entry for task " + from + " of job " + job + ".");
            }
            for (int task = from; task > 0 && task < end; task = wanted.nextSetBit(task + 1)) {
                entries.add(page.entries().get(task - from));
            }
            from = wanted.nextSetBit(end);
        }
        return entries;
    }

    public Submitted submit(UserCalls calls) throws ClientFailure, CallFailed, IOException, InterruptedException {
        String key = SubmissionKeys.fresh();
        Answer<Submitted> answer = new Uploader(calls, new Hasher(), Uploader.Progress.SILENT)
                .patiently(() -> Submitted.of(calls.submit(spec, entries.iterator(), key)));
        if (answer.isRefused(ProblemKind.MISSING_BLOBS)) {
            throw ClientFailure.complete(
                    "Job " + origin + " can't be run again.",
                    "The server no longer has all of its input files.",
                    "Submit it again from where its files are.");
        }
        return answer.get();
    }
}
