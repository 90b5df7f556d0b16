package org.gleaner.agent.person;

import java.util.List;

/**
 * Whether tasks are welcome now.
 *
 * @param reasons why not, for the person at the machine only; none if they are
 * @param paused whether somebody has paused work, which is one of the reasons then
 */
public record Verdict(List<String> reasons, boolean paused) {
    public static final Verdict WELCOME = new Verdict(List.of(), false);

    public Verdict {
        reasons = List.copyOf(reasons);
    }

    public boolean welcome() {
        return reasons.isEmpty();
    }
}
