package org.gleaner.cli.verb;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.gleaner.cli.access.Access;
import org.gleaner.cli.description.JobFlags;
import org.gleaner.cli.description.TypedJob;
import org.gleaner.client.description.JobDescription;
import org.gleaner.client.description.SeveralJobs;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.client.job.Chosen;
import org.gleaner.client.job.ManyDoubts;
import org.gleaner.client.job.PreparedJobs;
import org.gleaner.client.job.Watch;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.Bundle;
import org.gleaner.core.job.CommandLine;
import org.gleaner.core.job.Counted;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.json.BundleJson;
import org.gleaner.protocol.json.Members;
import org.gleaner.protocol.wording.Quoted;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Exit;
import org.gleaner.terminal.console.Printer;
import org.gleaner.terminal.console.Surroundings;

/** Hands in several jobs: the lines of {@code --batch}, or the tables of a job file. */
final class SubmitSeveral implements PreparedJobs.Progress {
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);
    private static final int MOST_SHOWN = 20;
    private static final int MOST_NOTES = 5;

    private final SeveralJobs several;
    private final boolean json;
    private final Surroundings here;
    private final UploadLine line;
    private int taken;
    private int again;

    SubmitSeveral(SeveralJobs several, boolean json, Surroundings here) {
        this.several = several;
        this.json = json;
        this.here = here;
        this.line = new UploadLine(here);
    }

    int work() throws ClientFailure, CliFailure, CallFailed, IOException, InterruptedException {
        if (several.jobs().stream().anyMatch(one -> isCommand(one.draft().text("notify", "")))) {
            throw CliFailure.usage(
                    "--notify with a command is for one job.",
                    "A file of jobs may describe several.",
                    "Use an address, or 'gleaner wait' with --notify.");
        }
        PreparedJobs jobs = timed(PreparedJobs.of(several, TypedJob.place(here), Access.endpoint(here)));
        jobs.jobs().stream()
                .flatMap(job -> job.caveats().notes().stream())
                .distinct()
                .limit(MOST_NOTES)
                .forEach(note -> TypedJob.note(note, here));
        if (isAsked("dry-run")) {
            return dryRun(jobs);
        }
        List<JobId> ids = jobs.submit(here.home(), this);
        if (again > 0) {
            here.err()
                    .println("Note: " + Counted.of(again, "job")
                            + " had been submitted before, by a run that was cut off.");
        }
        if (json) {
            List<String> warnings = new ArrayList<>(doubts(jobs));
            warnings.addAll(deadlines(jobs, ids));
            Printer.json(
                    here.out(),
                    new Reply.SubmittedAll(ids, again > 0),
                    (out, all) -> BundleJson.writeSubmitted(out, all, warnings));
        } else if (here.streams().outIsTerminal()) {
            here.out()
                    .println("Submitted " + Counted.of(ids.size(), "job") + ": " + ids.get(0)
                            + (ids.size() == 1 ? "" : " to " + ids.get(ids.size() - 1))
                            + ". 'gleaner status' shows their progress.");
        }
        here.out().flush();
        if (!json) {
            Submitting.warn(doubts(jobs), here);
            Submitting.warn(deadlines(jobs, ids), here);
        }
        return isAsked("wait") ? waited(jobs, ids) : Exit.OK;
    }

    /** The jobs with times that were typed as so long from now by the server's clock. */
    private PreparedJobs timed(PreparedJobs jobs) {
        if (several.jobs().stream().noneMatch(one -> ServerTime.concerns(one.draft()))) {
            return jobs;
        }
        ServerTime server = ServerTime.ask(jobs.calls());
        List<JobDescription> shifted = new ArrayList<>();
        for (int i = 0; i < jobs.jobs().size(); i++) {
            shifted.add(server.shifted(jobs.jobs().get(i), several.jobs().get(i).draft()));
        }
        return new PreparedJobs(jobs.source(), shifted, jobs.after(), jobs.files(), jobs.endpoint(), jobs.calls());
    }

    private static List<String> doubts(PreparedJobs jobs) {
        return ManyDoubts.of(jobs).stream().map(JobFlags::inFlags).toList();
    }

    private static List<String> deadlines(PreparedJobs jobs, List<JobId> ids) throws InterruptedException {
        List<JobId> due = due(jobs, ids);
        return due.isEmpty() ? List.of() : DeadlineText.ofNew(due, jobs.calls());
    }

    /** Those with a deadline, except where the job itself asks for no checks. */
    static List<JobId> due(PreparedJobs jobs, List<JobId> ids) {
        List<JobId> due = new ArrayList<>();
        for (int i = 0; i < ids.size(); i++) {
            if (jobs.jobs().get(i).spec().turn().deadline() != null
                    && !jobs.source().jobs().get(i).draft().has("no-check")) {
                due.add(ids.get(i));
            }
        }
        return due;
    }

    private static boolean isCommand(String notify) {
        return !notify.isEmpty() && !JobDescription.isAddress(notify);
    }

    /** Flags of the call may also stand in the file. */
    private boolean isAsked(String flag) {
        return several.jobs().stream().anyMatch(one -> one.draft().has(flag));
    }

    private int waited(PreparedJobs jobs, List<JobId> ids)
            throws ClientFailure, CallFailed, IOException, InterruptedException {
        List<Chosen> chosen;
        TaskCounts counts;
        Interruption interruption = new Interruption(ids, here.err());
        try {
            chosen = Waiting.chosen(jobs.calls(), ids, null, here.err());
            counts = new Watch(jobs.calls(), chosen, LONGEST_PAUSE, null)
                    .untilSettled(new Standstill(jobs.calls(), Set.copyOf(ids), here.err()));
        } catch (CallFailed failed) {
            throw interruption.because(failed);
        } finally {
            interruption.close();
        }
        if (Waiting.exit(counts) != Exit.OK) {
            Ending.tell(jobs.calls(), chosen, counts, here.err());
        }
        return Waiting.exit(counts);
    }

    private int dryRun(PreparedJobs jobs) {
        if (json) {
            List<String> warnings = doubts(jobs);
            Printer.json(here.out(), jobs, (out, all) -> write(out, all, warnings));
            return Exit.OK;
        }
        here.out()
                .println("Dry run: nothing is submitted. There would be "
                        + Counted.of(jobs.jobs().size(), "job") + ":");
        for (int i = 0; i < Math.min(MOST_SHOWN, jobs.jobs().size()); i++) {
            JobDescription job = jobs.jobs().get(i);
            List<String> after = names(jobs, i);
            here.out()
                    .println("  "
                            + Printer.printable("line " + several.jobs().get(i).line() + ": "
                                    + job.spec().name() + ", "
                                    + Counted.of(job.spec().tasks(), "task")
                                    + (after.isEmpty() ? "" : ", after " + String.join(", ", after)) + ": "
                                    + command(job)));
        }
        if (jobs.jobs().size() > MOST_SHOWN) {
            here.out().println("  …");
        }
        here.out().flush();
        Submitting.warn(doubts(jobs), here);
        return Exit.OK;
    }

    /** What the job waits for among the others. */
    private static List<String> names(PreparedJobs jobs, int position) {
        return jobs.after().get(position).stream()
                .map(one -> jobs.jobs().get(Bundle.position(one)).spec().name())
                .toList();
    }

    private static String command(JobDescription job) {
        return job.spec().command() instanceof CommandLine.Words words
                ? Quoted.words(words.words())
                : ((CommandLine.ShellLine) job.spec().command()).line();
    }

    private static void write(JsonGenerator out, PreparedJobs jobs, List<String> warnings) throws IOException {
        out.writeStartObject();
        out.writeNumberField("version", 1);
        out.writeBooleanField("dryRun", true);
        Members.objects(out, "jobs", jobs.jobs(), (to, job) -> {
            to.writeStringField("name", job.spec().name());
            to.writeStringField("type", job.spec().type());
            to.writeNumberField("tasks", job.spec().tasks());
        });
        Members.textsIfAny(out, "warnings", warnings);
        out.writeEndObject();
    }

    @Override
    public void taken(List<JobId> jobs, boolean before) {
        taken += jobs.size();
        again += before ? jobs.size() : 0;
        line.taken(taken, several.jobs().size());
        // At once, so that who is cut off has them.
        if (!json && !here.streams().outIsTerminal()) {
            jobs.forEach(here.out()::println);
            here.out().flush();
        }
    }

    @Override
    public void sending(int number, int of, Path file) {
        line.sending(number, of, file);
    }

    @Override
    public void waiting(String why) {
        line.waiting(why);
    }

    @Override
    public void ended() {
        line.ended();
    }
}
