package org.gleaner.cli.verb;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.cli.access.Access;
import org.gleaner.cli.access.ClientVerb;
import org.gleaner.client.call.UserCalls;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.client.file.Hasher;
import org.gleaner.client.file.LocalFile;
import org.gleaner.client.file.SubmissionNote;
import org.gleaner.client.file.SubmissionNote.Line;
import org.gleaner.client.file.SubmissionNotes;
import org.gleaner.client.file.Uploader;
import org.gleaner.client.job.Chosen;
import org.gleaner.core.grid.Verb;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.Counted;
import org.gleaner.core.job.Entry;
import org.gleaner.core.job.EntryPage;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.protocol.http.Answer;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.http.CallTimeouts;
import org.gleaner.protocol.http.Endpoint;
import org.gleaner.protocol.http.ServerConnection;
import org.gleaner.protocol.message.ChangeReport;
import org.gleaner.protocol.message.ChangeRequest;
import org.gleaner.protocol.message.JobDetail;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.argument.Flag;
import org.gleaner.terminal.argument.Syntax;
import org.gleaner.terminal.argument.Syntax.Operands;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Exit;
import org.gleaner.terminal.console.Surroundings;

/** Runs blocked or cancelled tasks again: with the files as submitted, or with their new versions. */
public final class RetryVerb implements ClientVerb {
    /** As many jobs as are retried without asking, and looked at for files that have changed. */
    private static final int FEW = 10;

    private static final String ALL_DONE = "all tasks are done, so none would get the new files; they were not sent";

    @Override
    public Syntax syntax() {
        return Syntax.of(
                        "retry",
                        "run blocked or cancelled tasks again",
                        Operands.of("SEL…", 1, ChangeVerb.MOST_SELECTORS))
                .example("gleaner retry 7", "with the files as they were submitted; done tasks stay done")
                .example("gleaner retry 7 --refresh", "with the files as they are now")
                .example("gleaner retry 7.3 9", "one task, and another job")
                .flags(
                        Flag.on("refresh", "send the new versions of the input files first"),
                        Consent.YES,
                        JobNumbers.FROM,
                        Flag.JSON);
    }

    @Override
    public int work(Arguments typed, Surroundings here)
            throws ClientFailure, CliFailure, CallFailed, IOException, InterruptedException {
        Arguments arguments = JobNumbers.typed(typed, here);
        for (String select : arguments.operands()) {
            Chosen.selector(select);
        }
        Endpoint endpoint = Access.endpoint(here);
        UserCalls calls = new UserCalls(new ServerConnection(endpoint, CallTimeouts.DEFAULT));
        SubmissionNotes notes = new SubmissionNotes(here.home(), endpoint.base());
        if (!arguments.has("refresh")) {
            return asSubmitted(calls, notes, arguments, here);
        }
        List<ChangeReport.Line> all = new ArrayList<>();
        for (JobId job : wholeJobs(calls, arguments.operands())) {
            JobDetail detail = calls.job(job).get();
            TaskCounts tasks = detail.summary().tasks();
            boolean over = tasks.done() == tasks.total();
            List<ChangeReport.Line> changed = over
                    ? List.of(new ChangeReport.Line(job, 0, tasks.total(), ALL_DONE))
                    : refresh(calls, notes, detail, here).jobs();
            if (!arguments.json()) {
                changed.forEach(line -> here.out().println(refreshed(line, tasks)));
            }
            all.addAll(changed);
        }
        if (arguments.json()) {
            Changes.tell(new ChangeReport(Verb.RETRY, all), true, here.out());
        }
        return Exit.OK;
    }

    private static List<JobId> wholeJobs(UserCalls calls, List<String> selects)
            throws ClientFailure, CliFailure, CallFailed {
        List<JobId> jobs = new ArrayList<>();
        for (String select : selects) {
            for (Chosen chosen : Chosen.touched(calls, select)) {
                if (!chosen.isWholeJob()) {
                    throw CliFailure.usage(
                            "--refresh applies to whole jobs.",
                            "All tasks of a job that are not done get the new files, so '" + select
                                    + "' is too narrow.",
                            "Use gleaner retry " + chosen.job().id() + " --refresh.");
                }
                jobs.add(chosen.job().id());
            }
        }
        return jobs;
    }

