package org.gleaner.protocol.wording;

import org.gleaner.core.grid.Objective;
import org.gleaner.core.grid.Policy;
import org.jspecify.annotations.Nullable;

/** Why trying another objective may make no difference: nobody shall think that it was ignored. */
public final class ObjectiveWords {
    private static final String HEEDS = "survival";

    private ObjectiveWords() {}

    /**
     * @param tried by which work was given out in the trial
     * @param chosen whether the server chooses the strategy itself, and would do so for another objective
     * @param own what the owner of the jobs wants for them; null: what counts for the pool
     * @return empty if there is nothing to say
     */
    public static String note(Policy tried, boolean chosen, @Nullable Objective own) {
        String objective = tried.objective().word();
        boolean heeded = tried.strategy().equals(HEEDS);
        if (chosen) {
            return "Strategy auto may choose another strategy for objective " + objective
                    + "; this answer is for the one in force now, " + tried.strategy()
                    + (heeded ? "." : ", which doesn't look at the objective.");
        }
        if (!heeded) {
            return "Strategy " + tried.strategy()
                    + " doesn't look at the objective; only survival and auto do. So this changes nothing.";
        }
        if (own != null) {
            return "For your own jobs, your own objective counts, " + own.word()
                    + ": see 'gleaner strategy'. This one applies to everyone else's.";
        }
        return tried.objective() == Objective.DEADLINE || tried.objective() == Objective.BALANCED
                ? "For strategy survival, objective " + objective
                        + " is the same as auto: flow while work keeps coming, otherwise makespan."
                : "";
    }
}
