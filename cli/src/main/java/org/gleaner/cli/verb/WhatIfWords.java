package org.gleaner.cli.verb;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gleaner.cli.access.Access;
import org.gleaner.cli.description.TypedJob;
import org.gleaner.client.description.Draft;
import org.gleaner.client.description.JobDescription;
import org.gleaner.client.description.Moment;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.core.grid.Objective;
import org.gleaner.core.grid.Setting;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Spans;
import org.gleaner.core.job.Terms;
import org.gleaner.core.scheduling.Redundancies;
import org.gleaner.core.scheduling.Strategies;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.message.WhatIfQuestion;
import org.gleaner.protocol.message.WhatIfQuestion.More;
import org.gleaner.protocol.message.WhatIfQuestion.OtherTerms;
import org.gleaner.terminal.argument.ArgumentParser;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.argument.Syntax;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Surroundings;
import org.jspecify.annotations.Nullable;

/** From the words of {@code whatif} to a question. */
record WhatIfWords(Arguments arguments, Surroundings here) {
    private static final Pattern ADD = Pattern.compile("([0-9]{1,9})(?:@(.+))?");
    private static final Pattern SET = Pattern.compile("([^=]+):([a-z-]+)=(.+)");
    private static final Pattern NUMBER = Pattern.compile("[1-9][0-9]{0,17}");
    private static final String NAMES = "priority, weight, at-most, copies, cores, memory and deadline";

    WhatIfQuestion question() throws ClientFailure, CliFailure, CallFailed, IOException {
        Map<String, String> settings = new LinkedHashMap<>();
        if (Setting.AUTO.equals(arguments.text("strategy"))) {
            throw arguments.unusable("strategy", "'auto' can't be tried: it chooses among the others.");
        }
        setting(settings, "strategy", Strategies::named);
        setting(settings, "redundancy", Redundancies::named);
        setting(settings, "objective", Objective::named);
        WhatIfQuestion question = new WhatIfQuestion(
                added(),
                arguments.all("remove"),
                settings,
                jobs(),
                terms(),
                arguments.count("futures", 1, WhatIfQuestion.MOST_FUTURES, WhatIfQuestion.USUAL_FUTURES),
                past());
        if (question.isEmpty()) {
            throw CliFailure.usage(
                    "'gleaner whatif' needs a change.",
                    "It compares the pool as it is with a pool that is different.",
                    "For example: gleaner whatif --add 10@office, or --strategy mixed");
        }
        return question;
    }

    /** How far back; what the past can't tell is refused. */
    private @Nullable Duration past() throws CliFailure {
        Duration past = arguments.span("since");
        if (past == null) {
            return null;
        }
        if (arguments.has("job")) {
            throw arguments.unusable("job", "--since looks at work that is already done, so no job can be added.");
        }
        if (arguments.has("set")) {
            throw arguments.unusable("set", "--since looks at work that is already done, so no job can be changed.");
        }
        if (arguments.has("futures")) {
            throw arguments.unusable("futures", "--since looks at the past, so there are no futures to simulate.");
        }
        if (past.compareTo(WhatIfQuestion.SHORTEST_PAST) < 0 || past.compareTo(WhatIfQuestion.LONGEST_PAST) > 0) {
            throw arguments.unusable(
                    "since",
                    "It is from " + Spans.text(WhatIfQuestion.SHORTEST_PAST) + " to "
                            + Spans.text(WhatIfQuestion.LONGEST_PAST) + ".");
        }
        return past;
    }

    /** Looks up a word; an {@link IllegalArgumentException} names those that exist. */
    private interface Named {
        Object named(String word);
    }

    private void setting(Map<String, String> settings, String name, Named words) throws CliFailure {
        String value = arguments.text(name);
        if (value == null) {
            return;
        }
        try {
            words.named(value);
        } catch (IllegalArgumentException unknown) {
            throw arguments.unusable(name, Arguments.sentence(unknown));
        }
        settings.put(name, value);
    }

