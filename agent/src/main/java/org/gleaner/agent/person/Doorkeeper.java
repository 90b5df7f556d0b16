package org.gleaner.agent.person;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.gleaner.core.job.Spans;
import org.jspecify.annotations.Nullable;

/**
 * Judges by the rules whether tasks are welcome. It turns them away at once and lets them in again only when things
 * have settled, so that a machine on the edge of a rule does not flap. Pure: what is seen and the time are arguments,
 * times never go back. Confined to one thread.
 */
final class Doorkeeper {
    /** How long load or a loose plug must have been quiet before it is believed. */
    static final Duration SETTLED = Duration.ofSeconds(60);

    /** How long others must use the machine before it is more than a program that starts. */
    static final Duration BUSY = Duration.ofSeconds(5);

    /** Without anything that tells touches, more load than this means that somebody is there. */
    static final double SOMEBODY = 0.15;

    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("EEE HH:mm", Locale.ROOT);

    private final HouseRules rules;
    private @Nullable Instant busySince;
    private @Nullable Instant lastBusy;
    private @Nullable Instant lastBattery;
    private @Nullable Instant quietSince;

    Doorkeeper(HouseRules rules) {
        this.rules = rules;
    }

    Verdict judge(Reading seen, Instant now) {
        List<String> reasons = new ArrayList<>();
        if (seen.paused() != null) {
            reasons.add(
                    seen.paused().until() == null
                            ? "work is paused until someone resumes it"
                            : "work is paused until "
                                    + CLOCK.format(seen.paused().local(seen.local())));
        }
        if (rules.hours() != null && !rules.hours().contains(seen.local())) {
            reasons.add("it is outside the allowed hours " + rules.hours().text());
        }
        battery(seen, now, reasons);
        load(seen, now, reasons);
        idleness(seen, now, reasons);
        return reasons.isEmpty() ? Verdict.WELCOME : new Verdict(reasons, seen.paused() != null);
    }

    private void battery(Reading seen, Instant now, List<String> reasons) {
        if (seen.onBattery()) {
            lastBattery = now;
            reasons.add("the machine runs on battery");
        } else if (isRecent(lastBattery, SETTLED, now)) {
            reasons.add("the machine ran on battery a moment ago");
        }
    }

    private void load(Reading seen, Instant now, List<String> reasons) {
        if (rules.maxLoad() >= 1) {
            return;
        }
        if (seen.load() <= rules.maxLoad()) {
            busySince = null;
        } else if (busySince == null) {
            busySince = now;
        }
        if (busySince != null && !isRecent(busySince, BUSY, now)) {
            lastBusy = now;
        }
        if (isRecent(lastBusy, SETTLED, now)) {
            reasons.add("other programs use more than " + Math.round(rules.maxLoad() * 100) + " % of the machine");
        }
    }

    private void idleness(Reading seen, Instant now, List<String> reasons) {
        Duration wanted = rules.whenIdle();
        if (wanted == null) {
            return;
        }
        if (quietSince == null || seen.load() > SOMEBODY) {
            quietSince = now;
        }
        Duration idle = seen.untouched() != null ? seen.untouched() : Duration.between(quietSince, now);
        if (idle.compareTo(wanted) < 0) {
            reasons.add("someone used the machine less than " + Spans.text(wanted) + " ago");
        }
    }

    private static boolean isRecent(@Nullable Instant past, Duration span, Instant now) {
        return past != null && now.isBefore(past.plus(span));
    }
}
