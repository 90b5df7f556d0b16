package org.gleaner.cli.verb;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gleaner.cli.access.Access;
import org.gleaner.cli.access.ClientVerb;
import org.gleaner.client.call.UserCalls;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.client.job.Chosen;
import org.gleaner.client.job.Fetched;
import org.gleaner.client.job.Results;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.Counted;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.json.Members;
import org.gleaner.protocol.message.JobQuery;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.argument.Flag;
import org.gleaner.terminal.argument.Syntax;
import org.gleaner.terminal.argument.Syntax.Operands;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Exit;
import org.gleaner.terminal.console.Printer;
import org.gleaner.terminal.console.Surroundings;
import org.jspecify.annotations.Nullable;

/** Fetches results. */
public final class GetVerb implements ClientVerb {
    /** So many directories are named. */
    private static final int NAMED = 5;

    private static final String NO_PARTIALS = "No partial results: only unfinished tasks of jobs submitted with"
            + " --partial have some, and only their last attempts ('gleaner status --tasks' shows which).";

    /** What was written before the end is kept for each attempt. */
    private static final Pattern OF_A_JOB = Pattern.compile("[0-9]+#[0-9]+");

    private static final Pattern ATTEMPT = Pattern.compile("(.+\\.[0-9]{1,9})#([0-9]{1,9})");

    @Override
    public Syntax syntax() {
        return Syntax.of(
                        "get",
                        "fetch results; safe to repeat while more come in",
                        Operands.of("[SEL | ID ID …]", 0, JobQuery.MOST))
                .example("gleaner get 7 --to results", "into results/, task i of an array into results/i/")
                .example("gleaner get 7 8", "into gleaner-7/ and gleaner-8/; with --to results, below it")
                .example("gleaner get 7 --to 'res/{#}.csv'", "the one output of task 3 as res/3.csv")
                .flags(
                        Flag.one("to", "DIR", "where to put them; {}, {#} or {column} name one output per task"),
                        JobNumbers.FROM,
                        Flag.on("outputs-only", "skip stdout and stderr"),
                        Flag.on("as-is", "in declared directories, also fetch hidden files and keep executable bits"),
                        Flag.on(
                                "partial",
                                "fetch what unfinished tasks have written so far; 7.3#1: what attempt 1 had"),
                        Flag.JSON);
    }

    @Override
    public int work(Arguments arguments, Surroundings here) throws ClientFailure, CliFailure, CallFailed, IOException {
        UserCalls calls = Access.calls(here);
        boolean numbers = JobNumbers.areIn(arguments);
        String select = numbers ? "" : arguments.operand(0, "last");
        Matcher one = ATTEMPT.matcher(select);
        int attempt = one.matches() ? attempt(arguments, one.group(2)) : 0;
        refuseAttemptOfJob(select);
        List<Chosen> chosen = numbers
                ? Chosen.ofJobs(calls, JobNumbers.some(arguments, here))
                : Chosen.many(calls, attempt == 0 ? select : one.group(1));
        boolean apart = numbers || chosen.size() > 1;
        String to = arguments.text("to");
        refuseTarget(to, apart, here);
        Results.Wish wish = new Results.Wish(!arguments.has("outputs-only"), arguments.has("as-is"));
        Results results = new Results(calls, here.directory(), wish);
        List<String> targets = new ArrayList<>();
        List<String> written = new ArrayList<>();
        boolean partial = arguments.has("partial");
        for (Chosen job : chosen) {
            String own =
                    "gleaner-" + job.job().id() + (partial ? "-partial" : "") + (attempt == 0 ? "" : "-" + attempt);
            String target = to == null ? own : apart ? Path.of(to, own).toString() : to;
            long before = results.fetched().tasks();
            if (partial) {
                results.fetchPartial(job, attempt, target);
            } else {
                results.fetch(job, target);
            }
            targets.add(target);
            if (results.fetched().tasks() > before) {
                written.add(target);
            }
        }
        if (arguments.json()) {
            Printer.json(here.out(), new Summary(results, String.join(", ", targets)), Summary::write);
        } else {
            boolean printed = wish.printedToo() && (to == null || to.indexOf('{') < 0);
            String nothing = partial || results.fetched().tasks() > 0 ? NO_PARTIALS : nothing(calls, chosen, printed);
            people(results, nothing, places(written), here);
        }
        FetchedText.tell(results.fetched(), here);
        return Exit.OK;
    }

    private static void refuseAttemptOfJob(String select) throws CliFailure {
        if (OF_A_JOB.matcher(select).matches()) {
            throw CliFailure.usage(
                    "'" + select + "' is not an attempt.",
                    "Attempts belong to tasks, and this names none.",
                    "Write " + select.replace("#", ".1#") + " for this attempt of its first task.");
        }
    }

    /** @param apart whether each job has its own directory */
    private static void refuseTarget(@Nullable String to, boolean apart, Surroundings here) throws CliFailure {
        if (to != null && apart && to.indexOf('{') >= 0) {
            throw CliFailure.usage(
                    "Several jobs would be mixed in " + to + ".",
                    "With placeholders, --to names files of one job.",
                    "Fetch the jobs one by one, or name a directory: each job gets its own below it.");
        }
        if (to != null && Files.isRegularFile(here.file(to))) {
            throw CliFailure.usage(
                    "Can't fetch into " + to + ".",
                    "It is a file, and --to names a directory.",
                    "Name another one, or leave --to out.");
        }
    }