    private static int asSubmitted(UserCalls calls, SubmissionNotes notes, Arguments arguments, Surroundings here)
            throws ClientFailure, CliFailure, CallFailed, IOException {
        Changes all = new Changes(calls, Verb.RETRY);
        for (String select : arguments.operands()) {
            long jobs = all.concerned(select);
            if (jobs > FEW) {
                Consent.check(arguments, select, "retry " + jobs + " jobs (" + select + ")", here);
            }
        }
        ChangeRound round = new ChangeRound(all, Verb.RETRY);
        int exit = round.run(arguments, here);
        if (exit != Exit.OK) {
            return exit;
        }
        for (ChangeReport.Line job : round.changes().stream().limit(FEW).toList()) {
            warn(calls, notes, job.job(), here);
        }
        return Exit.OK;
    }

    /** The new files count for all tasks that still start, also where none had to be put back. */
    private static String refreshed(ChangeReport.Line job, TaskCounts before) {
        if (job.why().equals(ALL_DONE)) {
            return "Job " + job.job() + ": " + ALL_DONE + ".";
        }
        int queued = before.ready() + before.waiting();
        return "Job " + job.job() + ": tasks that start from now on get the new files; "
                + (job.changed() == 0
                        ? queued == 0
                                ? "nothing was blocked or cancelled"
                                : "its " + Counted.of(queued, "task") + (queued == 1 ? " is" : " are")
                                        + " queued already"
                        : Counted.of(job.changed(), "task") + " requeued")
                + (job.why().isEmpty() ? "" : "; " + job.why()) + ".";
    }

    private static void warn(UserCalls calls, SubmissionNotes notes, JobId job, Surroundings here)
            throws ClientFailure, CallFailed, IOException {
        // Told only if it can be: the job may be closed or deleted meanwhile.
        if (!(calls.job(job) instanceof Answer.Success<JobDetail> detail)) {
            return;
        }
        SubmissionNote note = notes.find(job, detail.value().spec());
        List<String> changed = note == null ? List.of() : changed(note);
        if (!changed.isEmpty()) {
            boolean one = changed.size() == 1;
            here.err()
                    .println("Note: " + String.join(", ", changed) + " changed since job " + job
                            + " was submitted; the job runs again with the old " + (one ? "version" : "versions")
                            + ". 'gleaner retry " + job + " --refresh' sends the new " + (one ? "one." : "ones."));
        }
    }

    private static List<String> changed(SubmissionNote note) throws ClientFailure, IOException {
        Hasher hasher = new Hasher();
        List<String> changed = new ArrayList<>();
        List<Line> lines = new ArrayList<>(note.inputs());
        lines.addAll(note.each());
        for (Line line : lines) {
            boolean there = Files.isRegularFile(line.file().source());
            if (!there || !hasher.input(line.file()).hash().equals(line.hash())) {
                changed.add(line.file().path());
            }
        }
        return changed;
    }

    private static ChangeReport refresh(UserCalls calls, SubmissionNotes notes, JobDetail detail, Surroundings here)
            throws ClientFailure, CliFailure, CallFailed, IOException, InterruptedException {
        JobId job = detail.summary().id();
        SubmissionNote note = notes.find(job, detail.spec());
        if (note == null) {
            throw CliFailure.refused(
                    "The files of job " + job + " are unknown here.",
                    "It has none, or it was submitted by someone else, from another machine, or long ago.",
                    "'gleaner retry " + job + "' runs it again with the files as submitted.");
        }
        Hasher hasher = new Hasher();
        List<InputFile> inputs = new ArrayList<>();
        for (Line line : note.inputs()) {
            inputs.add(hasher.input(line.file()));
        }
        List<LocalFile> each = new ArrayList<>();
        for (Line line : note.each()) {
            each.add(line.file());
        }
        List<EntryPage> pages = EntryPage.of(entries(each, hasher));
        ChangeRequest.Fresh fresh = new ChangeRequest.Fresh(inputs, pages);
        Uploader uploader = new Uploader(calls, hasher, new UploadLine(here));
        ChangeReport changed = uploader.send(() -> calls.retry(job, fresh));
        notes.save(new SubmissionNote(job, renewed(note.inputs(), hasher), renewed(note.each(), hasher)));
        return changed;
    }

    private static List<Line> renewed(List<Line> lines, Hasher hasher) throws ClientFailure, IOException {
        List<Line> renewed = new ArrayList<>();
        for (Line line : lines) {
            renewed.add(new Line(line.file(), hasher.input(line.file()).hash()));
        }
        return renewed;
    }

    /** The entry is the name under which its file is laid, as it was when the job was submitted. */
    private static List<Entry> entries(List<LocalFile> each, Hasher hasher) throws ClientFailure, IOException {
        List<Entry> entries = new ArrayList<>();
        for (LocalFile file : each) {
            entries.add(new Entry(file.path(), List.of(hasher.input(file))));
        }
        return entries;
    }
}
