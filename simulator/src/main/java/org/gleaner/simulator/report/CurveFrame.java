package org.gleaner.simulator.report;

import java.util.List;

/** A picture of curves: its title, the field in which they are drawn, and what is written beside that. */
final class CurveFrame {
    private static final double LEFT = 76;
    private static final double RIGHT = 26;
    private static final double HEAD = 56;
    private static final double FOOT = 52;

    private final Markup out = new Markup(Looks::of);
    private final double width;
    private final double height;

    /** Where something is in the field, from its upper left corner. */
    record Place(double x, double y) {}

    /**
     * @param width of the field
     * @param height of the field
     * @param style empty: as it is on paper
     */
    CurveFrame(String subject, double width, double height, String style) {
        this.width = width;
        this.height = height;
        double wide = LEFT + width + RIGHT;
        double high = HEAD + height + FOOT;
        String box = "0 0 " + Markup.number(wide) + " " + Markup.number(high);
        out.open("svg", "xmlns", "http://www.w3.org/2000/svg", "viewBox", box, "width", wide, "height", high);
        out.words(subject, "title");
        if (!style.isEmpty()) {
            out.open("style").raw(style).close();
        }
        out.open("g", Looks.ALL);
        out.leaf("rect", "class", "paper", "width", wide, "height", high);
        out.label(subject, "big", LEFT, 30);
        out.open("g", "transform", Markup.moved(LEFT, HEAD));
    }

    Markup out() {
        return out;
    }

    /** A line from side to side, and what it stands for. */
    void level(double y, String text) {
        out.leaf("line", "class", "grid", "x1", 0, "x2", width, "y1", y, "y2", y);
        out.label(text, "small end", -8, y + 3.5);
    }

    /** The class that gives this curve its colour, the first being 0. */
    static String look(int number) {
        return "t" + number;
    }

    /**
     * @param number of the curve, the first being 0
     * @param dots whether what it goes through is to be seen
     */
    void curve(List<Place> places, int number, boolean dots) {
        StringBuilder path = new StringBuilder();
        for (Place place : places) {
            path.append(path.isEmpty() ? "M" : "L")
                    .append(Markup.number(place.x()))
                    .append(' ')
                    .append(Markup.number(place.y()));
        }
        out.open("g", "class", look(number));
        out.leaf("path", "class", "curve", "d", path);
        for (Place place : dots ? places : List.<Place>of()) {
            out.leaf("circle", "class", "dot", "cx", place.x(), "cy", place.y(), "r", 3.5);
        }
        out.close();
    }

    /** The whole picture. */
    String end(String below, String beside) {
        out.leaf("rect", "class", "frame", "width", width, "height", height);
        if (!below.isEmpty()) {
            out.words(below, "text", "class", "small quiet middle", "transform", Markup.moved(width / 2, height + 38));
        }
        out.words(beside, "text", "class", "small quiet middle", "transform", Markup.moved(-48, height / 2));
        return out.close().close().close().end();
    }
}