    private List<More> added() throws CliFailure {
        List<More> added = new ArrayList<>();
        for (String word : arguments.all("add")) {
            Matcher match = ADD.matcher(word);
            if (!match.matches() || Long.parseLong(match.group(1)) < 1) {
                throw arguments.unusable("add", "'" + word + "' is not a number of machines, such as 10 or 10@office.");
            }
            if (Long.parseLong(match.group(1)) > WhatIfQuestion.MOST_ADDED) {
                throw arguments.unusable("add", "At most " + WhatIfQuestion.MOST_ADDED + " machines can be added.");
            }
            String like = match.group(2);
            added.add(new More(Integer.parseInt(match.group(1)), like == null ? "" : like));
        }
        return added;
    }

    /** Each file as submit would read it; nothing is sent but what the job is. */
    private List<JobSpec> jobs() throws ClientFailure, CliFailure, IOException {
        List<JobSpec> jobs = new ArrayList<>();
        Syntax syntax = new SubmitVerb().syntax();
        for (String file : arguments.all("job")) {
            Arguments typed = ArgumentParser.parse(syntax, List.of("--file", file));
            if (TypedJob.several(typed, syntax, here).isPresent()) {
                throw arguments.unusable("job", "'" + file + "' describes several jobs; give each a file of its own.");
            }
            Arguments complete = TypedJob.complete(typed, syntax, here);
            JobDescription job = TypedJob.describe(complete, here);
            Draft draft = TypedJob.draft(complete);
            boolean shifts = ServerTime.concerns(draft);
            jobs.add((shifts ? ServerTime.ask(Access.calls(here)).shifted(job, draft) : job).spec());
        }
        return jobs;
    }

    private List<OtherTerms> terms() throws ClientFailure, CliFailure, CallFailed, IOException {
        Map<JobId, Map<String, String>> said = new LinkedHashMap<>();
        for (String word : arguments.all("set")) {
            Matcher match = SET.matcher(word);
            if (!match.matches()) {
                throw arguments.unusable("set", "'" + word + "' is not of the form 7:memory=2G.");
            }
            said.computeIfAbsent(job(match.group(1)), job -> new LinkedHashMap<>())
                    .put(match.group(2), match.group(3));
        }
        List<OtherTerms> all = new ArrayList<>();
        for (Map.Entry<JobId, Map<String, String>> one : said.entrySet()) {
            all.add(terms(one.getKey(), one.getValue()));
        }
        return all;
    }

    /** By its number, of which the server knows whose it is, or as any verb names one. */
    private JobId job(String select) throws ClientFailure, CliFailure, CallFailed, IOException {
        return NUMBER.matcher(select).matches()
                ? new JobId(Long.parseLong(select))
                : OneJob.named(Access.calls(here), select, "whatif --set").id();
    }

    private OtherTerms terms(JobId job, Map<String, String> said) throws CliFailure, IOException {
        for (String name : said.keySet()) {
            if (!NAMES.matches(".*\\b" + name + "\\b.*")) {
                throw arguments.unusable("set", "'" + name + "' is not one of " + NAMES + ".");
            }
        }
        String atMost = said.get("at-most");
        Terms terms = new Terms(
                number(said.get("priority")),
                number(said.get("weight")),
                "none".equals(atMost) ? Integer.valueOf(0) : number(atMost),
                null,
                null,
                null,
                number(said.get("copies")),
                null,
                null,
                deadline(said.get("deadline")));
        try {
            terms.check();
            String memory = said.get("memory");
            return new OtherTerms(
                    job, terms, number(said.get("cores")), memory == null ? null : MemorySize.typed(memory));
        } catch (IllegalArgumentException wrong) {
            throw arguments.unusable("set", Arguments.sentence(wrong));
        }
    }

    private @Nullable Instant deadline(@Nullable String text) throws CliFailure, IOException {
        if (text == null || text.equals("none")) {
            return text == null ? null : Terms.NO_DEADLINE;
        }
        try {
            Instant at = Moment.coming(text, ZonedDateTime.now(ZoneId.systemDefault()));
            return ServerTime.isMeant(text)
                    ? at.plus(ServerTime.ask(Access.calls(here)).ahead())
                    : at;
        } catch (IllegalArgumentException malformed) {
            throw arguments.unusable("set", Arguments.sentence(malformed));
        }
    }

    private @Nullable Integer number(@Nullable String text) throws CliFailure {
        if (text == null) {
            return null;
        }
        if (!text.matches("-?[0-9]{1,8}")) {
            throw arguments.unusable("set", "'" + text + "' is not a whole number.");
        }
        return Integer.valueOf(text);
    }
}
