package org.gleaner.client.description;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.client.failure.ClientFailure.Kind;
import org.gleaner.core.job.Forewarning;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Spans;
import org.gleaner.core.job.WholeNumber;
import org.gleaner.protocol.http.HomeDirectory;
import org.gleaner.protocol.problem.SystemWords;
import org.jspecify.annotations.Nullable;

/**
 * A job as somebody wrote it: texts by their keys, see {@link JobKey}, and the words of its command. A text that does
 * not fit its key is refused when it is asked for.
 */
public record Draft(Map<String, List<String>> values, List<String> command) {
    /** Keys whose values name files here. */
    private static final List<String> FILES = List.of("in", "in-archive", "each", "each-line", "each-row");

    public Draft {
        values = new LinkedHashMap<>(values);
        command = List.copyOf(command);
    }

    /** A job that runs this command once. */
    public static Draft of(String... command) {
        return new Draft(Map.of(), List.of(command));
    }

    /** The same with these texts for a key, in place of those that it had; none for a switch. */
    public Draft with(String key, String... texts) {
        if (JobKey.named(key, JobKey.ALL) == null) {
            throw new IllegalArgumentException("a job has no key '" + key + "'");
        }
        Map<String, List<String>> changed = new LinkedHashMap<>(values);
        changed.put(key, texts.length == 0 ? List.of("") : List.of(texts));
        return new Draft(changed, command);
    }

    /** The same with names of files as a shell reads them: in a job file nobody else says what ~ is. */
    Draft atHome(Place here) {
        Map<String, List<String>> changed = new LinkedHashMap<>(values);
        for (String key : FILES) {
            if (has(key)) {
                List<String> names = new ArrayList<>();
                for (String name : all(key)) {
                    names.add(HomeDirectory.expanded(name, here.environment()));
                }
                changed.put(key, names);
            }
        }
        return new Draft(changed, command);
    }

    public boolean has(String key) {
        return values.containsKey(key);
    }

    public @Nullable String text(String key) {
        List<String> texts = values.get(key);
        return texts == null ? null : texts.get(texts.size() - 1);
    }

    public String text(String key, String otherwise) {
        String text = text(key);
        return text == null ? otherwise : text;
    }

    public List<String> all(String key) {
        return values.getOrDefault(key, List.of());
    }

    int count(String key, int otherwise) throws ClientFailure {
        return has(key) ? parsed(key, text -> WholeNumber.parse(text, 1, Integer.MAX_VALUE)) : otherwise;
    }

    int number(String key, int otherwise) throws ClientFailure {
        return has(key) ? parsed(key, WholeNumber::parse) : otherwise;
    }

    @Nullable
    Double fraction(String key) throws ClientFailure {
        return has(key) ? parsed(key, Draft::fractionOf) : null;
    }

    private static double fractionOf(String text) {
        if (!text.matches("[0-9]{1,6}([.,][0-9]{1,6})?")) {
            throw new IllegalArgumentException("'" + text + "' is not a number such as 0.5");
        }
        return Double.parseDouble(text.replace(',', '.'));
    }

    @Nullable
    Duration span(String key) throws ClientFailure {
        return has(key) ? parsed(key, Spans::parse) : null;
    }

    @Nullable
    Forewarning forewarning(String key) throws ClientFailure {
        return has(key) ? parsed(key, Forewarning::parse) : null;
    }

    /** As the clock on the caller's wall shows it. */
    @Nullable
    Instant moment(String key) throws ClientFailure {
        return has(key) ? parsed(key, text -> Moment.coming(text, ZonedDateTime.now(ZoneId.systemDefault()))) : null;
    }

    @Nullable
    MemorySize size(String key) throws ClientFailure {
        return has(key) ? parsed(key, MemorySize::typed) : null;
    }

    /** Called only for texts that are there: the readers are lambdas, which cost a short command milliseconds. */
    private <T> T parsed(String key, Function<String, T> reader) throws ClientFailure {
        try {
            return reader.apply(text(key, ""));
        } catch (IllegalArgumentException malformed) {
            throw unusable(key, SystemWords.sentence(malformed));
        }
    }

    public static ClientFailure unusable(String key, String why) {
        return new ClientFailure(Kind.VALUE, key, "Invalid value for `" + key + "`.", why, "");
    }
}
