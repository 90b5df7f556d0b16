package org.gleaner.checks;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Java source seen as text: enough to find calls and to measure methods, without a parser. Comments, strings and
 * characters are blanked out first, so that what is left is code, on the lines where it stood.
 */
final class JavaText {
    private static final Pattern ANNOTATION = Pattern.compile("@[\\w.]+(\\s*\\([^()]*\\))?");
    private static final Pattern NO_METHOD = Pattern.compile("->|=|\\bnew\\s|\\b(class|interface|enum)\\s+\\w"
            + "|\\brecord\\s+\\w+\\s*[(<]|^synchronized\\s*\\("
            + "|^(if|for|while|switch|catch|try|else|do|return|finally|case)\\b");
    private static final Pattern METHOD = Pattern.compile("[\\w>\\]]\\s+\\w+\\s*\\(");
    private static final Pattern CONSTRUCTOR =
            Pattern.compile("^((public|protected|private)\\s+)?[A-Z]\\w*[a-z]\\w*\\s*(\\(.*)?$", Pattern.DOTALL);

    private JavaText() {}

    record Method(String header, int line, int lines) {}

    private record Block(String header, boolean method, int line, int parentheses) {}

    /** The text with every comment, string and character blanked out; line breaks stay. */
    static String code(String text) {
        StringBuilder code = new StringBuilder(text);
        int at = 0;
        while (at < text.length()) {
            int end = endOfSilence(text, at);
            for (int i = at; i < end; i++) {
                if (text.charAt(i) != '\n') {
                    code.setCharAt(i, ' ');
                }
            }
            at = Math.max(end, at + 1);
        }
        return code.toString();
    }

    /** A text of the code, with the statement up to it. */
    record Literal(String statement, String text, int line) {}

    /** The strings of the text, in order; those of comments are none. */
    static List<Literal> literals(String text) {
        List<Literal> literals = new ArrayList<>();
        String code = code(text);
        int at = 0;
        while (at < text.length()) {
            int end = endOfSilence(text, at);
            if (end > at && text.charAt(at) == '"') {
                int begin = Math.max(
                        code.lastIndexOf(';', at), Math.max(code.lastIndexOf('{', at), code.lastIndexOf('}', at)));
                int line = 1
                        + (int) text.substring(0, at)
                                .chars()
                                .filter(c -> c == '\n')
                                .count();
                literals.add(new Literal(code.substring(begin + 1, at), text.substring(at + 1, end - 1), line));
            }
            at = Math.max(end, at + 1);
        }
        return literals;
    }

    /** Where the comment or literal that starts here ends; the same place if none starts here. */
    private static int endOfSilence(String text, int at) {
        if (text.startsWith("//", at)) {
            return orEnd(text, text.indexOf('\n', at), 0);
        }
        if (text.startsWith("/*", at)) {
            return orEnd(text, text.indexOf("*/", at + 2), 2);
        }
        if (text.startsWith("\"\"\"", at)) {
            return endOfLiteral(text, at + 3, "\"\"\"");
        }
        if (text.charAt(at) == '"' || text.charAt(at) == '\'') {
            return endOfLiteral(text, at + 1, text.substring(at, at + 1));
        }
        return at;
    }

    private static int endOfLiteral(String text, int from, String quote) {
        for (int at = from; at < text.length(); at++) {
            if (text.charAt(at) == '\\') {
                at++;
            } else if (text.startsWith(quote, at)) {
                return at + quote.length();
            }
        }
        return text.length();
    }

    private static int orEnd(String text, int found, int length) {
        return found < 0 ? text.length() : found + length;
    }

    /** The methods and constructors of the code, with the number of lines from opening to closing brace. */
    static List<Method> methods(String code) {
        List<Method> methods = new ArrayList<>();
        Deque<Block> open = new ArrayDeque<>();
        int header = 0;
        int line = 1;
        int parentheses = 0;
        for (int at = 0; at < code.length(); at++) {
            switch (code.charAt(at)) {
                case '\n' -> line++;
                case '(' -> parentheses++;
                case ')' -> parentheses--;
                case ';' -> header = parentheses == 0 ? at + 1 : header;
                case '{' -> {
                    String words = code.substring(header, at);
                    open.push(new Block(words.strip(), opensMethod(words), line, parentheses));
                    parentheses = 0;
                    header = at + 1;
                }
                case '}' -> {
                    if (!open.isEmpty()) {
                        Block block = open.pop();
                        parentheses = block.parentheses();
                        if (block.method()) {
                            methods.add(new Method(block.header(), block.line(), line - block.line() + 1));
                        }
                    }
                    header = at + 1;
                }
                default -> {}
            }
        }
        return methods;
    }

    private static boolean opensMethod(String header) {
        String words = ANNOTATION.matcher(header).replaceAll("").strip();
        return !NO_METHOD.matcher(words).find()
                && (METHOD.matcher(words).find() || CONSTRUCTOR.matcher(words).matches());
    }
}
