package org.gleaner.cli.verb;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gleaner.cli.access.ClientVerb;
import org.gleaner.cli.description.JobFlags;
import org.gleaner.cli.description.TypedJob;
import org.gleaner.client.call.Submitted;
import org.gleaner.client.call.UserCalls;
import org.gleaner.client.description.JobKey;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.client.job.Chosen;
import org.gleaner.client.job.Results;
import org.gleaner.client.job.Watch;
import org.gleaner.core.grid.Verb;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.message.TaskRow;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.argument.Flag;
import org.gleaner.terminal.argument.Syntax;
import org.gleaner.terminal.argument.Syntax.Operands;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Exit;
import org.gleaner.terminal.console.InterruptKey;
import org.gleaner.terminal.console.ProgressLine;
import org.gleaner.terminal.console.Surroundings;
import org.jspecify.annotations.Nullable;

/** As if the command ran here: submits, shows progress and output, fetches the results, ends with its exit code. */
public final class RunVerb implements ClientVerb {
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(300);

    @Override
    public Syntax syntax() {
        List<Flag> flags = new ArrayList<>(JobFlags.ALL);
        flags.add(
                Flag.on("stream", "for an array, print the tasks' output as it comes, each line marked with its task"));
        flags.add(Flag.on("keep-order", "for an array, print the tasks' output in the order of the tasks")
                .orLetter('k'));
        flags.add(Flag.one("to", "DIR", "where results go (here; for an array gleaner-JOB)"));
        return Syntax.of(
                        "run",
                        "run a command on the pool as if it ran here",
                        Operands.command("COMMAND… | --shell LINE"))
                .example("gleaner run hostname", "prints the name of the machine that ran it")
                .example(
                        "gleaner run --in sim.py --out out.csv python3 sim.py",
                        "out.csv is here afterwards; the exit code is the command's")
                .example(
                        "gleaner run --each 'data/*.csv' wc -l {}",
                        "results in gleaner-JOB/; with -k they are printed here, in the order of the files")
                .flags(flags)
                .habits(JobFlags.HABITS);
    }

    @Override
    public int work(Arguments typed, Surroundings here)
            throws ClientFailure, CliFailure, CallFailed, IOException, InterruptedException {
        Submitting submitting = Submitting.of(once(TypedJob.complete(typed, syntax(), here)), here);
        Arguments arguments = submitting.arguments();
        UserCalls calls = submitting.submission().calls();
        if (arguments.has("dry-run")) {
            return DryRun.tell(submitting, false, here) == Exit.OK ? Exit.OK : Exit.RUN_TROUBLE;
        }
        RunInterrupt interrupt = new RunInterrupt(
                taken -> calls.change(Verb.CANCEL, taken.toString()),
                new UploadLine(here),
                new RunInterrupt.Place(here.err(), here.streams().errIsTerminal(), () -> die(here)));
        InterruptKey key = new InterruptKey(interrupt::pressed);
        try {
            Submitted submitted = submitting.submit(here, interrupt);
            interrupt.submitted(submitted.job());
            return finished(submitting, submitted, interrupt, here);
        } finally {
            key.close();
        }
    }

    /** One command is tried once, as it would be here, unless somebody says how often; a lost machine is no failure. */
    private static Arguments once(Arguments complete) throws CliFailure {
        if (complete.has("stream") && complete.has("keep-order")) {
            throw CliFailure.usage(
                    "--stream and --keep-order can't be combined.",
                    "One prints lines as they come, the other in the order of the tasks.",
                    "Leave one of them out.");
        }
        if (complete.has("growing")) {
            throw CliFailure.usage(
                    "--growing does not go with run.",
                    "It would wait for tasks that nobody adds meanwhile.",
                    "Use gleaner submit --growing, gleaner add and gleaner seal, then gleaner wait.");
        }
        if (complete.has("hold")) {
            throw CliFailure.usage(
                    "--hold does not go with run.",
                    "It would wait for a job that waits for you.",
                    "Use gleaner submit --hold, and gleaner resume when it may start.");
        }
        if (complete.has("max-failures") || !isSingle(complete)) {
            return complete;
        }
        Map<String, List<String>> flags = new LinkedHashMap<>(complete.flags());
        flags.put("max-failures", List.of("1"));
        return new Arguments(complete.verb(), flags, complete.operands());
    }

