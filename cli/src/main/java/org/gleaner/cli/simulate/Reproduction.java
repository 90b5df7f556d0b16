package org.gleaner.cli.simulate;

import java.util.ArrayList;
import java.util.List;
import org.gleaner.simulator.experiment.Combination;
import org.gleaner.simulator.report.Figures;
import org.gleaner.simulator.report.Findings;
import org.gleaner.simulator.report.Pair;
import org.gleaner.simulator.report.PairedRatio;

/**
 * An experiment that is known by name, with what it should show.
 *
 * @param data whether it needs files that do not come with the program
 * @param seeds how many unless told
 */
record Reproduction(
        String name, boolean data, int seeds, List<Combination> combinations, List<Expectation> expectations) {
    private static final Combination BALANCED = new Combination("balanced", "off");
    private static final Combination UPTIME = new Combination("uptime", "off");
    private static final Combination BALANCED_COPIES = new Combination("balanced", "plain");
    private static final Combination UPTIME_COPIES = new Combination("uptime", "plain");
    private static final Combination MIXED_COPIES = new Combination("mixed", "plain");
    private static final Combination MIXED = new Combination("mixed", "computed");
    private static final Combination SURVIVAL = new Combination("survival", "computed");

    static final List<Reproduction> ALL = List.of(
            new Reproduction(
                    "joschka-fig5",
                    false,
                    20,
                    List.of(BALANCED, UPTIME),
                    List.of(new Expectation(Figure.MAKESPAN, UPTIME, BALANCED))),
            new Reproduction(
                    "joschka-fig6",
                    false,
                    20,
                    List.of(BALANCED, UPTIME, BALANCED_COPIES, UPTIME_COPIES),
                    List.of(
                            new Expectation(Figure.MAKESPAN, BALANCED_COPIES, BALANCED),
                            new Expectation(Figure.MAKESPAN, UPTIME_COPIES, UPTIME),
                            new Expectation(Figure.MAKESPAN, UPTIME_COPIES, BALANCED_COPIES))),
            new Reproduction(
                    "golem-bag",
                    true,
                    10,
                    List.of(BALANCED_COPIES, MIXED_COPIES, MIXED, SURVIVAL),
                    List.of(
                            new Expectation(Figure.MAKESPAN, MIXED, MIXED_COPIES),
                            new Expectation(Figure.MAKESPAN, SURVIVAL, MIXED_COPIES))),
            new Reproduction(
                    "golem-arrivals",
                    true,
                    5,
                    List.of(BALANCED_COPIES, MIXED_COPIES, MIXED, SURVIVAL),
                    List.of(
                            new Expectation(Figure.FLOW, SURVIVAL, BALANCED_COPIES),
                            new Expectation(Figure.FLOW, SURVIVAL, MIXED_COPIES))));

    Reproduction {
        combinations = List.copyOf(combinations);
        expectations = List.copyOf(expectations);
    }

    /** What is to be smaller. */
    enum Figure {
        MAKESPAN,
        FLOW
    }

    /** That the one gets along with less than the other. */
    record Expectation(Figure figure, Combination better, Combination than) {
        PairedRatio ratio(Findings findings) {
            Pair pair = findings.pair(better, than);
            return figure == Figure.MAKESPAN ? pair.makespan() : pair.flow();
        }
    }

    /** The same with other combinations: what it should show is then looked at as far as they allow. */
    Reproduction with(List<Combination> others) {
        return new Reproduction(
                name,
                data,
                seeds,
                others,
                expectations.stream()
                        .filter(one -> others.contains(one.better()) && others.contains(one.than()))
                        .toList());
    }

    static List<String> names() {
        return ALL.stream().map(Reproduction::name).toList();
    }

    /** Whether all of it is to be seen, beyond chance. */
    boolean isSeen(Findings findings) {
        return expectations.stream().allMatch(one -> one.ratio(findings).isBelowOne());
    }

    /** The same in one line for people. */
    String verdict(Findings findings) {
        if (expectations.isEmpty()) {
            return "These combinations are not the ones of the expected effect.";
        }
        List<String> parts = new ArrayList<>();
        for (Expectation one : expectations) {
            parts.add((one.figure() == Figure.MAKESPAN ? "makespan" : "mean flow") + " of "
                    + one.better().label() + " = " + Figures.ratio(one.ratio(findings)) + " × "
                    + one.than().label());
        }
        return judgement(findings) + ": " + String.join("; ", parts) + ".";
    }

    private String judgement(Findings findings) {
        if (findings.yardsticks().size() == 1) {
            return "One seed can't tell an effect from chance";
        }
        return isSeen(findings) ? "The expected effect is seen" : "The expected effect is NOT seen";
    }
}
