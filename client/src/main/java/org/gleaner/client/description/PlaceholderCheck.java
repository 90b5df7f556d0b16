package org.gleaner.client.description;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.protocol.problem.Nearest;

/** Catches placeholders that would be replaced by nothing, or by nothing at all. */
final class PlaceholderCheck {
    private static final List<String> OF_ENTRY = List.of("{}", "{.}", "{/}", "{/.}");
    private static final Pattern NAMED = Pattern.compile("\\{([A-Za-z_][^{}]*)}");
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_-]+");

    /** Code in other languages has other signs as well. */
    private static final Pattern NO_CODE = Pattern.compile("[A-Za-z0-9_./:=,+{}#-]*");

    private static final Pattern NAME = Pattern.compile("\\{[A-Za-z_][A-Za-z0-9_-]*}");

    /** In their programs a name in braces is an instruction. */
    private static final Pattern OWN_BRACES = Pattern.compile("(?:.*/)?(?:[gmn]?awk|sed|perl|jq)");

    private PlaceholderCheck() {}

    /** A sentence about the first name in braces that looks like a column, in a job without columns. */
    static Optional<String> stray(List<String> words, TaskList tasks) {
        boolean code = words.stream().anyMatch(word -> OWN_BRACES.matcher(word).matches());
        if (code || !tasks.columns().isEmpty()) {
            return Optional.empty();
        }
        String filled = isList(tasks) ? "; here {} stands for the entry of a task, and {#} for its number." : ".";
        return words.stream()
                .filter(word -> NO_CODE.matcher(word).matches())
                .map(NAME::matcher)
                .filter(Matcher::find)
                .findFirst()
                .map(match -> match.group() + " is passed on as it is, as only `each-row` has columns" + filled);
    }

    /** Whether a name means another file for each task of the list. */
    static boolean has(String text, TaskList tasks) {
        List<String> known = new ArrayList<>(OF_ENTRY);
        known.add("{#}");
        tasks.columns().forEach(column -> known.add("{" + column + "}"));
        return isList(tasks) && known.stream().anyMatch(text::contains);
    }

    private static boolean isList(TaskList tasks) {
        return !(tasks.shape() instanceof ArrayShape.Single);
    }

    /** A job without a list has no entry: {@code {}} would become an empty word, whatever was meant. */
    static void entries(List<String> texts, TaskList tasks) throws ClientFailure {
        if (isList(tasks)) {
            return;
        }
        for (String text : texts) {
            for (String placeholder : OF_ENTRY) {
                if (text.contains(placeholder)) {
                    throw ClientFailure.complete(
                            "'" + text + "' contains " + placeholder + ", but the job has no list of tasks.",
                            placeholder + " stands for the entry of a task, and this job has none.",
                            "Add `array`, `each`, `each-line` or `each-row`;"
                                    + " a literal {} works in a `shell` line.");
                }
            }
        }
    }

    /** With columns, a word in braces that is none of them is a slip. */
    static void columns(List<String> texts, TaskList tasks) throws ClientFailure {
        if (tasks.columns().isEmpty()) {
            return;
        }
        for (String text : texts) {
            Matcher match = NAMED.matcher(text);
            while (match.find()) {
                String name = match.group(1);
                String column = RowFile.column(name);
                boolean meant = PLAIN.matcher(name).matches() || tasks.columns().contains(column);
                if (meant && !tasks.columns().contains(name)) {
                    String near = tasks.columns().contains(column) ? column : Nearest.to(name, tasks.columns());
                    throw ClientFailure.complete(
                            "There is no column {" + name + "}.",
                            "The columns are " + String.join(", ", tasks.columns()) + ".",
                            (near == null ? "" : "Did you mean {" + near + "}? ")
                                    + "If you mean it literally, use `no-check`.");
                }
            }
        }
    }
}
