package org.gleaner.client.description;

import java.util.List;
import java.util.Set;
import org.gleaner.core.job.CutText;

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

    /** Of a shell's language: a command follows. */
    private static final Set<String> KEYWORDS = Set.of(
            "if", "then", "elif", "else", "while", "until", "do", "!", "{", "exec", "command", "builtin", "eval");
    /** Of a shell's language: the whole command only prepares others, or asks. */
    private static final Set<String> NO_PROGRAMS = Set.of(
            "for",
            "case",
            "select",
            "function",
            "in",
            "done",
            "fi",
            "esac",
            "}",
            "cd",
            "pushd",
            "popd",
            "set",
            "unset",
            "export",
            "readonly",
            "local",
            "declare",
            "typeset",
            "umask",
            "ulimit",
            "trap",
            "shift",
            "shopt",
            "alias",
            ".",
            "source",
            "test",
            "[",
            "[[",
            "]]",
            ":",
            "true",
            "wait",
            "read",
            "getopts",
            "exit",
            "return",
            "break",
            "continue");

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
        return atMost(name);
    }

    /** A name as a type. */
    static String atMost(String name) {
        return CutText.to(LONGEST, name);
    }

    /** Of a line for a shell the same for its first program; without one it is {@code shell}. */
    static String ofShellLine(String line) {
        for (List<String> words : ShellWords.commands(line)) {
            int at = 0;
            while (at < words.size() && isBeforeProgram(words.get(at))) {
                at++;
            }
            String first = at < words.size() ? words.get(at) : "";
            if (!first.isEmpty() && !NO_PROGRAMS.contains(first) && first.indexOf('$') < 0) {
                return of(words.subList(at, words.size()));
            }
        }
        return "shell";
    }

    /** Words behind which a command follows: keywords, assignments, redirections. */
    private static boolean isBeforeProgram(String word) {
        return KEYWORDS.contains(word)
                || word.matches("[A-Za-z_][A-Za-z0-9_]*\\+?=.*")
                || word.startsWith("<")
                || word.startsWith(">");
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
