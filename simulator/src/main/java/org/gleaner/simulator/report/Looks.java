package org.gleaner.simulator.report;

import java.util.Map;

/**
 * How the parts of a picture look, by class. Each is written as plain attributes, which every program that shows SVG
 * knows; a style sheet only adds what they look like on a dark screen.
 */
final class Looks {
    /** Of everything that says nothing else. */
    static final Object[] ALL = {
        "font-family", "system-ui,-apple-system,'Segoe UI',Roboto,sans-serif", "font-size", "12", "fill", "#1c2430"
    };

    static final String DARK = """
            @media (prefers-color-scheme:dark){
            .paper{fill:#14181f}.idle{fill:#1b2028}text{fill:#e6eaf0}.quiet{fill:#9aa6b5}
            .halo{fill:#14181f;stroke:#14181f}.grid{stroke:#2b323d}.bound,.frame{stroke:#9aa6b5}
            .t3,.t7{stroke:#e6eaf0;fill:#e6eaf0}.down{stroke:#454e5b}}
            """;

    private static final String DASHED = " stroke-dasharray=\"6 3\"";

    /** Attributes by class. A curve and its dot have the colour of the type around them. */
    private static final Map<String, String> LOOKS = Map.ofEntries(
            Map.entry("paper", "fill=\"#ffffff\""),
            Map.entry("idle", "fill=\"#f6f7f9\""),
            Map.entry("big", "font-size=\"19\" font-weight=\"600\""),
            Map.entry("bold", "font-size=\"14\" font-weight=\"600\""),
            Map.entry("small", "font-size=\"10.5\""),
            Map.entry("quiet", "fill=\"#5d6877\""),
            Map.entry("end", "text-anchor=\"end\""),
            Map.entry("middle", "text-anchor=\"middle\""),
            Map.entry("halo", "fill=\"#ffffff\" stroke=\"#ffffff\" stroke-width=\"3\" stroke-linejoin=\"round\""),
            Map.entry("grid", "stroke=\"#e3e7ec\""),
            Map.entry("bound", "stroke=\"#5d6877\" stroke-width=\"1.2\" stroke-dasharray=\"2 3\""),
            Map.entry("frame", "fill=\"none\" stroke=\"#5d6877\""),
            Map.entry("curve", "fill=\"none\" stroke-width=\"2.2\" stroke-linejoin=\"round\""),
            Map.entry("mark", "fill=\"none\" stroke-width=\"7\" stroke-linecap=\"round\" stroke-dasharray=\"none\""),
            Map.entry("point", "fill=\"none\" stroke-width=\"3\" stroke-linecap=\"round\" opacity=\"0.4\""),
            Map.entry("edge", "fill=\"none\" stroke-width=\"1.4\" stroke-dasharray=\"6 3\""),
            Map.entry("dot", "stroke=\"none\""),
            Map.entry("t0", both("#009e73")),
            Map.entry("t1", both("#cc79a7")),
            Map.entry("t2", both("#56b4e9")),
            Map.entry("t3", both("#1c2430")),
            Map.entry("t4", both("#009e73") + DASHED),
            Map.entry("t5", both("#cc79a7") + DASHED),
            Map.entry("t6", both("#56b4e9") + DASHED),
            Map.entry("t7", both("#1c2430") + DASHED),
            Map.entry("fate", "fill=\"none\""),
            Map.entry("useful", "stroke=\"#0072b2\""),
            Map.entry("lost", "stroke=\"#d55e00\""),
            Map.entry("superfluous", "stroke=\"#f0c330\""),
            Map.entry("down", "stroke=\"#c9ced6\""));

    private Looks() {}

    private static String both(String colour) {
        return "stroke=\"" + colour + "\" fill=\"" + colour + "\"";
    }

    /** @param classes as in the attribute, separated by blanks */
    static String of(String classes) {
        StringBuilder attributes = new StringBuilder();
        for (String one : classes.split(" ", -1)) {
            String look = LOOKS.get(one);
            if (look != null) {
                attributes.append(' ').append(look);
            }
        }
        return attributes.toString();
    }
}
