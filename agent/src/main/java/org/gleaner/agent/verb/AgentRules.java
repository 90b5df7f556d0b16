package org.gleaner.agent.verb;

import java.time.Duration;
import java.util.List;
import org.gleaner.agent.person.Hours;
import org.gleaner.agent.person.HouseRules;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.WholeNumber;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.argument.Flag;
import org.gleaner.terminal.console.CliFailure;
import org.jspecify.annotations.Nullable;

/** The rules of the person at the machine, as flags. */
final class AgentRules {
    static final List<Flag> FLAGS = List.of(
            Flag.one("hours", "HOURS", "work only in these hours, such as 19-7 or 19-7,sat,sun"),
            Flag.one("max-load", "SHARE", "work only while other programs use at most this share of the machine"),
            Flag.one("when-idle", "SPAN", "work only when nobody has used the machine for this long"),
            Flag.one("evict-after", "SPAN", "end tasks that were suspended for this long (60s)"),
            Flag.one("bandwidth", "SIZE", "most bytes per second for files, such as 5M"),
            Flag.one("page-port", "N|off", "port of the agent's own page on this machine (7747, else a free one)"));

    private AgentRules() {}

    static HouseRules of(Arguments arguments) throws CliFailure {
        Duration evictAfter = arguments.span("evict-after");
        MemorySize bandwidth = arguments.size("bandwidth");
        Duration whenIdle = arguments.span("when-idle");
        if (whenIdle != null && whenIdle.isZero()) {
            throw arguments.unusable("when-idle", "It must be longer than zero.");
        }
        if (bandwidth != null && bandwidth.bytes() < 1) {
            throw arguments.unusable("bandwidth", "It must be at least 1 byte per second.");
        }
        return new HouseRules(
                hours(arguments),
                load(arguments),
                whenIdle,
                evictAfter == null ? HouseRules.NONE.evictAfter() : evictAfter,
                bandwidth == null ? 0 : bandwidth.bytes(),
                port(arguments));
    }

    private static @Nullable Hours hours(Arguments arguments) throws CliFailure {
        String text = arguments.text("hours");
        try {
            return text == null ? null : Hours.parse(text);
        } catch (IllegalArgumentException malformed) {
            throw arguments.unusable("hours", Arguments.sentence(malformed));
        }
    }

    private static double load(Arguments arguments) throws CliFailure {
        String text = arguments.text("max-load");
        try {
            double load = text == null ? 1 : Double.parseDouble(text);
            if (load > 0 && load <= 1) {
                return load;
            }
        } catch (NumberFormatException notANumber) {
            // Told below in the same words as one that is too large.
        }
        throw arguments.unusable("max-load", "'" + text + "' is not a share of the machine, such as 0.3.");
    }

    private static int port(Arguments arguments) throws CliFailure {
        String text = arguments.text("page-port");
        if (text == null || text.equals("off")) {
            return text == null ? HouseRules.USUAL_PORT : HouseRules.NO_PAGE;
        }
        try {
            return WholeNumber.parse(text, 1, 65_535);
        } catch (IllegalArgumentException notAPort) {
            throw arguments.unusable("page-port", "'" + text + "' is neither a port from 1 to 65535 nor off.");
        }
    }
}
