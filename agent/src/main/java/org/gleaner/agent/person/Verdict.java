package org.gleaner.agent.person;

import java.util.List;

/**
 * Whether tasks are welcome now.
 *
 * @param reasons why not, for the person at the machine only; none if they are
 */
public record Verdict(List<String> reasons) {
    public static final Verdict WELCOME = new Verdict(List.of());

    public Verdict {
        reasons = List.copyOf(reasons);
    }

    public boolean welcome() {
        return reasons.isEmpty();
    }
}
