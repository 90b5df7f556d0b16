package org.gleaner.simulator.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.gleaner.simulator.experiment.Foresight.Answer;

/**
 * How what was said compares with what happened. On the left, of how many answers the truth lay before what was said
 * with each chance, by how far ahead was looked; on the right, how long it took by how long was said. An SVG that needs
 * nothing else.
 */
public final class ForecastPicture {
    private static final double LEFT = 76;
    private static final double RIGHT = 26;
    private static final double GAP = 96;
    private static final double HEAD = 86;
    private static final double FOOT = 52;
    private static final double SIDE = 400;
    private static final double KEY = 200;

    private static final List<Double> CHANCES = List.of(0.1, 0.5, 0.9);
    private static final List<ToDoubleFunction<Answer>> SAID = List.of(Answer::p10, Answer::p50, Answer::p90);

    /** In minutes: what is outside is drawn at the edge. */
    private static final double SHORTEST = 10;

    private static final double LONGEST = 20_000;
    private static final Map<Double, String> TIMES = new LinkedHashMap<>();

    /** So many bins by what was said, and answers in each at least. */
    private static final int BINS = 14;

    private static final int ENOUGH = 15;
    private static final int MOST_POINTS = 1_200;

    static {
        TIMES.put(10.0, "10 min");
        TIMES.put(60.0, "1 h");
        TIMES.put(360.0, "6 h");
        TIMES.put(1_440.0, "1 d");
        TIMES.put(4_320.0, "3 d");
        TIMES.put(14_400.0, "10 d");
    }

    private final List<Answer> told;
    private final List<Answer> raw;
    private final String subject;
    private final Markup out = new Markup(Looks::of);

    private ForecastPicture(List<Answer> told, List<Answer> raw, String subject) {
        this.told = List.copyOf(told);
        this.raw = List.copyOf(raw);
        this.subject = subject;
    }

    /**
     * Follows the light or dark mode of whoever looks at it.
     *
     * @param told what a server would have said
     * @param raw the same as the futures gave it
     * @param subject whose forecasts they are
     */
    public static String of(List<Answer> told, List<Answer> raw, String subject) {
        return new ForecastPicture(told, raw, subject).draw(Looks.DARK);
    }

    /** Always light, for what is not looked at on a screen. */
    public static String onPaper(List<Answer> told, List<Answer> raw, String subject) {
        return new ForecastPicture(told, raw, subject).draw("");
    }

    private String draw(String style) {
        double width = LEFT + 2 * SIDE + GAP + RIGHT;
        double height = HEAD + SIDE + FOOT;
        String box = "0 0 " + Markup.number(width) + " " + Markup.number(height);
        out.open("svg", "xmlns", "http://www.w3.org/2000/svg", "viewBox", box, "width", width, "height", height);
        out.words(subject, "title");
        if (!style.isEmpty()) {
            out.open("style").raw(style).close();
        }
        out.open("g", Looks.ALL);
        out.leaf("rect", "class", "paper", "width", width, "height", height);
        out.label(subject, "big", LEFT, 30);
        out.label(told.size() + " answers", "small quiet end", width - RIGHT, 30);
        out.open("g", "transform", Markup.moved(LEFT, HEAD));
        chances();
        out.close();
        out.open("g", "transform", Markup.moved(LEFT + SIDE + GAP, HEAD));
        times();
        out.close();
        return out.close().close().end();
    }

    private void frame(String title, String x, String y) {
        out.words(title, "text", "class", "bold", "y", -28);
        out.leaf("path", "class", "bound", "fill", "none", "d", "M0 " + Markup.number(SIDE) + "L" + SIDE + " 0");
        out.leaf("rect", "class", "frame", "width", SIDE, "height", SIDE);
        out.label(x, "small quiet middle", SIDE / 2, SIDE + 36);
        out.words(y, "text", "class", "small quiet middle", "transform", Markup.moved(-56, SIDE / 2) + " rotate(-90)");
    }

    private void tick(double at, String words) {
        out.leaf("line", "class", "grid", "x1", at, "x2", at, "y1", 0, "y2", SIDE);
        out.leaf("line", "class", "grid", "x1", 0, "x2", SIDE, "y1", SIDE - at, "y2", SIDE - at);
        out.label(words, "small middle", at, SIDE + 17);
        out.label(words, "small end", -8, SIDE - at + 3.5);
    }

