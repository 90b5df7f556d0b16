package org.gleaner.server.archive;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Names of files that every system can store. Tasks run on Linux and may call a file {@code 12:30.csv} or {@code aux};
 * Windows would drop such a file while it unpacks the zip, or stop. What it can't store is written as in an address,
 * {@code 12%3A30.csv}, so that two names stay two.
 */
final class EverywhereName {
    private static final Pattern FORBIDDEN = Pattern.compile("[<>:\"|?*\\\\\\x00-\\x1f]|[. ]$");
    private static final Pattern DEVICE =
            Pattern.compile("(CON|PRN|AUX|NUL|COM[0-9]|LPT[0-9])(\\..*)?", Pattern.CASE_INSENSITIVE);

    private EverywhereName() {}

    /** @param name with forward slashes */
    static String of(String name) {
        return Arrays.stream(name.split("/", -1)).map(EverywhereName::part).collect(Collectors.joining("/"));
    }

    private static String part(String part) {
        String rest = FORBIDDEN.matcher(part).replaceAll(match -> escaped(match.group()));
        return DEVICE.matcher(rest).matches() ? escaped(rest.substring(0, 1)) + rest.substring(1) : rest;
    }

    private static String escaped(String letter) {
        return String.format(Locale.ROOT, "%%%02X", letter.getBytes(UTF_8)[0]);
    }
}
