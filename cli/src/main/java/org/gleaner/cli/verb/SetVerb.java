package org.gleaner.cli.verb;

import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.gleaner.cli.access.Access;
import org.gleaner.cli.access.ClientVerb;
import org.gleaner.cli.description.JobFlags;
import org.gleaner.client.call.UserCalls;
import org.gleaner.client.description.Moment;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.client.job.Chosen;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Selector;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.Counted;
import org.gleaner.core.job.Spans;
import org.gleaner.core.job.Terms;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.json.AdjustJson;
import org.gleaner.protocol.problem.Nearest;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.argument.Flag;
import org.gleaner.terminal.argument.Syntax;
import org.gleaner.terminal.argument.Syntax.Example;
import org.gleaner.terminal.argument.Syntax.Operands;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Exit;
import org.gleaner.terminal.console.Printer;
import org.gleaner.terminal.console.Surroundings;
import org.jspecify.annotations.Nullable;

/** Changes the terms of jobs that are there: their turn, and how often and how long their tasks may be tried. */
public final class SetVerb implements ClientVerb {
    private static final List<String> KNOWN = List.of(
            "priority",
            "weight",
            "at-most",
            "max-failures",
            "max-lost",
            "stop-after",
            "copies",
            "time",
            "begin",
            "deadline");
    /** No selector has an equals sign before its colon. */
    private static final Pattern SETS = Pattern.compile("^[^:]*=");

    private static final String COUNT = "[0-9]{1,8}";

    @Override
    public Syntax syntax() {
        return Syntax.of(
                        "set",
                        "change the priority, the limits or the start time of jobs",
                        Operands.of("SEL… NAME=VALUE…", 2, ChangeVerb.MOST_SELECTORS))
                .example("gleaner set 7 priority=3", "ahead of your other jobs")
                .example(
                        "gleaner set 7 at-most=10 time=none",
                        "ten at once, no time limit; at-most=none: as many as fit")
                .example(
                        "gleaner set 7 begin=18:00 deadline=22:00",
                        "begin works only while a job still waits (begin=now: at once); deadline=none: no deadline")
                .flags(JobNumbers.FROM, Flag.JSON)
                .terms(JobFlags.ALL.stream()
                        .filter(flag -> KNOWN.contains(flag.name()))
                        .map(flag -> new Example(flag.name(), flag.help()))
                        .toList());
    }

    @Override
    public int work(Arguments typed, Surroundings here) throws ClientFailure, CliFailure, CallFailed, IOException {
        Arguments arguments = JobNumbers.typed(typed, here);
        List<String> words = arguments.operands();
        int count = selectors(words);
        List<String> selects = words.subList(0, count);
        List<String> said = words.subList(count, words.size());
        for (String select : selects) {
            if (Chosen.selector(select) instanceof Selector.SomeTasks some) {
                throw CliFailure.usage(
                        "'" + select + "' selects single tasks.",
                        "Priority and limits apply to whole jobs.",
                        "Name the job alone: gleaner set " + some.job() + " " + String.join(" ", said));
            }
        }
        if (selects.isEmpty() || said.isEmpty()) {
            throw CliFailure.usage(
                    "'gleaner set' needs " + (selects.isEmpty() ? "a job." : "something to set."),
                    "It takes one or more selectors, then one or more NAME=VALUE.",
                    "For example: gleaner set 7 priority=3");
        }
        return adjust(selects, said, terms(said, here), arguments, here);
    }

    /** One of several jobs that can't be changed must not keep the others from it. */
    private static int adjust(
            List<String> selects, List<String> said, Terms terms, Arguments arguments, Surroundings here)
            throws ClientFailure, CliFailure, CallFailed, IOException {
        UserCalls calls = Access.calls(here);
        List<JobId> jobs = new ArrayList<>();
        List<String> undone = new ArrayList<>();
        CallFailed refused = null;
        for (String select : together(calls, selects, terms, jobs)) {
            try {
                jobs.addAll(calls.set(select, terms).get().jobs());
            } catch (CallFailed failed) {
                refused = refused == null ? failed : refused;
                undone.add(select);
            }
        }
        if (refused == null || !jobs.isEmpty()) {
            tell(jobs, said, arguments.json(), here.out());
        }
        if (refused == null) {
            return Exit.OK;
        }
        int exit = Printer.tell(here, arguments.json() && jobs.isEmpty(), refused);
        Changes.tellHalf("changed", refused, selects, here.err());
        if (selects.size() > 1) {
            here.err().println("  Not changed: " + ChangeRound.some(undone));
        }
        return exit;
    }

    /** What is left to be done one by one when many numbers were told together. */
    private static List<String> together(UserCalls calls, List<String> selects, Terms terms, List<JobId> jobs)
            throws ClientFailure {
        List<JobId> ids = Portions.numbers(selects);
        if (ids.isEmpty()) {
            return selects;
        }
        List<JobId> left = Portions.left(ids, (portion, refused) -> {
            Set<JobId> changed = new HashSet<>(calls.set(portion, terms).get().jobs());
            List<JobId> asTyped = portion.stream().filter(changed::contains).toList();
            jobs.addAll(asTyped);
            return asTyped;
        });
        return left.stream().map(JobId::toString).toList();
    }

