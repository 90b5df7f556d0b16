package org.gleaner.protocol.wording;

import java.util.Locale;
import org.gleaner.core.grid.Objective;
import org.gleaner.core.grid.Policy;
import org.gleaner.core.grid.PolicyReason;
import org.gleaner.core.grid.PolicyScore;
import org.gleaner.core.grid.Reply.PolicyInForce;
import org.gleaner.core.grid.Setting;
import org.gleaner.core.grid.Tryout;
import org.gleaner.core.grid.Untried;
import org.jspecify.annotations.Nullable;

/** Why the policy in force is in force where the server chooses: for the command line and the page alike. */
public final class PolicyWords {
    /** Less than this is no number of percent that would tell anybody anything. */
    private static final double LEAST = 0.0005;

    private PolicyWords() {}

    /** One sentence or two without a time in them; empty where the server does not choose. */
    public static String because(PolicyInForce policy) {
        if (!policy.strategy().equals(Setting.AUTO)) {
            return "";
        }
        Tryout tryout = policy.tryout();
        return tryout == null ? untried(policy) : tried(tryout) + own(policy);
    }

    /** What is in force for the jobs of somebody who wants something else than the pool. */
    private static String own(PolicyInForce policy) {
        Objective wanted = policy.wanted();
        return wanted == null
                ? ""
                : " For your own jobs, by objective " + wanted.word() + ", it is "
                        + policy.own().label() + ".";
    }

    private static String untried(PolicyInForce policy) {
        return "Nothing has been tried yet, so " + policy.policy().label() + " is in force; " + lacks(policy.untried());
    }

    private static String lacks(@Nullable Untried why) {
        if (why == null) {
            return "that happens within a few minutes once enough work is open and its run times are known.";
        }
        return switch (why) {
            case LITTLE_OPEN -> "fewer than two tasks wait, so the choice makes no difference.";
            case NO_MACHINE -> "no machine is connected.";
            case UNKNOWN_LENGTHS ->
                "too little is known about how long the open tasks take: five tasks of a type must be"
                        + " done, or its owner must give an estimate (expect).";
        };
    }

    private static String tried(Tryout tryout) {
        String chosen = tryout.chosen().label();
        int count = tryout.scores().size();
        PolicyReason reason = tryout.reason();
        if (reason == null) {
            return chosen + " was chosen for objective " + tryout.objective().word() + ".";
        }
        String of = count > 1 ? " of the " + count + " tried" : ", the only one tried,";
        String what = " for objective " + tryout.objective().word();
        Policy other = reason.other();
        if (other == null) {
            return chosen + " did best" + of + what + ".";
        }
        if (reason.how() != PolicyReason.How.TAKEN && areLevel(tryout)) {
            return (count == 2 ? "Both" : "All " + count) + " tried do equally well" + what + ", so " + chosen
                    + " stays.";
        }
        return switch (reason.how()) {
            case BEST -> chosen + " did best" + of + what + ", " + ahead(reason.lead(), tryout) + other.label() + ".";
            case TAKEN ->
                chosen + " did best" + of + what + ", " + ahead(reason.lead(), tryout) + other.label()
                        + ", which it replaced.";
            case KEPT ->
                chosen + " stays: " + other.label() + " did best" + of + what + ", but not by enough"
                        + enough(reason, tryout) + ".";
        };
    }

    private static boolean areLevel(Tryout tryout) {
        return tryout.scores().stream().allMatch(score -> score.behind() < LEAST);
    }

    /** Where deadlines count a lead is no part of a time. */
    private static boolean isTold(Tryout tryout) {
        return tryout.objective() != Objective.DEADLINE;
    }

    private static String ahead(double lead, Tryout tryout) {
        return !isTold(tryout) ? "ahead of " : lead < LEAST ? "level with " : percent(lead) + " ahead of ";
    }

    private static String enough(PolicyReason reason, Tryout tryout) {
        return isTold(tryout)
                ? " to change: " + percent(reason.lead()) + ", and less than " + percent(reason.needed())
                        + " may be chance"
                : " to change";
    }

    /** How one of them did: {@code best}, {@code 3.2 %}; empty where that is not a part of a time. */
    public static String behind(PolicyScore score, Tryout tryout) {
        return score.behind() < LEAST ? "best" : isTold(tryout) ? percent(score.behind()) : "";
    }

    private static String percent(double part) {
        return String.format(Locale.ROOT, part < 0.1 ? "%.1f %%" : "%.0f %%", 100 * part);
    }
}