    private static void people(Results results, String nothing, String places, Surroundings here) {
        Fetched fetched = results.fetched();
        if (fetched.tasks() == 0) {
            here.out().println(nothing);
            return;
        }
        List<AttemptId> partials = results.partials();
        String what = partials.isEmpty() ? "Results of " : "Partial results of ";
        String whose = partials.size() == 1 ? "attempt " + partials.get(0) : Counted.of(fetched.tasks(), "task");
        here.out()
                .println(what + whose + " are in " + places + ": " + Counted.of(fetched.written(), "file") + " written"
                        + (fetched.unchanged() > 0 ? ", " + fetched.unchanged() + " already there." : "."));
        Fetched.Replaced replaced = fetched.replaced();
        if (replaced.files() > 0) {
            boolean one = replaced.files() == 1;
            here.out()
                    .println(Printer.printable(Counted.of(replaced.files(), "file") + " replaced, as "
                            + (one ? "it differed: " : "they differed: ")
                            + places(replaced.shown(), replaced.files())));
        }
        List<String> others =
                results.otherPartials().stream().map(AttemptId::toString).toList();
        if (!others.isEmpty()) {
            here.out()
                    .println("Other attempts left some too: " + places(others) + "; 'gleaner get " + others.get(0)
                            + " --partial' fetches them.");
        }
    }

    private static int attempt(Arguments arguments, String number) throws CliFailure {
        if (!arguments.has("partial")) {
            throw CliFailure.usage(
                    "Results belong to tasks, not to attempts.",
                    "Only what a task wrote before its end is kept for each attempt.",
                    "Add --partial, or leave '#" + number + "' out.");
        }
        int parsed = Integer.parseInt(number);
        if (parsed < 1) {
            throw CliFailure.usage("There is no attempt 0.", "Attempts are numbered from 1.", "See 'gleaner history'.");
        }
        return parsed;
    }

    private static String places(List<String> targets) {
        return places(targets, targets.size());
    }

    /** @param all how many there are; not all need be in the list */
    private static String places(List<String> targets, int all) {
        return all <= NAMED
                ? String.join(", ", targets)
                : String.join(", ", targets.subList(0, NAMED)) + " and " + (all - NAMED) + " more";
    }

    /** @param printed whether what tasks printed was wanted too */
    private static String nothing(UserCalls calls, List<Chosen> chosen, boolean printed) throws CallFailed {
        JobId first = chosen.get(0).job().id();
        if (!printed
                && chosen.size() == 1
                && calls.job(first).get().spec().outputs().isEmpty()) {
            return "Nothing to fetch: job " + first + " declares no outputs, which 'gleaner submit --out' does;"
                    + " 'gleaner logs " + first + "' shows what it printed.";
        }
        for (Chosen one : chosen) {
            int blocked = one.job().tasks().blocked();
            if (blocked > 0) {
                return "Nothing to fetch yet, and " + Counted.of(blocked, "task") + " of job "
                        + one.job().id() + (blocked == 1 ? " is" : " are") + " blocked; 'gleaner why "
                        + one.job().id() + "' says why.";
            }
        }
        if (areAll(chosen, TaskCounts::cancelled)) {
            return "Nothing to fetch: all tasks were cancelled.";
        }
        return areAll(chosen, TaskCounts::done)
                ? "Nothing to fetch: all tasks are done and left no files."
                : "Nothing to fetch yet; 'gleaner status' shows the progress.";
    }

    private static boolean areAll(List<Chosen> chosen, ToIntFunction<TaskCounts> state) {
        return chosen.stream()
                .map(one -> one.job().tasks())
                .allMatch(tasks -> tasks.total() > 0 && state.applyAsInt(tasks) == tasks.total());
    }

    private record Summary(Results results, String to) {
        static void write(JsonGenerator out, Summary sum) throws IOException {
            Fetched fetched = sum.results.fetched();
            out.writeStartObject();
            out.writeNumberField("version", 1);
            out.writeNumberField("tasks", fetched.tasks());
            out.writeNumberField("written", fetched.written());
            out.writeNumberField("unchanged", fetched.unchanged());
            out.writeNumberField("replaced", fetched.replaced().files());
            Members.textsIfAny(out, "replacedFiles", fetched.replaced().shown());
            out.writeStringField("to", sum.to);
            out.writeNumberField("leftOut", fetched.hidden());
            if (fetched.lost().files() > 0) {
                out.writeNumberField("lost", fetched.lost().files());
            }
            attempts(out, "attempts", sum.results.partials());
            attempts(out, "others", sum.results.otherPartials());
            out.writeEndObject();
        }

        private static void attempts(JsonGenerator out, String name, List<AttemptId> attempts) throws IOException {
            if (!attempts.isEmpty()) {
                Members.list(out, name, attempts, (json, one) -> json.writeString(one.toString()));
            }
        }
    }
}
