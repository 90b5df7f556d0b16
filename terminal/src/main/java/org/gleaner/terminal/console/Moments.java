package org.gleaner.terminal.console;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Instants as people read them: to the second, by the clock on their wall. */
public final class Moments {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT);

    private Moments() {}

    public static String text(Instant at) {
        return TIME.format(at.atZone(ZoneId.systemDefault()));
    }
}
