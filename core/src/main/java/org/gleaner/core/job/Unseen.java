package org.gleaner.core.job;

/** Characters that nobody sees: names that differ in them look the same, and one of nothing else looks empty. */
public final class Unseen {
    /** Unicode has pictures of the first 32 control characters, in their order. */
    private static final int PICTURES = 0x2400;

    private static final char PICTURE_OF_DELETE = '\u2421';
    private static final char NO_PICTURE = '\ufffd';

    private Unseen() {}

    /** A sign that stands for such a character where people read. */
    public static int picture(int c) {
        return c < ' ' ? PICTURES + c : c == '\u007f' ? PICTURE_OF_DELETE : NO_PICTURE;
    }

    /** A text of which no terminal obeys anything: only new lines and tabs stay as they are. */
    public static String shown(String text) {
        if (text.codePoints().noneMatch(Unseen::isCommand)) {
            return text;
        }
        StringBuilder shown = new StringBuilder(text.length());
        text.replace("\r\n", "\n").codePoints().forEach(c -> shown.appendCodePoint(isCommand(c) ? picture(c) : c));
        return shown.toString();
    }

    private static boolean isCommand(int c) {
        return c != '\n' && c != '\t' && isUnseen(c);
    }

    /** Whether it is drawn as nothing, or as a space that is none, or changes how its neighbours are drawn. */
    public static boolean isUnseen(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL, Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> true;
            default -> isFiller(c) || isVariation(c);
        };
    }

    /** Fillers of Hangul, a Braille pattern without dots, the joiner of graphemes, silent vowels of Khmer. */
    private static boolean isFiller(int c) {
        return switch (c) {
            case 0x034f, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x2800, 0x3164, 0xffa0 -> true;
            default -> false;
        };
    }

    private static boolean isVariation(int c) {
        return (c >= 0xfe00 && c <= 0xfe0f) || (c >= 0xe0100 && c <= 0xe01ef) || (c >= 0x180b && c <= 0x180f);
    }

    /** Whether nothing of this text would be seen. */
    public static boolean isAll(String text) {
        return text.codePoints().allMatch(c -> isUnseen(c) || Character.isWhitespace(c) || Character.isSpaceChar(c));
    }
}
