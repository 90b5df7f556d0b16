package org.gleaner.checks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Dialog;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ReducedMotion;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/**
 * A real Chromium without a window, and people who look at the page of one server with it. What must never happen,
 * whatever somebody looks at, is noted and asked for at the end: scripts that are not ours, errors of ours, calls of
 * another host.
 */
final class PageBrowser implements AutoCloseable {
    private static final double PATIENCE_MILLIS = 600_000;

    /** Says on the console what the policy forbade. */
    private static final String TELL_VIOLATIONS =
            "addEventListener('securitypolicyviolation', e => console.error('policy: ' + e.violatedDirective + ' '"
                    + " + e.blockedURI))";

    private final Playwright playwright;
    private final Browser browser;
    private final String url;
    private final List<String> wrong = new CopyOnWriteArrayList<>();

    private PageBrowser(Playwright playwright, Browser browser, String url) {
        this.playwright = playwright;
        this.browser = browser;
        this.url = url;
    }

    /** Skips the test where there is no Chromium. */
    static PageBrowser start(String url) {
        // The first is the same engine without what only a window needs, and takes half the processor's time.
        Path program = Stream.of("chromium-headless-shell", "chromium", "chromium-browser")
                .map("/usr/bin/"::concat)
                .map(Path::of)
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(null);
        assumeTrue(program != null, "chromium (package chromium) is not installed");
        Playwright playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        Browser browser = playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(program)
                        // Its own sandbox does not work for root; the pages are ours.
                        .setArgs(List.of("--no-sandbox", "--disable-gpu"))
                        .setTimeout(PATIENCE_MILLIS));
        // By itself it waits for five seconds, which a busy machine may need for anything.
        PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE_MILLIS);
        return new PageBrowser(playwright, browser, url);
    }

    /** The same browser for a page at another address; it is closed with this one. */
    PageBrowser at(String other) {
        return new PageBrowser(playwright, browser, other);
    }

    /** Somebody who has never been here. */
    Page person() {
        return person(ColorScheme.LIGHT, 1440, 900);
    }

    Page person(ColorScheme scheme, int width, int height) {
        BrowserContext context = browser.newContext(new Browser.NewContextOptions()
                .setColorScheme(scheme)
                // Pictures of a movement cost more than all else, and show nothing that a test waits for.
                .setReducedMotion(ReducedMotion.REDUCE)
                .setViewportSize(width, height));
        context.setDefaultTimeout(PATIENCE_MILLIS);
        // People with a window are asked, or have it anyway.
        context.grantPermissions(List.of("clipboard-read", "clipboard-write"));
        context.addInitScript(TELL_VIOLATIONS);
        context.onRequest(request -> {
            String kind = request.url().replaceFirst(":.*", "");
            if (!List.of("data", "blob").contains(kind) && !isOurs(request.url())) {
                wrong.add("a call of " + request.url());
            }
        });
        Page page = context.newPage();
        page.onDialog(this::refuse);
        page.onPageError(error -> wrong.add("a script failed: " + error));
        page.onConsoleMessage(message -> {
            // A refused call is told by the browser too, and is no error of a script.
            if (message.type().equals("error") && !message.text().startsWith("Failed to load resource")) {
                wrong.add("on the console: " + message.text());
            }
        });
        return page;
    }

    private void refuse(Dialog dialog) {
        wrong.add("a dialog: " + dialog.message());
        dialog.dismiss();
    }

    private boolean isOurs(String address) {
        URI ours = URI.create(url);
        URI theirs = URI.create(address.replaceFirst("[?#].*", ""));
        return ours.getHost().equals(theirs.getHost()) && ours.getPort() == theirs.getPort();
    }

    /** The same with a session at a place such as {@code #/jobs}: they typed their token. */
    Page loggedIn(String token, String place) {
        Page page = person();
        logIn(page, place, token);
        return page;
    }

    void logIn(Page page, String place, String token) {
        page.navigate(url + "/" + place);
        page.getByLabel("Your token").fill(token);
        page.getByText("Log in", new Page.GetByTextOptions().setExact(true)).click();
        page.locator("header .user").waitFor();
    }

    void open(Page page, String place) {
        page.navigate(url + "/" + place);
    }

    static Page.LocatorOptions containing(String text) {
        return new Page.LocatorOptions().setHasText(text);
    }

    static void see(Locator what) {
        what.first().waitFor();
    }

    /** What axe-core finds against WCAG 2 A and AA, a line each. */
    static List<String> barriers(Page page) throws IOException {
        try (InputStream script = PageBrowser.class.getResourceAsStream("/axe.min.js")) {
            String axe = new String(Objects.requireNonNull(script).readAllBytes(), UTF_8);
            // Not as an element of the page, which its policy would refuse.
            page.evaluate(axe + "; undefined");
        }
        // Only what is wrong is wanted: counting what is right takes most of its time.
        Object found = page.evaluate("async () => (await axe.run(document, {resultTypes: ['violations'],"
                + " preload: false, runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']})).violations"
                + ".flatMap(v => v.nodes.map(n => v.id + ': ' + n.target + ' ' + n.failureSummary))");
        return ((List<?>) Objects.requireNonNull(found))
                .stream().map(String::valueOf).toList();
    }

    /** Everybody goes home, and nothing of what must never happen has happened. */
    void assertNothingWrong() {
        List.copyOf(browser.contexts()).forEach(BrowserContext::close);
        List<String> seen = List.copyOf(wrong);
        wrong.clear();
        assertThat(seen).isEmpty();
    }

    @Override
    public void close() {
        browser.close();
        playwright.close();
    }
}
