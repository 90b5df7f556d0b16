package org.gleaner.core.job;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Outputs of a predecessor that a task finds in its directory when it starts. In both names placeholders stand for what
 * they are in the task that left the files; if that is the only one of its job, in the task that takes them.
 *
 * @param path an output, a directory of outputs or something in one, or what the task printed; empty: all outputs
 * @param to what it is called there; what ends with a slash is a directory in which files keep their names; empty: the
 *     same name, or where several tasks leave files, a directory for each
 */
public record TakenFile(String path, String to) {
    /** Where files go that several tasks leave. */
    private static final String PARTS = "parts/{#}/";

    private static final Pattern COLUMN = Pattern.compile("\\{([A-Za-z_][A-Za-z0-9_-]*)}");

    public TakenFile {
        if (!path.isEmpty()) {
            FilePath.check(path);
        }
        if (!to.isEmpty()) {
            FilePath.check(to.endsWith("/") ? to.substring(0, to.length() - 1) : to);
        }
    }

    /** Whether it is what the task printed, which is no declared output. */
    public boolean isPrinted() {
        return path.equals("stdout") || path.equals("stderr");
    }

    /**
     * The name of an output in the directory of the task that takes it; null if it is not taken.
     *
     * @param from the placeholders that are meant
     * @param several whether it is one of several such tasks
     */
    public @Nullable String place(String output, Placeholders from, boolean several) {
        String wanted = from.expand(path);
        boolean below = wanted.isEmpty() || output.startsWith(wanted + "/");
        if (!below && !output.equals(wanted)) {
            return null;
        }
        String template = to.isEmpty() && several ? PARTS : to;
        String target = from.expand(template);
        if (template.isEmpty() || template.endsWith("/")) {
            return target + output;
        }
        return wanted.isEmpty() ? target + "/" + output : target + output.substring(wanted.length());
    }

    /** Whether a name of it depends on a task. */
    public boolean hasPlaceholder() {
        return path.indexOf('{') >= 0 || to.indexOf('{') >= 0;
    }

    /** Whether files of several tasks would get the same name whatever they leave. */
    public boolean isOneNameForAll() {
        return !path.isEmpty() && !to.isEmpty() && !hasPlaceholder();
    }

    /** Whether a job with these outputs may leave what is meant; what depends on entries is seen when it did. */
    public boolean mayBeOf(List<OutputFile> outputs) {
        if (isPrinted()) {
            return true;
        }
        return path.isEmpty() ? !outputs.isEmpty() : outputs.stream().anyMatch(output -> mayBe(output.path()));
    }

    /** The first column in the path that the task has not, and no output has as it is written here; empty: none. */
    public Optional<String> missingColumn(List<String> columns, List<OutputFile> outputs) {
        return COLUMN.matcher(path)
                .results()
                .map(found -> found.group(1))
                .filter(name -> !columns.contains(name))
                .filter(name ->
                        outputs.stream().noneMatch(output -> output.path().contains("{" + name + "}")))
                .findFirst();
    }

    private boolean mayBe(String output) {
        return path.indexOf('{') >= 0
                || output.indexOf('{') >= 0
                || path.equals(output)
                || path.startsWith(output + "/")
                || output.startsWith(path + "/");
    }
}
