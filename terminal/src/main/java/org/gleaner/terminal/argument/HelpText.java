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
        StringBuilder text = new StringBuilder();
        text.append("gleaner ")
                .append(syntax.verb())
                .append(": ")
                .append(syntax.purpose())
                .append("\n\n");
        for (Syntax.Example example : syntax.examples()) {
            text.append("  ")
                    .append(example.typed())
                    .append("\n      ")
                    .append(example.meaning())
                    .append('\n');
        }
        text.append("\nUsage: ").append(usage(syntax)).append('\n');
        List<Flag> flags = new ArrayList<>(syntax.flags());
        flags.add(Flag.on("help", "show this help"));
        int width = 0;
        for (Flag flag : flags) {
            width = Math.min(WIDEST, Math.max(width, flag.written().length()));
        }
        for (Flag flag : flags) {
            String many = flag.kind() == Flag.Kind.MANY ? " (repeatable)" : "";
            text.append("  ")
                    .append(padded(flag.written(), width))
                    .append("  ")
                    .append(flag.help())
                    .append(many);
            text.append('\n');
        }
        return text.append(terms(syntax.terms())).toString();
    }

    private static String terms(List<Syntax.Example> terms) {
        StringBuilder text = new StringBuilder(terms.isEmpty() ? "" : "\n");
        int width = terms.stream().mapToInt(term -> term.typed().length()).max().orElse(0);
        for (Syntax.Example term : terms) {
            text.append("  ")
                    .append(padded(term.typed(), width))
                    .append("  ")
                    .append(term.meaning())
                    .append('\n');
        }
        return text.toString();
    }

    /** Filled with blanks to a width. */
    public static String padded(String text, int width) {
        return text.length() >= width ? text : text + " ".repeat(width - text.length());
    }
}
