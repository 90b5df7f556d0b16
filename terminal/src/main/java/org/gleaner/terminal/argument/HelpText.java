package org.gleaner.terminal.argument;

import java.util.ArrayList;
import java.util.List;

/** The help of one verb: what it is for, examples, then the whole. */
public final class HelpText {
    private static final int WIDEST = 34;

    private HelpText() {}

    static String usage(Syntax syntax) {
        String operands = syntax.operands().written();
        return "gleaner " + syntax.verb() + (syntax.flags().isEmpty() ? "" : " [flags]")
                + (operands.isEmpty() ? "" : " " + operands);
    }

    public static String of(Syntax syntax) {
        StringBuilder text = new StringBuilder("gleaner " + syntax.verb() + ": " + syntax.purpose() + "\n\n");
        for (Syntax.Example example : syntax.examples()) {
            text.append("  " + example.typed() + "\n      " + example.meaning() + "\n");
        }
        text.append("\nUsage: " + usage(syntax) + "\n");
        List<Syntax.Example> flags = new ArrayList<>();
        for (Flag flag : syntax.flags()) {
            String many = flag.kind() == Flag.Kind.MANY ? " (repeatable)" : "";
            flags.add(new Syntax.Example(flag.written(), flag.help() + many));
        }
        flags.add(new Syntax.Example("--help", "show this help"));
        append(text, flags);
        if (!syntax.terms().isEmpty()) {
            text.append('\n');
            append(text, syntax.terms());
        }
        return text.toString();
    }

    /** In two columns. */
    private static void append(StringBuilder text, List<Syntax.Example> rows) {
        int width = 0;
        for (Syntax.Example row : rows) {
            width = Math.min(WIDEST, Math.max(width, row.typed().length()));
        }
        for (Syntax.Example row : rows) {
            text.append("  " + padded(row.typed(), width) + "  " + row.meaning() + "\n");
        }
    }

    /** Filled with blanks to a width. */
    public static String padded(String text, int width) {
        return text.length() >= width ? text : text + " ".repeat(width - text.length());
    }
}
