package org.gleaner.agent.person;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.core.job.Spans;
import org.jspecify.annotations.Nullable;

/**
 * What the machine's owner allows. What is null or zero is no rule; without any, tasks are always welcome, but
 * neither on battery nor while work is paused.
 *
 * @param hours when tasks may run
 * @param maxLoad they run only while others use no more than this share of the machine; 1: always
 * @param whenIdle they run only when nobody has touched the machine for so long
 * @param evictAfter how long they stay suspended before they are ended
 * @param bandwidth bytes per second for files, both ways together; 0: no limit
 * @param pagePort where the agent's own page is; {@link #USUAL_PORT}: there or on a free one; {@link #NO_PAGE}: nowhere
 */
public record HouseRules(
        @Nullable Hours hours,
        double maxLoad,
        @Nullable Duration whenIdle,
        Duration evictAfter,
        long bandwidth,
        int pagePort) {
    public static final int USUAL_PORT = 0;
    public static final int NO_PAGE = -1;
    public static final HouseRules NONE = new HouseRules(null, 1, null, Duration.ofSeconds(60), 0, NO_PAGE);

    private static final int LAST_PORT = 65_535;

    /** The rules for the person at the machine. */
    public List<String> sentences() {
        List<String> rules = new ArrayList<>();
        if (hours != null) {
            rules.add("work only during the hours " + hours.text());
        }
        if (whenIdle != null) {
            rules.add("work only when nobody has used the machine for " + Spans.text(whenIdle));
        }
        if (maxLoad < 1) {
            rules.add("work only while other programs use at most " + Math.round(maxLoad * 100) + " % of the machine");
        }
        if (rules.isEmpty()) {
            rules.add("work even while someone uses the machine, at the lowest priority");
        }
        rules.add("no work on battery or while you pause it");
        rules.add("when work must stop, tasks are suspended within a second and ended after " + Spans.text(evictAfter));
        return rules;
    }

    public HouseRules {
        if (!(maxLoad > 0 && maxLoad <= 1)) {
            throw new IllegalArgumentException("a load is a share of the machine, such as 0.3");
        }
        if (whenIdle != null && (whenIdle.isNegative() || whenIdle.isZero())) {
            throw new IllegalArgumentException("a machine is idle for at least a second");
        }
        if (evictAfter.isNegative()) {
            throw new IllegalArgumentException("nothing is evicted before it is suspended");
        }
        if (bandwidth < 0 || pagePort < NO_PAGE || pagePort > LAST_PORT) {
            throw new IllegalArgumentException("there is no such bandwidth or port");
        }
    }
}
