package org.gleaner.simulator.report;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.function.UnaryOperator;

/**
 * Writes elements, attributes and text that hold together: whatever is opened is closed, whatever comes from
 * elsewhere is escaped. Good for SVG and for HTML. Confined to one call.
 */
final class Markup {
    private final StringBuilder text = new StringBuilder();
    private final Deque<String> open = new ArrayDeque<>();
    private final UnaryOperator<String> looks;

    Markup() {
        this(classes -> "");
    }

    /** @param looks attributes that say how the elements of some classes look, each after a blank */
    Markup(UnaryOperator<String> looks) {
        this.looks = looks;
    }

    /** @param attributes names and values in turn; numbers are written short */
    Markup open(String element, Object... attributes) {
        start(element, attributes);
        text.append('>');
        open.push(element);
        return this;
    }

    Markup close() {
        text.append("</").append(open.pop()).append(">\n");
        return this;
    }

    /** An element without content. */
    Markup leaf(String element, Object... attributes) {
        start(element, attributes);
        text.append("/>\n");
        return this;
    }

    /** An element with text in it. */
    Markup words(String words, String element, Object... attributes) {
        open(element, attributes);
        say(words);
        return close();
    }

    /** Text at a place of a picture. */
    Markup label(String words, String style, Number x, Number y) {
        return words(words, "text", "class", style, "x", x, "y", y);
    }

    /** What moves an element there. */
    static String moved(double x, double y) {
        return "translate(" + number(x) + " " + number(y) + ")";
    }

    Markup say(String words) {
        text.append(escaped(words));
        return this;
    }

    /** What is markup already and ours. */
    Markup raw(String markup) {
        text.append(markup);
        return this;
    }

    String end() {
        if (!open.isEmpty()) {
            throw new IllegalStateException("still open: " + open);
        }
        return text.toString();
    }

    private void start(String element, Object... attributes) {
        text.append('<').append(element);
        for (int i = 0; i < attributes.length; i += 2) {
            Object value = attributes[i + 1];
            String written = value instanceof Number number ? number(number.doubleValue()) : escaped("" + value);
            text.append(" " + attributes[i] + "=\"" + written + "\"");
            if (attributes[i].equals("class")) {
                text.append(looks.apply(written));
            }
        }
    }

    /** With one digit behind the point at most: finer than any screen. */
    static String number(double value) {
        long tenths = Math.round(value * 10);
        return tenths % 10 == 0 ? Long.toString(tenths / 10) : String.format(Locale.ROOT, "%.1f", tenths / 10.0);
    }

    /** Characters that XML can't hold at all become question marks. */
    static String escaped(String words) {
        StringBuilder safe = new StringBuilder(words.length() + 16);
        words.codePoints().forEach(c -> {
            switch (c) {
                case '&' -> safe.append("&amp;");
                case '<' -> safe.append("&lt;");
                case '>' -> safe.append("&gt;");
                case '"' -> safe.append("&quot;");
                case '\'' -> safe.append("&#39;");
                default -> safe.appendCodePoint(isAllowed(c) ? c : '?');
            }
        });
        return safe.toString();
    }

    private static boolean isAllowed(int c) {
        boolean surrogate = c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
        return (c >= ' ' || c == '\n') && c != 0x7F && !surrogate && c != 0xFFFE && c != 0xFFFF;
    }
}
