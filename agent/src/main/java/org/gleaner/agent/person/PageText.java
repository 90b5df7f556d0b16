package org.gleaner.agent.person;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.gleaner.core.job.Spans;

/** The agent's page. Whatever comes from outside is escaped; nothing is fetched from anywhere, no script runs. */
final class PageText {
    private static final String STYLE = """
            :root { color-scheme: light dark; --ink: #1c2b24; --soft: #5b6b63; --line: #d9e2dc; --back: #f6f8f6;
              --card: #fff; --go: #2f7d4f; --rest: #b7791f; }
            @media (prefers-color-scheme: dark) { :root { --ink: #e4ece7; --soft: #9aaaa1; --line: #2c3832;
              --back: #121815; --card: #1a221e; --go: #5fc08a; --rest: #e0b060; } }
            * { box-sizing: border-box; }
            body { margin: 0; background: var(--back); color: var(--ink);
              font: 16px/1.5 system-ui, "Segoe UI", Roboto, "Liberation Sans", sans-serif; }
            main { max-width: 44rem; margin: 0 auto; padding: 2rem 1.25rem 3rem; }
            h1 { font-size: 1.05rem; font-weight: 600; color: var(--soft); margin: 0 0 1rem; }
            h2 { font-size: .8rem; text-transform: uppercase; letter-spacing: .06em; color: var(--soft);
              margin: 0 0 .6rem; }
            section { background: var(--card); border: 1px solid var(--line); border-radius: 12px;
              padding: 1.1rem 1.25rem; margin-bottom: 1rem; }
            .state { display: flex; gap: .8rem; align-items: baseline; font-size: 1.35rem; font-weight: 600; }
            .dot { flex: none; width: .7rem; height: .7rem; border-radius: 50%; background: var(--go); }
            .rest .dot { background: var(--rest); }
            .why { margin: .4rem 0 0 1.5rem; padding: 0; color: var(--soft); list-style: none; }
            form { display: flex; flex-wrap: wrap; gap: .5rem; margin: 1rem 0 0 1.5rem; }
            button { font: inherit; padding: .4rem .95rem; border-radius: 8px; border: 1px solid var(--line);
              background: transparent; color: inherit; cursor: pointer; }
            button:hover, button:focus-visible { border-color: var(--go); }
            button.main { background: var(--go); border-color: var(--go); color: #fff; }
            @media (prefers-color-scheme: dark) { button.main { color: #0d1410; } }
            table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
            td, th { text-align: left; padding: .35rem .5rem .35rem 0; border-top: 1px solid var(--line); }
            th { border: 0; font-weight: 500; color: var(--soft); font-size: .85rem; }
            ul.plain { margin: 0; padding-left: 1.1rem; }
            p { margin: 0; } .soft, footer { color: var(--soft); } footer { font-size: .85rem; padding: 0 .25rem; }
            """;

    private static final String HEAD = "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
            + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
            + "<meta http-equiv=\"refresh\" content=\"5\">";

    private PageText() {}

    /** @param with what stands behind each address that the page leads to */
    static String of(Standing standing, String host, String secret, String with) {
        StringBuilder page = new StringBuilder(HEAD);
        page.append(html("<title>Gleaner on %s</title><style>\n", host) + STYLE);
        page.append(html("</style></head>\n<body><main><h1>Gleaner on %s</h1>\n", host));
        state(page, standing, secret, with);
        running(page, standing.running());
        page.append("<section><h2>What tasks can use and see</h2>");
        list(page, "plain", standing.limits());
        page.append("</section>\n<section><h2>Rules on this machine</h2>");
        list(page, "plain", standing.rules());
        page.append("</section>\n");
        if (standing.source() != null) {
            page.append(html(
                    "<section><h2>How Gleaner knows that you are here</h2><p>By %s. That stays on this machine: the"
                            + " server learns only whether the machine takes work.</p></section>\n",
                    standing.source()));
        }
        if (!standing.server().trouble().isEmpty()) {
            page.append(html(
                    "<section><h2>The server</h2><p>%s</p></section>\n",
                    standing.server().trouble()));
        }
        return page.append(html(
                        "<footer>Works for %s. Only this machine can see this page.</footer>\n</main></body></html>\n",
                        standing.server().address()))
                .toString();
    }

    private static void state(StringBuilder page, Standing standing, String secret, String with) {
        Verdict verdict = standing.verdict();
        page.append(html(
                "<section class=\"%s\"><div class=\"state\"><span class=\"dot\"></span><span>%s</span></div>",
                verdict.welcome() ? "go" : "rest", standing.summary()));
        list(page, "why", verdict.reasons());
        page.append(html(
                "<form method=\"post\" action=\"/pause%s\"><input type=\"hidden\" name=\"secret\" value=\"%s\">",
                with, secret));
        if (verdict.paused()) {
            page.append(html("<button class=\"main\" formaction=\"/resume%s\">Resume</button>", with));
        }
        for (String span : List.of("30m", "2h", "8h")) {
            page.append(html("<button name=\"for\" value=\"%s\">Pause %s</button>", span, span));
        }
        page.append("<button name=\"for\" value=\"\">Pause until I resume</button></form></section>\n");
    }

    private static void running(StringBuilder page, List<Standing.Running> running) {
        page.append("<section><h2>Running now</h2>");
        if (running.isEmpty()) {
            page.append("<p class=\"soft\">Nothing.</p></section>\n");
            return;
        }
        page.append("<table><tr><th>Task</th><th>Type</th><th>Owner</th><th>For</th><th></th></tr>");
        for (Standing.Running run : running) {
            page.append(html(
                    "<tr><td>%s</td><td>%s</td><td>%s</td><td>%s</td><td class=\"soft\">%s</td></tr>",
                    run.task(), run.type(), run.owner(), Spans.text(run.since()), run.suspended() ? "suspended" : ""));
        }
        page.append("</table></section>\n");
    }

    private static void list(StringBuilder page, String kind, List<String> texts) {
        if (!texts.isEmpty()) {
            page.append(html("<ul class=\"%s\">", kind));
            texts.forEach(text ->
                    page.append(html("<li>%s.</li>", Character.toUpperCase(text.charAt(0)) + text.substring(1))));
            page.append("</ul>");
        }
    }

    /** The only way into the page for what comes from outside. */
    private static String html(String template, String... values) {
        Object[] escaped = Arrays.stream(values).map(PageText::escaped).toArray();
        return String.format(Locale.ROOT, template, escaped);
    }

    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }
}
