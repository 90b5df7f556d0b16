package org.gleaner.simulator.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;
import org.gleaner.simulator.experiment.Foresight.Answer;

/**
 * How what was said when jobs would be done compares with when they were.
 *
 * @param within part of the answers for which it was from p10 to p90; four fifths would be right
 * @param earlier part for which it was before p10
 * @param ratio half of the jobs took longer than so many times what was said
 * @param error half of the answers were wrong by more than this part of what was left
 */
public record Foreseen(int answers, double within, double earlier, double ratio, double error) {
    private static final int PARTS_OF_LIFE = 5;

    public static Foreseen of(List<Answer> answers) {
        int within = 0;
        int earlier = 0;
        List<Double> ratios = new ArrayList<>();
        List<Double> errors = new ArrayList<>();
        for (Answer one : answers) {
            earlier += one.left() < one.p10() ? 1 : 0;
            within += one.left() >= one.p10() && one.left() <= one.p90() ? 1 : 0;
            ratios.add(one.left() / one.p50());
            errors.add(Math.abs(one.left() - one.p50()) / one.left());
        }
        double count = Math.max(1, answers.size());
        return new Foreseen(answers.size(), within / count, earlier / count, middle(ratios), middle(errors));
    }

    public double later() {
        return answers == 0 ? 0 : 1 - within - earlier;
    }

    private static double middle(List<Double> values) {
        Collections.sort(values);
        return values.isEmpty() ? 0 : values.get(values.size() / 2);
    }

    /** Of those that were asked in one fifth of a job's life, the first being 0. */
    public static Foreseen inLife(List<Answer> answers, int fifth) {
        return of(only(answers, one -> {
            double part = one.asked() / (one.asked() + one.left());
            return (int) Math.min(PARTS_OF_LIFE - 1, part * PARTS_OF_LIFE) == fifth;
        }));
    }

    /** Of those of which was said that so many minutes are left. */
    public static Foreseen said(List<Answer> answers, double least, double most) {
        return of(only(answers, one -> one.p50() >= least && one.p50() < most));
    }

    private static List<Answer> only(List<Answer> answers, Predicate<Answer> wanted) {
        return answers.stream().filter(wanted).toList();
    }
}
