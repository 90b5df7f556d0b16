package org.gleaner.agent.machine;

import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Collection;
import java.util.Optional;

/**
 * How names and words go from this virtual machine to the system. In the C locale it has letters of ASCII only and
 * would hand on question marks for all others, without a word.
 */
public final class NativeText {
    private static final Charset NATIVE = charset(System.getProperty("sun.jnu.encoding", "UTF-8"));

    private NativeText() {}

    /** Whether every text can be handed on. */
    public static boolean isUtf8() {
        return NATIVE.equals(StandardCharsets.UTF_8);
    }

    /** The first of these words that would reach a program as another one. */
    public static Optional<String> altered(Collection<String> words) {
        return altered(words, NATIVE);
    }

    static Optional<String> altered(Collection<String> words, Charset charset) {
        CharsetEncoder encoder = charset.newEncoder();
        return words.stream().filter(word -> !encoder.canEncode(word)).findFirst();
    }

    private static Charset charset(String name) {
        try {
            return Charset.forName(name);
        } catch (IllegalCharsetNameException | UnsupportedCharsetException unknown) {
            return StandardCharsets.US_ASCII;
        }
    }
}
