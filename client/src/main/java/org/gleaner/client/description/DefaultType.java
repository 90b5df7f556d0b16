package org.gleaner.client.description;

import java.util.List;
import java.util.Set;

/**
 * The type of a job that names none: the base name of its command; behind an interpreter or launcher, that of the
 * script. So all runs of {@code python3 -u sim.py 1 2} are of the type {@code sim.py}.
 */
final class DefaultType {
    /** Programs whose first argument that is no option is what really runs. */
    private static final Set<String> LAUNCHERS = Set.of(
            "sh", "bash", "dash", "zsh", "ksh", "python", "python2", "python3", "perl", "ruby", "node", "Rscript",
            "julia", "octave", "php", "lua", "env", "nice", "time", "timeout", "nohup", "stdbuf", "java", "mono",
            "dotnet", "wine");
    /** Options behind which code follows, not a script. */
    private static final Set<String> CODE = Set.of("-c", "-e");

    private static final int LONGEST = 200;

    private DefaultType() {}

    static String of(List<String> words) {
        int at = 0;
        String name = baseName(words.get(0));
        while (LAUNCHERS.contains(name)) {
            int next = script(words, at + 1);
            if (next < 0) {
                break;
            }
            at = next;
            name = baseName(words.get(at));
        }
        return name.length() > LONGEST ? name.substring(0, LONGEST) : name;
    }

    /** Of the line for a shell, the same for its first words. */
    static String ofShellLine(String line) {
        return of(List.of(line.strip().split("[\\s;|&<>()]+")));
    }

    /** The index of the script; -1 if there is none. */
    private static int script(List<String> words, int from) {
        for (int i = from; i < words.size(); i++) {
            String word = words.get(i);
            if (CODE.contains(word)) {
                return -1;
            }
            boolean assignment = word.indexOf('=') > 0 && !word.contains("/");
            if (!word.startsWith("-") && !assignment && !word.isEmpty() && !word.startsWith("{") && !isAmount(word)) {
                return i;
            }
        }
        return -1;
    }

    /** A number or span, such as {@code nice -n} or {@code timeout} takes: the value of an option, not a script. */
    private static boolean isAmount(String word) {
        return word.matches("[0-9.]+[smhd]?");
    }

    private static String baseName(String word) {
        String trimmed = word.endsWith("/") ? word.substring(0, word.length() - 1) : word;
        String name = trimmed.substring(trimmed.lastIndexOf('/') + 1);
        return name.isBlank() || name.chars().anyMatch(Character::isISOControl) ? "command" : name;
    }
}