    /** The nearer a line is to the diagonal, the truer are the chances that were said. */
    private void chances() {
        for (int percent : List.of(0, 10, 50, 90, 100)) {
            tick(SIDE * percent / 100, percent + " %");
        }
        frame("Is it done by then as often as said?", "said: done by then with a chance of", "in truth");
        Map<String, List<Answer>> bands = new LinkedHashMap<>();
        bands.put("t7", raw);
        bands.put("t0", between(0, 120));
        bands.put("t1", between(120, 720));
        bands.put("t2", between(720, Double.POSITIVE_INFINITY));
        bands.put("t3", told);
        List<String> names =
                List.of("all, as simulated", "said: less than 2 h", "said: 2 to 12 h", "said: more than 12 h", "all");
        double y = SIDE - 17 * bands.size() + 4;
        int index = 0;
        for (Map.Entry<String, List<Answer>> band : bands.entrySet()) {
            String words = names.get(index++) + " (" + band.getValue().size() + ")";
            out.open("g", "class", band.getKey());
            curve(band.getValue(), words);
            // Below the diagonal there is room.
            out.leaf("path", "class", "curve", "d", "M" + Markup.number(KEY) + " " + Markup.number(y - 3.5) + "h20");
            out.close();
            out.label(words, "small", KEY + 26, y);
            y += 17;
        }
    }

    private List<Answer> between(double least, double most) {
        return told.stream()
                .filter(one -> one.p50() >= least && one.p50() < most)
                .toList();
    }

    private void curve(List<Answer> answers, String words) {
        if (answers.isEmpty()) {
            return;
        }
        StringBuilder path = new StringBuilder("M0 " + Markup.number(SIDE));
        StringBuilder dots = new StringBuilder();
        for (int i = 0; i < CHANCES.size(); i++) {
            double part = before(answers, SAID.get(i));
            String place = Markup.number(SIDE * CHANCES.get(i)) + " " + Markup.number(SIDE * (1 - part));
            path.append('L').append(place);
            dots.append('M').append(place).append("h.01");
        }
        path.append('L').append(Markup.number(SIDE)).append(" 0");
        out.open("g");
        out.words(words, "title");
        out.leaf("path", "class", "curve", "d", path);
        out.leaf("path", "class", "mark", "d", dots);
        out.close();
    }

    /** The part of the answers for which the truth was not later than that. */
    static double before(List<Answer> answers, ToDoubleFunction<Answer> said) {
        long count = answers.stream()
                .filter(one -> one.left() <= said.applyAsDouble(one))
                .count();
        return answers.isEmpty() ? 0 : (double) count / answers.size();
    }

    private void times() {
        TIMES.forEach((minutes, words) -> tick(place(minutes), words));
        frame("How long it took, by how long was said", "said to be left (p50)", "left in truth");
        int step = Math.max(1, told.size() / MOST_POINTS);
        StringBuilder points = new StringBuilder();
        for (int i = 0; i < told.size(); i += step) {
            points.append('M').append(at(told.get(i).p50(), told.get(i).left())).append("h.01");
        }
        out.open("g", "class", "t2");
        out.leaf("path", "class", "point", "d", points);
        out.close();
        List<List<Answer>> bins = bins();
        out.open("g", "class", "t3");
        for (double chance : CHANCES) {
            StringBuilder path = new StringBuilder();
            for (List<Answer> bin : bins) {
                path.append(path.isEmpty() ? 'M' : 'L');
                path.append(at(quantile(bin, Answer::p50, 0.5), quantile(bin, Answer::left, chance)));
            }
            if (!path.isEmpty()) {
                out.leaf("path", "class", chance == 0.5 ? "curve" : "edge", "d", path);
            }
        }
        out.leaf("path", "class", "curve", "d", "M0 -12h16");
        out.leaf("path", "class", "edge", "d", "M108 -12h16");
        out.close();
        out.label("half took longer", "small", 20, -8.5);
        out.label("1 in 10 took less, 1 in 10 longer", "small", 128, -8.5);
    }

    /** Answers of which about the same was said; where there are too few, nothing can be told. */
    private List<List<Answer>> bins() {
        List<List<Answer>> bins = new ArrayList<>();
        for (int i = 0; i < BINS; i++) {
            bins.add(new ArrayList<>());
        }
        // What is drawn at the edge is of any length, and no more alike.
        for (Answer one : between(SHORTEST, LONGEST)) {
            bins.get(Math.min(BINS - 1, (int) (place(one.p50()) / SIDE * BINS))).add(one);
        }
        bins.removeIf(bin -> bin.size() < ENOUGH);
        return bins;
    }

    static double quantile(List<Answer> answers, ToDoubleFunction<Answer> what, double part) {
        double[] sorted = answers.stream().mapToDouble(what).sorted().toArray();
        return sorted[(int) Math.min(sorted.length - 1, part * sorted.length)];
    }

    private static String at(double said, double truth) {
        return Markup.number(place(said)) + " " + Markup.number(SIDE - place(truth));
    }

    private static double place(double minutes) {
        double within = Math.max(SHORTEST, Math.min(LONGEST, minutes));
        return SIDE * Math.log(within / SHORTEST) / Math.log(LONGEST / SHORTEST);
    }
}
