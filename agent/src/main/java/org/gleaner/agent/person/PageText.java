package org.gleaner.agent.person;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.gleaner.core.job.Spans;

/**
 * The agent's page. Whatever comes from outside is escaped, and nothing is fetched from anywhere else. Each part has a
 * name by which the page's script finds it again, in order to change only what differs; without scripts the browser
 * loads all of it again.
 */
final class PageText {
    private static final String HEAD = "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
            + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
            + "<meta name=\"color-scheme\" content=\"light dark\">"
            + "<noscript><meta http-equiv=\"refresh\" content=\"5\"></noscript>";

    private static final List<Span> SPANS =
            List.of(new Span("30m", "30 min"), new Span("2h", "2 hours"), new Span("8h", "8 hours"));

    /** How long a pause may be. */
    private record Span(String value, String words) {}

    private PageText() {}

    /** @param with what stands behind each address that the page leads to */
    static String of(Standing standing, String host, String secret, String with) {
        StringBuilder page = new StringBuilder(HEAD);
        page.append(html("<title>Gleaner on %s</title>", host));
        page.append(html(
                "<link rel=\"icon\" href=\"/icon.svg%s\" type=\"image/svg+xml\"><link rel=\"stylesheet\""
                        + " href=\"/page.css%s\"><script src=\"/page.js%s\" defer></script></head>",
                with, with, with));
        page.append(html(
                "<body><header class=\"top\"><img src=\"/icon.svg%s\" alt=\"\">Gleaner"
                        + " <span class=\"quiet\">on %s</span></header><main>",
                with, host));
        page.append("<p id=\"away\" class=\"note\" role=\"alert\" hidden>The agent does not answer, so what you see may"
                + " be old. If it was stopped, nothing runs here.</p>\n");
        now(page, standing, secret, with);
        trouble(page, standing.server().trouble());
        running(page, standing.running());
        listed(page, "limits", "What tasks can use and see", standing.limits());
        listed(page, "rules", "Rules on this machine", standing.rules());
        source(page, standing);
        return page.append(html(
                        "<footer>This machine works for %s. Only this machine can see this page.</footer>"
                                + "</main></body></html>\n",
                        standing.server().address()))
                .toString();
    }

    private static void now(StringBuilder page, Standing standing, String secret, String with) {
        Verdict verdict = standing.verdict();
        page.append(html(
                "<section class=\"card now\"><div id=\"said\" data-live role=\"status\" class=\"%s\"><h1>%s</h1>",
                verdict.welcome() ? "go" : "rest", standing.summary()));
        list(page, "why", verdict.reasons());
        page.append(html(
                "</div>\n<form id=\"buttons\" data-live method=\"post\" action=\"/pause%s\"><input type=\"hidden\""
                        + " name=\"secret\" value=\"%s\">",
                with, secret));
        if (verdict.paused()) {
            page.append(html("<button class=\"primary\" formaction=\"/resume%s\">Resume now</button>", with));
        }
        page.append("<p class=\"quiet\">Pause other people's work on this computer:</p>");
        for (Span span : SPANS) {
            page.append(html("<button name=\"for\" value=\"%s\">Pause for %s</button>", span.value(), span.words()));
        }
        page.append("<button name=\"for\" value=\"\">Pause until I resume</button></form></section>\n");
    }

    private static void trouble(StringBuilder page, String trouble) {
        page.append("<div id=\"trouble\" data-live role=\"status\">");
        if (!trouble.isEmpty()) {
            page.append(html("<section class=\"note\"><h2>The server</h2><p>%s</p></section>", trouble));
        }
        page.append("</div>\n");
    }

    private static void running(StringBuilder page, List<Standing.Running> running) {
        page.append("<section class=\"card\"><h2>Running now</h2><div id=\"running\" data-live>");
        if (running.isEmpty()) {
            page.append("<p class=\"quiet\">Nothing. When there is work and the rules allow it, it appears here by"
                    + " itself.</p></div></section>\n");
            return;
        }
        page.append("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Running now\"><table><thead><tr>"
                + "<th>Task</th><th>Type</th><th>Owner</th><th>For</th><th>State</th></tr></thead><tbody>");
        for (Standing.Running run : running) {
            page.append(html(
                    "<tr><td>%s</td><td>%s</td><td>%s</td><td>%s</td><td>%s</td></tr>",
                    run.task(),
                    run.type(),
                    run.owner(),
                    Spans.text(run.since()),
                    run.suspended() ? "suspended" : "running"));
        }
        page.append("</tbody></table></div></div></section>\n");
    }

    private static void listed(StringBuilder page, String name, String title, List<String> texts) {
        page.append(html("<section class=\"card\"><h2>%s</h2><div id=\"%s\" data-live>", title, name));
        if (texts.isEmpty()) {
            page.append("<p class=\"quiet\">None.</p>");
        }
        list(page, "plain", texts);
        page.append("</div></section>\n");
    }

    private static void source(StringBuilder page, Standing standing) {
        page.append("<div id=\"source\" data-live>");
        if (standing.source() != null) {
            page.append(html(
                    "<section class=\"card\"><h2>How Gleaner knows you are here</h2><p>By %s. That stays on this"
                            + " machine: the server learns only whether the machine takes work.</p></section>",
                    standing.source()));
        }
        page.append("</div>\n");
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
