package org.gleaner.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Locale;

/** The header by which a browser keeps what it gets instead of showing it. */
public final class AttachedName {
    private static final String UNRESERVED = "!#$&+-.^_`|~";

    private AttachedName() {}

    /** What is no name of a file on every system is replaced; a name in other letters is told in both ways. */
    public static String header(String wished) {
        StringBuilder safe = new StringBuilder();
        wished.codePoints().forEach(one -> safe.appendCodePoint(isUsable(one) ? one : '_'));
        while (safe.length() > 0 && (safe.charAt(0) == '.' || safe.charAt(0) == ' ')) {
            safe.deleteCharAt(0);
        }
        String name = safe.isEmpty() ? "download" : safe.toString();
        String plain = name.replaceAll("[^ -~]", "_");
        return "attachment; filename=\"" + plain + "\""
                + (plain.equals(name) ? "" : "; filename*=UTF-8''" + encoded(name));
    }

    private static boolean isUsable(int one) {
        boolean control = Character.isISOControl(one) || Character.getType(one) == Character.FORMAT;
        boolean half = one >= Character.MIN_SURROGATE && one <= Character.MAX_SURROGATE;
        return !control && !half && "\"\\/:*?<>|%".indexOf(one) < 0;
    }

    private static String encoded(String name) {
        StringBuilder text = new StringBuilder();
        for (byte one : name.getBytes(UTF_8)) {
            char letter = (char) (one & 0xff);
            boolean plain = letter < 0x80 && (Character.isLetterOrDigit(letter) || UNRESERVED.indexOf(letter) >= 0);
            text.append(plain ? String.valueOf(letter) : String.format(Locale.ROOT, "%%%02X", one & 0xff));
        }
        return text.toString();
    }
}
