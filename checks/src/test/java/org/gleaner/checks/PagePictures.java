package org.gleaner.checks;

import static org.gleaner.checks.PageBrowser.containing;
import static org.gleaner.checks.PageBrowser.see;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.gleaner.core.id.JobId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Pictures of every view of the page for the documentation, of a pool that is at work. Proves nothing, so it is no part
 * of the whole check: {@code docs/pictures.sh} runs it.
 */
final class PagePictures {
    private static final Path PICTURES =
            RealGrid.LAUNCHER.resolveSibling("docs").resolve("pictures").resolve("page");

    /** Between one and four seconds, and a few words about it. */
    private static final String FRAME = "sleep $((1 + GLEANER_ENTRY % 4)); echo frame $GLEANER_ENTRY of 240;"
            + " echo \"t,mean\" >stats.csv; seq 9 | sed 's/.*/&,0.&/' >>stats.csv";

    private static final String FIT = "sleep $((2 + GLEANER_ENTRY % 3)); [ $((GLEANER_ENTRY % 9)) -ne 4 ] || {"
            + " echo 'fit.py: no such column: temperature' >&2; exit 1; }";

    @Test
    void of_every_view_by_day_and_by_night(@TempDir Path directory) throws Exception {
        RealGrid grid = new RealGrid(directory).startServer();
        try (PageBrowser browser = PageBrowser.start(grid.url())) {
            for (String name : List.of("lab-01", "lab-02", "lab-03", "office-7", "gpu-box")) {
                List<String> flags = List.of("--sandbox", "off", "--name", name);
                grid.startAgent(name, name.equals("gpu-box") ? 4 : 2, flags);
            }
            String ines = grid.newUser("ines");
            grid.wellAs(ines, "run", "--name", "warm-up", "--array", "1-40", "--shell", "sleep 0.3");
            String omar = grid.newUser("omar");
            grid.wellAs(omar, "submit", "--name", "fit", "--max-failures", "2", "--array", "1-60", "--shell", FIT);
            grid.wellAs(ines, "submit", "--name", "stills", "--array", "1-30", "--shell", "sleep 2");
            grid.wellAs(ines, "submit", "--name", "big", "--memory", "900G", "--no-check", "true");
            String frames = grid.wellAs(
                    ines, "submit", "--name", "render", "--array", "1-240", "--out", "stats.csv", "--shell", FRAME);
            JobId job = new JobId(Long.parseLong(frames.strip()));
            RealGrid.until("a good part is done", () -> grid.counts(job).done() > 90);

            for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
                Page page = browser.person(scheme, 1280, 800);
                browser.logIn(page, "#/overview", grid.adminToken());
                see(page.locator(".job-line", containing("render")));
                take(page, "overview", scheme);
                browser.open(page, "#/jobs");
                see(page.locator(".shown .row", containing("render")));
                take(page, "jobs", scheme);
                browser.open(page, "#/jobs/" + job);
                see(page.locator("task-log pre"));
                take(page, "job", scheme);
                browser.open(page, "#/machines");
                see(page.locator(".shown .row", containing("gpu-box")));
                take(page, "machines", scheme);
                page.locator(".shown .row", containing("gpu-box"))
                        .locator("a")
                        .first()
                        .click();
                see(page.locator("h1", containing("gpu-box")));
                take(page, "machine", scheme);
                browser.open(page, "#/submit?from=" + job);
                see(page.getByText("machines can run"));
                take(page, "submit", scheme);
                browser.open(page, "#/strategy");
                see(page.locator("h1"));
                take(page, "strategy", scheme);
                browser.open(page, "#/settings");
                see(page.locator("h1"));
                take(page, "settings", scheme);
                Page phone = browser.person(scheme, 390, 844);
                browser.logIn(phone, "#/jobs/" + job, grid.adminToken());
                see(phone.locator("task-log pre"));
                take(phone, "phone", scheme);
            }
        } finally {
            grid.killAll();
        }
    }

    private static void take(Page page, String view, ColorScheme scheme) {
        page.waitForFunction("() => !document.querySelector('[aria-busy=true]')");
        // Charts are drawn in the frame after the one in which their numbers come.
        page.waitForFunction(
                "() => new Promise(done =>" + " requestAnimationFrame(() => requestAnimationFrame(() => done(true))))");
        String name = view + "-" + scheme.name().toLowerCase(Locale.ROOT) + ".png";
        page.screenshot(new Page.ScreenshotOptions().setPath(PICTURES.resolve(name)));
    }
}
