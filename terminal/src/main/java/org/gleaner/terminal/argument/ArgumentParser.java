package org.gleaner.terminal.argument;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.gleaner.protocol.http.HomeDirectory;
import org.gleaner.protocol.problem.Nearest;
import org.gleaner.terminal.console.CliFailure;
import org.jspecify.annotations.Nullable;

/**
 * Reads the words behind a verb: {@code --flag value} and {@code --flag=value} in any order, {@code --} ends the flags.
 * Where a command follows, its first word ends them too. Confined to one call.
 */
public final class ArgumentParser {
    /** Who may give so many arguments and gives more did not mistype one: how many there are is what is wrong. */
    private static final int MANY = 1000;

    private static final Pattern NEGATIVE = Pattern.compile("-\\.?[0-9]");

    private final Syntax syntax;
    private final List<String> words;
    private final Map<String, String> environment;
    private final Map<String, List<String>> flags = new LinkedHashMap<>();
    private final List<String> operands = new ArrayList<>();
    private int at;

    private ArgumentParser(Syntax syntax, List<String> words, Map<String, String> environment) {
        this.syntax = syntax;
        this.words = words;
        this.environment = environment;
    }

    /** Words that no shell has seen. */
    public static Arguments parse(Syntax syntax, List<String> words) throws CliFailure {
        return parse(syntax, words, Map.of());
    }

    /** @param environment says what ~ is */
    public static Arguments parse(Syntax syntax, List<String> words, Map<String, String> environment)
            throws CliFailure {
        return new ArgumentParser(syntax, words, environment).all();
    }

    /** Whether help is wanted: asked before parsing, so that it is given even when the rest is wrong. */
    public static boolean wantsHelp(Syntax syntax, List<String> words) {
        return isAsked(syntax, words, Set.of("--help", "-h"));
    }

    /** Whether JSON is wanted: asked before parsing, so that a failure to parse is told in the right way too. */
    public static boolean wantsJson(Syntax syntax, List<String> words) {
        return isAsked(syntax, words, Set.of("--json"));
    }

    /** Not by what is the value of a flag or belongs to the user's own command. */
    private static boolean isAsked(Syntax syntax, List<String> words, Set<String> wanted) {
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            if (wanted.contains(word)) {
                return true;
            }
            if (word.equals("--") || (syntax.operands().command() && !word.startsWith("-"))) {
                return false;
            }
            Flag flag = syntax.flagOf(word);
            if (flag != null && flag.takesValue() && word.indexOf('=') < 0) {
                i++;
            }
        }
        return false;
    }

    private Arguments all() throws CliFailure {
        while (at < words.size()) {
            String word = words.get(at++);
            if (word.equals("--")) {
                rest();
            } else if (word.startsWith("-") && word.length() > 1 && !isNumber(word)) {
                flag(word);
            } else {
                operands.add(word);
                if (syntax.operands().command()) {
                    rest();
                }
            }
        }
        countOperands();
        return new Arguments(syntax.verb(), flags, operands);
    }

    /** No flag begins with a digit, but values do; where a command is expected, a number is a slip. */
    private boolean isNumber(String word) {
        return !syntax.operands().command() && NEGATIVE.matcher(word).lookingAt();
    }

    private void rest() {
        operands.addAll(words.subList(at, words.size()));
        at = words.size();
    }

    private void flag(String word) throws CliFailure {
        int equals = word.indexOf('=');
        Flag flag = syntax.flagOf(word);
        if (flag == null) {
            throw unknown(word);
        }
        String name = flag.name();
        String value = equals < 0 ? null : word.substring(equals + 1);
        if (flag.takesValue() && value == null) {
            value = following(flag);
        } else if (!flag.takesValue() && value != null) {
            throw refusal("--" + name + " takes no value.", "'" + value + "' was given.", "Remove '=" + value + "'.");
        } else if (value != null && flag.namesFile()) {
            // A shell does that in --in ~/x, but not in --in=~/x.
            value = HomeDirectory.expanded(value, environment);
        }
        List<String> values = flags.get(name);
        if (values == null) {
            values = new ArrayList<>();
            flags.put(name, values);
        } else if (flag.kind() == Flag.Kind.ONE) {
            throw refusal("--" + name + " was given twice.", "It can have only one value.", "Remove one of them.");
        }
        values.add(value == null ? "" : value);
    }

    private String following(Flag flag) throws CliFailure {
        if (at == words.size()) {
            throw refusal(
                    "--" + flag.name() + " requires a value.",
                    "Nothing follows it.",
                    "Write " + flag.written() + ": " + flag.help() + ".");
        }
        String value = words.get(at++);
        if (value.startsWith("--") && value.indexOf('=') < 0 && syntax.flagOf(value) != null) {
            throw refusal(
                    "--" + flag.name() + " requires a value.",
                    "The flag " + value + " follows it.",
                    "Write " + flag.written() + ", or --" + flag.name() + "=" + value + " if that is the value.");
        }
        return value;
    }

    private CliFailure unknown(String word) {
        String name = word.indexOf('=') < 0 ? word : word.substring(0, word.indexOf('='));
        List<String> known = new ArrayList<>();
        for (Flag flag : syntax.flags()) {
            known.add("--" + flag.name());
        }
        known.add("--help");
        String near = Nearest.to(name.startsWith("--") ? name : "-" + name, known);
        String habit = syntax.habits().get(name);
        if (habit != null) {
            return refusal(
                    "Unknown flag " + name + ".", "Other programs have it; Gleaner spells it differently.", habit);
        }
        return refusal(
                "Unknown flag " + name + ".",
                near == null
                        ? "'gleaner " + syntax.verb() + "' has no flag like that."
                        : "'gleaner " + syntax.verb() + " --help' lists all flags.",
                near == null ? Arguments.seeHelp(syntax.verb()) : "Did you mean " + near + "?");
    }

    private void countOperands() throws CliFailure {
        Syntax.Operands expected = syntax.operands();
        int instead = flags.containsKey(Arguments.IDS_FROM) ? 1 : 0;
        if (operands.size() + instead < expected.fewest()) {
            throw refusal(
                    "'gleaner " + syntax.verb() + "' needs "
                            + (operands.isEmpty() && expected.written().startsWith("SEL")
                                    ? "at least one selector."
                                    : "more arguments."),
                    "Usage: " + HelpText.usage(syntax),
                    Arguments.seeHelp(syntax.verb()));
        }
        if (operands.size() > expected.most() && expected.most() >= MANY) {
            boolean fromFile =
                    syntax.flags().stream().anyMatch(flag -> flag.name().equals(Arguments.IDS_FROM));
            throw refusal(
                    "Too many arguments: " + operands.size() + ".",
                    "'gleaner " + syntax.verb() + "' takes at most " + expected.most() + " at once.",
                    fromFile
                            ? "Put the numbers of the jobs into a file and give that with --ids-from FILE."
                            : "Divide them among several commands, for example with xargs -n " + expected.most() + ".");
        }
        if (operands.size() > expected.most()) {
            throw refusal(
                    "Unexpected argument '" + operands.get(expected.most()) + "'.",
                    "Usage: " + HelpText.usage(syntax),
                    Arguments.seeHelp(syntax.verb()));
        }
    }

    private static CliFailure refusal(String what, @Nullable String why, String next) {
        return CliFailure.usage(what, why == null ? "" : why, next);
    }
}
