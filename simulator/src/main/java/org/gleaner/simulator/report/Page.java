package org.gleaner.simulator.report;

import java.util.List;

/** Findings as one page: the figures, the comparisons, the picture and how to read it. Needs nothing else. */
public final class Page {
    private static final String STYLE = """
            :root{color-scheme:light dark;--bg:#fff;--fg:#1c2430;--dim:#5d6877;--line:#e3e7ec;--good:#0072b2;
              --bad:#b84d00}
            @media (prefers-color-scheme:dark){:root{
              --bg:#14181f;--fg:#e6eaf0;--dim:#9aa6b5;--line:#2b323d;--good:#56b4e9;--bad:#ff9d5c}}
            body{margin:2rem auto;max-width:90rem;padding:0 1.5rem;background:var(--bg);color:var(--fg);
              font:15px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif}
            h1{font-size:1.6rem;margin:0 0 .2rem}h2{font-size:1.15rem;margin:2rem 0 .5rem}
            p{max-width:60rem}.dim,caption{color:var(--dim)}code{font-size:.9em}
            .wide{overflow-x:auto}svg{max-width:100%;height:auto}
            table{border-collapse:collapse;font-variant-numeric:tabular-nums}
            th,td{padding:.3rem .55rem;text-align:right;border-bottom:1px solid var(--line);white-space:nowrap}
            th{font-weight:600;color:var(--dim)}th:first-child,td:first-child{text-align:left}
            td.less{color:var(--good);font-weight:600}td.more{color:var(--bad);font-weight:600}
            """;

    private static final String COMPARED = """
            Makespan and mean flow time of the first in parts of the second's, with an interval of 95 %. In colour: the
            interval does not hold 1, so the difference is hardly chance; blue is less, orange is more.""";

    private static final String CURVES = """
            Each panel is one strategy with its rule for copies, all on the same time axis. The lines show how much of
            each type is done; a dot is the moment its last task is. The nearer the dots, the fairer. The dotted lines
            are bounds: capacity is when the machines that were really up could have done that much work; clairvoyant
            is a schedule by one who knows every failure and runtime in advance.""";

    private static final String STRIPS = """
            Below, each row is a machine: blue is work that counts, orange died with its machine, yellow was a copy that
            another one overtook, grey is a machine that was away, and between them it was idle.""";

    private final Findings findings;
    private final Markup out = new Markup();

    private Page(Findings findings) {
        this.findings = findings;
    }

    /** @param command what was typed, so that whoever gets the page can repeat it */
    public static String of(Findings findings, String command) {
        return new Page(findings).write(command);
    }

    private String write(String command) {
        String name = findings.scenario();
        int seeds = findings.yardsticks().size();
        out.open("html", "lang", "en").open("head").leaf("meta", "charset", "utf-8");
        out.leaf("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
        out.words(name + " simulated", "title").open("style").raw(STYLE).close().close();
        out.open("body").words(name, "h1");
        out.open("p", "class", "dim")
                .say(seeds + (seeds == 1 ? " seed" : " seeds") + ", the same failures for every ")
                .say("strategy. Times in " + findings.scale().words())
                .say(". Made by ")
                .words(command, "code")
                .close();
        out.words("Results", "h2");
        results();
        out.words("The first seed", "h2");
        out.open("div", "class", "wide").raw(Picture.of(findings)).close();
        reading();
        out.words("Compared seed by seed", "h2");
        out.words(COMPARED, "p");
        pairs();
        return "<!DOCTYPE html>\n" + out.close().close().end();
    }

    private void results() {
        out.open("div", "class", "wide").open("table");
        row(
                "th",
                ("|makespan|÷ capacity|÷ clairvoyant|90 % done|99 % done|lost|redundant|efficiency|finish spread"
                                + "|Jain index|mean flow|median|95 %|unfinished")
                        .split("\\|", -1));
        for (Summary s : findings.summaries()) {
            row(
                    "td",
                    s.combination().label(),
                    time(s.mean(Measure.MAKESPAN)) + " ± "
                            + time(s.sample(Measure.MAKESPAN).sd()),
                    Figures.ratio(s.mean(Measure.TO_CAPACITY)),
                    Figures.ratio(s.mean(Measure.TO_CLAIRVOYANT)),
                    time(s.mean(Measure.TO_90)),
                    time(s.mean(Measure.TO_99)),
                    Figures.percent(s.mean(Measure.LOST)),
                    Figures.percent(s.mean(Measure.COPIES)),
                    Figures.percent(s.mean(Measure.EFFICIENCY)),
                    Figures.ratio(s.mean(Measure.SPREAD)),
                    Figures.ratio(s.mean(Measure.JAIN)),
                    time(s.mean(Measure.FLOW)),
                    time(s.mean(Measure.FLOW_MEDIAN)),
                    time(s.mean(Measure.FLOW_95)),
                    Integer.toString(s.unfinished()));
        }
        row("td", "bound: capacity", time(findings.capacity().mean()));
        row("td", "bound: clairvoyant", time(findings.clairvoyant().mean()));
        out.close().close();
    }

    private void row(String cell, String... cells) {
        out.open("tr");
        for (String words : cells) {
            out.words(words, cell);
        }
        out.close();
    }

    private void pairs() {
        List<Pair> pairs = findings.pairs();
        out.open("div", "class", "wide").open("table");
        row("th", "", "makespan", "mean flow");
        for (Pair pair : pairs) {
            out.open("tr");
            out.words(pair.combination().label() + " ÷ " + pair.to().label(), "td");
            compared(pair.makespan());
            compared(pair.flow());
            out.close();
        }
        out.close().close();
    }

    private void compared(PairedRatio paired) {
        out.words(Figures.ratio(paired), "td", "class", paired.isBelowOne() ? "less" : paired.low() > 1 ? "more" : "");
    }

    private void reading() {
        out.words("How to read it", "h2");
        out.words(CURVES, "p").words(STRIPS, "p");
    }

    private String time(double millis) {
        return findings.scale().text(millis);
    }
}
