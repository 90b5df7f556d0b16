package org.gleaner.agent.person;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.gleaner.agent.machine.CommandOutput;
import org.jspecify.annotations.Nullable;

/**
 * Asks logind, which hears it from the desktop of every session (GNOME, KDE) and from terminals. It is good to the
 * second for "somebody is back" and to the desktop's own patience for "nobody is there".
 */
final class LogindIdle implements IdleSource {
    private static final Duration LONGEST = Duration.ofDays(365);

    private final CommandOutput loginctl;
    private final LongSupplier nanoTime;
    private @Nullable Long idleSince;

    /**
     * Asks in the words of {@code loginctl}.
     *
     * @param nanoTime on Linux the clock in which logind tells times
     */
    LogindIdle(CommandOutput loginctl, LongSupplier nanoTime) {
        this.loginctl = loginctl;
        this.nanoTime = nanoTime;
    }

    @Override
    public String name() {
        return "sessions, as logind sees them";
    }

    @Override
    public @Nullable Duration untouched() {
        String text =
                loginctl.of("loginctl", "show-session", "--property=IdleHint", "--property=IdleSinceHintMonotonic");
        String hint = value(text, "IdleHint=");
        if (hint.equals("no")) {
            idleSince = null;
            return Duration.ZERO;
        }
        if (!hint.equals("yes")) {
            return null;
        }
        long now = nanoTime.getAsLong();
        if (idleSince == null) {
            idleSince = now;
        }
        Duration told = Duration.ofNanos(now).minus(micros(value(text, "IdleSinceHintMonotonic=")));
        boolean credible = !told.isNegative() && told.compareTo(LONGEST) < 0;
        Duration own = Duration.ofNanos(now - idleSince);
        return credible && told.compareTo(own) > 0 ? told : own;
    }

    private static Duration micros(String number) {
        return number.matches("[0-9]{1,18}") ? Duration.ofNanos(1000).multipliedBy(Long.parseLong(number)) : LONGEST;
    }

    private static String value(String text, String key) {
        for (String line : text.split("\n", 20)) {
            if (line.startsWith(key)) {
                return line.substring(key.length()).strip();
            }
        }
        return "";
    }
}
