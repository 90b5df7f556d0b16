package org.gleaner.simulator.scenario;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** One line of a file, cut into fields whose names are known. Short-lived. */
final class Row {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.@-]{1,60}");
    private static final Pattern NUMBER = Pattern.compile("[+-]?[0-9]{1,15}(\\.[0-9]{0,15})?([eE][+-]?[0-9]{1,2})?");

    private final TextLines lines;
    private final List<String> names;
    private final String[] fields;

    private Row(TextLines lines, List<String> names, String[] fields) {
        this.lines = lines;
        this.names = names;
        this.fields = fields;
    }

    /** The names in the first line of a CSV file, which has to have the named ones. */
    static List<String> header(TextLines lines, List<String> needed) throws ScenarioError {
        String first = lines.next();
        List<String> names = first == null
                ? List.of()
                : Arrays.stream(first.split(",", -1)).map(String::strip).toList();
        for (String name : names) {
            if (!name.isEmpty() && names.indexOf(name) != names.lastIndexOf(name)) {
                throw lines.wrong(
                        "the column " + ScenarioFile.quoted(name) + " appears twice.",
                        "It is unclear which one counts.",
                        "Delete or rename one of them.");
            }
        }
        for (String name : needed) {
            if (!names.contains(name)) {
                throw lines.wrong(
                        "the column " + name + " is missing.",
                        "The first line names the columns; required are " + String.join(",", needed) + ".",
                        "Add the header line or the column.");
            }
        }
        return names;
    }

    /** The next line of a CSV file; null after the last. Empty lines are passed over. */
    static @Nullable Row csv(TextLines lines, List<String> names) throws ScenarioError {
        String text = lines.next();
        while (text != null && text.isBlank()) {
            text = lines.next();
        }
        if (text == null) {
            return null;
        }
        String[] fields = text.split(",", -1);
        if (fields.length > names.size()) {
            throw lines.wrong(
                    "there are more fields than columns.",
                    "A line has " + names.size() + " fields, this one " + fields.length
                            + "; every comma starts a new one.",
                    "Use a decimal point, and no commas inside fields.");
        }
        return of(lines, names, fields);
    }

    static Row of(TextLines lines, List<String> names, String[] fields) throws ScenarioError {
        if (fields.length < names.size()) {
            throw lines.wrong(
                    "the field " + names.get(fields.length) + " is missing.",
                    "A line has " + names.size() + " fields, this one " + fields.length + ".",
                    "Complete the line, or delete it.");
        }
        return new Row(lines, names, fields);
    }

    boolean has(String name) {
        return names.contains(name);
    }

    String text(String name) throws ScenarioError {
        String text = fields[names.indexOf(name)].strip();
        if (!NAME.matcher(text).matches()) {
            throw wrong(name, text, "1 to 60 letters, digits, '_', '.', '@' or '-'", "Give it a name.");
        }
        return text;
    }

    double number(String name, double least, double most) throws ScenarioError {
        String text = fields[names.indexOf(name)].strip();
        if (NUMBER.matcher(text).matches()) {
            double value = Double.parseDouble(text);
            if (value >= least && value <= most) {
                return value;
            }
        }
        throw wrong(name, text, "a number from " + plain(least) + " to " + plain(most), "Correct or delete the line.");
    }

    /** Seconds as milliseconds. */
    long seconds(String name, double least, double most) throws ScenarioError {
        return Math.round(number(name, least, most) * 1000);
    }

    ScenarioError wrong(String what, String why, String remedy) {
        return lines.wrong(what, why, remedy);
    }

    private ScenarioError wrong(String name, String text, String expected, String remedy) {
        return lines.wrong(
                "the field " + name + " is " + ScenarioFile.quoted(text) + ".", "It must be " + expected + ".", remedy);
    }

    private static String plain(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
    }
}