    /** What was printed so far is the command's, and must not be lost. */
    private static void die(Surroundings here) {
        here.out().flush();
        here.err().flush();
        InterruptKey.die();
    }

    /** Waits for the job, fetches and tells what came of it. */
    private static int finished(Submitting submitting, Submitted submitted, RunInterrupt interrupt, Surroundings here)
            throws ClientFailure, CliFailure, CallFailed, IOException, InterruptedException {
        Arguments arguments = submitting.arguments();
        UserCalls calls = submitting.submission().calls();
        List<Chosen> chosen;
        Watch.@Nullable Listener shown;
        TaskCounts counts;
        Interruption interruption = new Interruption(List.of(submitted.job()), here.err());
        try {
            submitting.warnings(here);
            Submitting.warn(submitting.deadline(submitted), here);
            chosen = Waiting.chosen(calls, submitted.job().toString(), null, here.err());
            shown = shown(arguments, calls, chosen, here);
            counts = watched(calls, chosen, shown, Notice.command(arguments), here);
        } catch (CallFailed failed) {
            throw interruption.because(failed);
        } finally {
            interruption.close();
        }
        boolean told = interrupt.over();
        boolean single = isSingle(arguments);
        String to = arguments.text("to", single ? "." : "gleaner-" + submitted.job());
        Results results = new Results(calls, here.directory(), new Results.Wish(shown == null, false));
        results.fetch(chosen.get(0), to);
        FetchedText.tell(results.fetched(), here);
        if (Waiting.exit(counts) != Exit.OK) {
            Ending.tell(calls, chosen, counts, here.err());
        } else if (told) {
            here.err().println("Job " + submitted.job() + " is done.");
        }
        String notify = Notice.command(arguments);
        if (notify != null) {
            new Notice(calls, here).now(submitted.job(), notify);
        }
        if (!single && results.fetched().tasks() > 0) {
            here.err().println("Results are in " + to + ".");
        }
        return single ? exit(calls, submitted, counts) : Waiting.exit(counts);
    }

    private static boolean isSingle(Arguments arguments) {
        return JobKey.LISTS.stream().noneMatch(arguments::has);
    }

    /** What prints what tasks print; null: nothing does, it is fetched into files. */
    private static Watch.@Nullable Listener shown(
            Arguments arguments, UserCalls calls, List<Chosen> chosen, Surroundings here) {
        if (isSingle(arguments) || arguments.has("stream")) {
            return new LogFollower(calls, chosen, here, true);
        }
        return arguments.has("keep-order") ? new OrderedOutput(calls, chosen.get(0), here) : null;
    }

    private static TaskCounts watched(
            UserCalls calls,
            List<Chosen> chosen,
            Watch.@Nullable Listener shown,
            @Nullable String notify,
            Surroundings here)
            throws ClientFailure, CallFailed, IOException, InterruptedException {
        ProgressLine line = new ProgressLine(here.streams().stderr().drawn(), true, ProgressVerb.label(chosen));
        boolean terminal = here.streams().errIsTerminal();
        String job = chosen.get(0).job().id().toString();
        Standstill standstill = new Standstill(calls, job, here.err(), line::leave);
        Watch.Listener listener = (seen, away) -> {
            if (shown != null && (seen.running() + seen.done() > 0 || !Watch.goesOn(seen))) {
                // What the tasks print takes the place of the bar.
                line.clear();
                shown.seen(seen, away);
            } else if (terminal) {
                line.show(seen, away);
            }
            standstill.seen(seen, away);
        };
        TaskCounts counts = new Watch(calls, chosen, LONGEST_PAUSE, null)
                .untilSettled(new Notice(calls, here).listening(listener, chosen, notify));
        if (terminal && shown == null) {
            line.end(counts);
        }
        return counts;
    }

    /** The command may itself end with any of our codes. */
    @Override
    public int failed(int exit) {
        return Exit.RUN_TROUBLE;
    }

    private static int exit(UserCalls calls, Submitted submitted, TaskCounts counts) throws CallFailed {
        if (Waiting.exit(counts) == Exit.OK) {
            return Exit.OK;
        }
        for (TaskRow row : calls.tasks(submitted.job(), 1, 1, null).get().tasks()) {
            TaskRow.LastAttempt last = row.last();
            if (last != null && last.exitCode() > 0) {
                return last.exitCode();
            }
        }
        return Exit.FAILED;
    }
}
