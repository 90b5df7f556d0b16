package org.gleaner.cli.verb;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.gleaner.cli.access.ClientVerb;
import org.gleaner.cli.description.JobFlags;
import org.gleaner.cli.description.TypedJob;
import org.gleaner.client.call.Submitted;
import org.gleaner.client.call.UserCalls;
import org.gleaner.client.description.SeveralJobs;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.client.job.Chosen;
import org.gleaner.client.job.Watch;
import org.gleaner.core.job.Counted;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.json.AnswerJson;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.argument.Flag;
import org.gleaner.terminal.argument.Syntax;
import org.gleaner.terminal.argument.Syntax.Operands;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Exit;
import org.gleaner.terminal.console.Printer;
import org.gleaner.terminal.console.Surroundings;

/** Hands in a job. */
public final class SubmitVerb implements ClientVerb {
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

    @Override
    public Syntax syntax() {
        List<Flag> flags = new ArrayList<>(JobFlags.ALL);
        flags.add(
                Flag.one("batch", "F", "submit many jobs, one per line: words as here, or JSON; - is standard input"));
        flags.add(Flag.on("wait", "wait until it is done or needs you"));
        flags.add(Flag.JSON);
        return Syntax.of(
                        "submit",
                        "submit a command, for one task or for many",
                        Operands.command("COMMAND… | --shell LINE"))
                .example(
                        "gleaner submit --in sim.py --out out.csv --array 1-1000 python3 sim.py {}",
                        "a thousand tasks; each gets sim.py and writes out.csv")
                .example("gleaner submit --each 'data/*.csv' wc -l {}", "one task per file; the files are sent along")
                .example(
                        "gleaner submit --each-row runs.csv --in sim.py python3 sim.py --alpha {alpha}",
                        "one task per row; {alpha} is the cell of that column")
                .flags(flags)
                .habits(JobFlags.HABITS);
    }

    @Override
    public int work(Arguments typed, Surroundings here)
            throws ClientFailure, CliFailure, CallFailed, IOException, InterruptedException {
        Optional<SeveralJobs> several = TypedJob.several(typed, syntax(), here);
        if (several.isPresent()) {
            return new SubmitSeveral(several.get(), typed.json(), here).work();
        }
        Submitting submitting = Submitting.of(TypedJob.complete(typed, syntax(), here), here);
        Arguments arguments = submitting.arguments();
        UserCalls calls = submitting.submission().calls();
        if (arguments.has("dry-run")) {
            return DryRun.tell(submitting, arguments.json(), here);
        }
        Submitted submitted = submitting.submit(here, new UploadLine(here));
        if (arguments.json()) {
            List<String> warnings = new ArrayList<>(submitting.warnings(here));
            warnings.addAll(submitting.deadline(submitted));
            Printer.json(here.out(), submitted.reply(), (out, job) -> AnswerJson.writeSubmitted(out, job, warnings));
        } else if (here.streams().outIsTerminal()) {
            here.out().println(told(submitted));
        } else {
            here.out().println(submitted.job());
        }
        here.out().flush();
        if (!arguments.json()) {
            submitting.warnings(here);
            Submitting.warn(submitting.deadline(submitted), here);
        }
        String notify = Notice.command(arguments);
        Notice notice = new Notice(calls, here);
        if (!arguments.has("wait")) {
            if (notify != null) {
                notice.later(submitted.job(), notify);
            }
            return Exit.OK;
        }
        List<Chosen> chosen;
        TaskCounts counts;
        Interruption interruption = new Interruption(List.of(submitted.job()), here.err());
        try {
            chosen = Waiting.chosen(calls, submitted.job().toString(), null, here.err());
            Standstill standstill = new Standstill(calls, submitted.job().toString(), here.err());
            counts = new Watch(calls, chosen, LONGEST_PAUSE, null)
                    .untilSettled(notice.listening(standstill, chosen, notify));
        } catch (CallFailed failed) {
            throw interruption.because(failed);
        } finally {
            interruption.close();
        }
        if (Waiting.exit(counts) != Exit.OK) {
            Ending.tell(calls, chosen, counts, here.err());
        }
        if (notify != null) {
            notice.now(submitted.job(), notify);
        }
        return Waiting.exit(counts);
    }

    static String told(Submitted submitted) {
        String job = "Submitted job " + submitted.job();
        return submitted.tasks() == 0
                ? job + ", without a task yet. 'gleaner add " + submitted.job() + " …' adds some, 'gleaner seal "
                        + submitted.job() + "' ends it."
                : job + " with " + Counted.of(submitted.tasks(), "task") + ". 'gleaner progress " + submitted.job()
                        + "' shows its progress.";
    }
}