    private static void tell(List<JobId> jobs, List<String> said, boolean json, PrintStream out) {
        String words = String.join(" ", said) + ".";
        if (json) {
            Printer.json(out, new Reply.Adjusted(jobs, null), AdjustJson::writeAdjusted);
        } else if (jobs.size() > Changes.MOST_LINES) {
            out.println(Counted.of(jobs.size(), "job") + ": " + words);
        } else {
            jobs.forEach(job -> out.println("Job " + job + ": " + words));
        }
        if (!json && !jobs.isEmpty() && said.stream().anyMatch(word -> word.startsWith("time="))) {
            out.println("Attempts that already run keep the time limit that they started with.");
        }
    }

    /** So many words stand before the first that sets something. */
    private static int selectors(List<String> words) {
        int count = 0;
        while (count < words.size()
                && !KNOWN.contains(words.get(count))
                && !SETS.matcher(words.get(count)).find()) {
            count++;
        }
        return count;
    }

    private static Terms terms(List<String> words, Surroundings here) throws CliFailure, IOException {
        Map<String, String> said = new LinkedHashMap<>();
        for (String word : words) {
            int equals = word.indexOf('=');
            String name = equals < 0 ? word : word.substring(0, equals);
            if (!KNOWN.contains(name)) {
                String near = Nearest.to(name, KNOWN);
                throw wrong(
                        word,
                        (near == null ? "" : "Did you mean " + near + "? ") + "You can set " + String.join(", ", KNOWN)
                                + ".");
            }
            if (said.put(name, word) != null) {
                throw wrong(word, "'" + name + "' is given twice.");
            }
        }
        Terms terms = new Terms(
                number(said, "priority", "-?[0-9]{1,8}"),
                number(said, "weight", COUNT),
                atMost(said),
                number(said, "max-failures", COUNT),
                number(said, "max-lost", COUNT),
                number(said, "stop-after", COUNT),
                number(said, "copies", COUNT),
                time(said.get("time")),
                begin(said.get("begin"), here),
                deadline(said.get("deadline"), here));
        try {
            terms.check();
        } catch (IllegalArgumentException e) {
            throw wrong(String.join(" ", words), Arguments.sentence(e));
        }
        return terms;
    }

    /** Who writes 0 may want nothing to run, or no limit: one is 'pause', the other is said. */
    private static @Nullable Integer atMost(Map<String, String> said) throws CliFailure {
        String word = said.get("at-most");
        if (word != null && value(word).equals("none")) {
            return 0;
        }
        Integer number = number(said, "at-most", COUNT);
        if (word != null && number != null && number == 0) {
            throw CliFailure.usage(
                    "Can't set '" + word + "'.",
                    "A job runs at least 1 task at once.",
                    "at-most=none removes the limit; 'gleaner pause' starts no new tasks.");
        }
        return number;
    }

    private static @Nullable Integer number(Map<String, String> said, String name, String pattern) throws CliFailure {
        String word = said.get(name);
        if (word == null) {
            return null;
        }
        String value = value(word);
        if (!value.matches(pattern)) {
            throw wrong(word, "It requires a whole number after the '='.");
        }
        return Integer.valueOf(value);
    }

    private static @Nullable Duration time(@Nullable String word) throws CliFailure {
        if (word == null) {
            return null;
        }
        try {
            return value(word).equals("none") ? Duration.ZERO : Spans.parse(value(word));
        } catch (IllegalArgumentException e) {
            throw wrong(word, "It requires a time such as 90s, 10m or 2h after the '=', or none.");
        }
    }

    /** So long from now is meant by the server's clock. */
    private static Instant coming(String word, ZonedDateTime now, Surroundings here) throws CliFailure, IOException {
        Instant at = Moment.coming(value(word), now);
        return ServerTime.isMeant(value(word))
                ? at.plus(ServerTime.ask(Access.calls(here)).ahead())
                : at;
    }

    private static @Nullable Instant begin(@Nullable String word, Surroundings here) throws CliFailure, IOException {
        if (word == null) {
            return null;
        }
        try {
            // Long ago: the server's clock may be behind this one.
            return value(word).equals("now")
                    ? Instant.EPOCH
                    : coming(word, ZonedDateTime.now(ZoneId.systemDefault()), here);
        } catch (IllegalArgumentException malformed) {
            throw wrong(word, Arguments.sentence(malformed));
        }
    }

    private static @Nullable Instant deadline(@Nullable String word, Surroundings here) throws CliFailure, IOException {
        if (word == null || value(word).equals("none")) {
            return word == null ? null : Terms.NO_DEADLINE;
        }
        try {
            ZonedDateTime now = ZonedDateTime.now(ZoneId.systemDefault());
            if (!Moment.coming(value(word), now).isAfter(now.toInstant())) {
                throw wrong(word, "That is already past.");
            }
            return coming(word, now, here);
        } catch (IllegalArgumentException malformed) {
            throw wrong(word, Arguments.sentence(malformed));
        }
    }

    private static String value(String word) {
        int equals = word.indexOf('=');
        return equals < 0 ? "" : word.substring(equals + 1);
    }

    private static CliFailure wrong(String word, String why) {
        String name = word.replaceFirst("=.*", "");
        String example = switch (name) {
            case "time" -> "time=2h";
            case "begin" -> "begin=18:00";
            case "deadline" -> "deadline=18:00";
            default -> (KNOWN.contains(name) ? name : "priority") + "=3";
        };
        return CliFailure.usage("Can't set '" + word + "'.", why, "For example: gleaner set 7 " + example);
    }
}
