package org.gleaner.core.job;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a task finds around it on its node.
 *
 * @param variables added to its environment
 * @param directory where it runs instead of a fresh directory: a mount that all nodes of a tag share; none: a fresh one
 * @param setup run once per node before the first task, its result kept and read-only for all that name the same; none:
 *     nothing
 * @param archives unpacked once per node and hash, read-only
 * @param network whether it may reach the network from within a sandbox
 */
public record Workplace(
        Map<String, String> variables,
        @Nullable String directory,
        @Nullable String setup,
        List<InputFile> archives,
        boolean network) {
    public static final Workplace PLAIN = new Workplace(Collections.emptyMap(), null, null, List.of(), false);
    private static final int MOST_VARIABLES = 1000;
    private static final int LONGEST_VALUE = 128 << 10;

    public Workplace {
        variables = Collections.unmodifiableMap(new TreeMap<>(variables));
        archives = List.copyOf(archives);
        if (variables.size() > MOST_VARIABLES) {
            throw new IllegalArgumentException("a job sets at most " + MOST_VARIABLES + " variables");
        }
        variables.forEach(Workplace::checkVariable);
        if (directory != null && (!directory.startsWith("/") || directory.indexOf('\0') >= 0)) {
            throw new IllegalArgumentException("the directory '" + directory + "' must begin with /");
        }
        if (setup != null) {
            CommandLine.checkText(setup);
            if (setup.isBlank()) {
                throw new IllegalArgumentException("the set-up is empty");
            }
        }
    }

    private static void checkVariable(String name, String value) {
        if (!name.matches("[A-Za-z_][A-Za-z0-9_]{0,254}")) {
            throw new IllegalArgumentException("'" + name
                    + "' is not a valid variable name: use letters, digits and _, not starting with a digit");
        }
        if (name.startsWith("GLEANER_")) {
            throw new IllegalArgumentException("the variable " + name + " is reserved; choose a name without GLEANER_");
        }
        if (value.length() > LONGEST_VALUE || value.indexOf('\0') >= 0) {
            throw new IllegalArgumentException(
                    "the value of " + name + " has more than " + LONGEST_VALUE + " characters or contains a NUL");
        }
    }
}
