package org.gleaner.client.description;

import java.util.ArrayList;
import java.util.List;

/** Splits a line into words as a shell does: blanks separate, quotes and backslashes protect, # begins a comment. */
public final class ShellWords {
    private ShellWords() {}

    /**
     * The words of each simple command of a line, roughly: enough to see what it starts. What stands in quotes or in
     * {@code $(…)} is part of its word.
     */
    static List<List<String>> commands(String line) {
        List<List<String>> commands = new ArrayList<>();
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        int depth = 0;
        char quote = 0;
        for (int i = 0; i <= line.length(); i++) {
            char c = i < line.length() ? line.charAt(i) : '\n';
            boolean inside = i < line.length() && (quote != 0 || depth > 0);
            if (quote != 0) {
                quote = c == quote ? 0 : quote;
            } else if ("'\"`".indexOf(c) >= 0) {
                quote = c;
            } else if (c == '(' && (depth > 0 || word.toString().endsWith("$"))) {
                depth++;
                inside = true;
            } else if (c == ')' && depth > 0) {
                depth--;
            }
            boolean ends = !inside && ";|&()\n".indexOf(c) >= 0;
            if (!inside && (ends || Character.isWhitespace(c) || c == '<' || c == '>')) {
                if (!word.isEmpty()) {
                    words.add(word.toString());
                    word.setLength(0);
                }
                word.append(c == '<' || c == '>' ? String.valueOf(c) : "");
            } else if ("'\"".indexOf(c) < 0) {
                word.append(c);
            }
            if (ends) {
                commands.add(words);
                words = new ArrayList<>();
            }
        }
        return commands;
    }

    public static List<String> split(String line) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        boolean begun = false;
        char quote = 0;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (quote != 0) {
                if (c == quote) {
                    quote = 0;
                } else if (c == '\\'
                        && quote == '"'
                        && i + 1 < line.length()
                        && "\"\\$`".indexOf(line.charAt(i + 1)) >= 0) {
                    word.append(line.charAt(++i));
                } else {
                    word.append(c);
                }
            } else if (Character.isWhitespace(c)) {
                if (begun) {
                    words.add(word.toString());
                }
                word.setLength(0);
                begun = false;
            } else if (c == '#' && !begun) {
                break;
            } else {
                begun = true;
                if (c == '\'' || c == '"') {
                    quote = c;
                } else if (c == '\\' && i + 1 < line.length()) {
                    word.append(line.charAt(++i));
                } else {
                    word.append(c);
                }
            }
        }
        if (quote != 0) {
            throw new IllegalArgumentException("unclosed quote: " + line.strip());
        }
        if (begun) {
            words.add(word.toString());
        }
        return words;
    }
}
