package org.gleaner.checks;

import static org.gleaner.checks.PageBrowser.containing;
import static org.gleaner.checks.PageBrowser.see;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.gleaner.core.id.JobId;
import org.gleaner.lab.child.AgentChild;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Pictures of every view of the page for the documentation, of a pool that has been at work for ten minutes.
 * Proves nothing, so it is no part of the whole check: {@code docs/pictures.sh} runs it.
 */
final class PagePictures {
    private static final Path PICTURES =
            RealGrid.LAUNCHER.resolveSibling("docs").resolve("pictures").resolve("page");

    private static final String RENDER = """
            sleep $((12 + $1 * 7 % 23))
            echo "frame $1 of 360"
            echo "t,mean" >stats.csv
            seq 9 | sed 's/.*/&,0.&/' >>stats.csv
            """;
    private static final String FIT = """
            sleep $((9 + $1 * 5 % 14))
            [ $(($1 % 19)) -ne 4 ] || { echo 'fit.sh: no such column: temperature' >&2; exit 1; }
            """;
    private static final String DENOISE = """
            sleep $((16 + $(wc -c <"$1") % 20))
            case $1 in *-17.csv) echo "$1: line 3 has no value" >&2; exit 2; esac
            cp "$1" clean.csv
            """;

    @Test
    void of_every_view_by_day_and_by_night(@TempDir Path directory) throws Exception {
        Files.createDirectories(PICTURES);
        RealGrid grid = new RealGrid(directory).startServer();
        try (PageBrowser browser = PageBrowser.start(grid.url())) {
            for (String name : List.of("lab-01", "lab-02", "lab-03", "office-7", "gpu-box")) {
                startMachine(grid, name);
            }
            AgentChild leaves = startMachine(grid, "library-2");
            String ines = grid.newUser("ines");
            String omar = grid.newUser("omar");
            grid.file("render.sh", RENDER);
            grid.file("fit.sh", FIT);
            grid.file("denoise.sh", DENOISE);
            scans(directory);
            submitAs(grid, omar, "--max-failures", 2, "--array", "1-150", "--in", "fit.sh", "sh", "fit.sh", "{}");
            JobId scans = submitAs(
                    grid,
                    ines,
                    "--each",
                    "scans/*.csv",
                    "--in",
                    "denoise.sh",
                    "--out",
                    "clean.csv",
                    "sh",
                    "denoise.sh",
                    "{}");
            grid.wellAs(ines, "submit", "--name", "train", "--memory", "900G", "--no-check", "true");
            JobId render = submitAs(
                    grid, ines, "--array", "1-360", "--in", "render.sh", "--out", "stats.csv", "sh", "render.sh", "{}");
            RealGrid.until("some is done", () -> grid.counts(render).done() > 30);
            leaves.child().kill();
            RealGrid.until("more is done", () -> grid.counts(render).done() > 80);
            AgentChild back = startMachine(grid, "library-2");
            RealGrid.until("a good part is done", () -> grid.counts(render).done() > 130);
            submitAs(grid, omar, "--name", "bootstrap", "--array", "1-900", "--shell", "sleep 8");
            RealGrid.until("most is done", () -> grid.counts(render).done() > 160);

            for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
                Page page = browser.person(scheme, 1280, 800);
                browser.logIn(page, "#/overview", grid.adminToken());
                overview(page, scheme);
                job(browser, page, scans, scheme);
                others(browser, page, scans, scheme);
                Page phone = browser.person(scheme, 390, 844);
                browser.logIn(phone, "#/jobs/" + render, grid.adminToken());
                see(phone.locator("task-map canvas"));
                take(phone, "phone", scheme);
            }
            back.child().kill();
        } finally {
            grid.killAll();
        }
    }

    private static AgentChild startMachine(RealGrid grid, String name) throws IOException {
        return grid.startAgent(
                name, name.equals("gpu-box") ? 4 : 2, List.of("--sandbox", "off", "--name", name, "--tag", "linux"));
    }

    private static void scans(Path directory) throws IOException {
        Files.createDirectories(directory.resolve("scans"));
        for (int i = 1; i <= 60; i++) {
            Path scan = directory.resolve("scans").resolve("scan-%02d.csv".formatted(i));
            Files.writeString(scan, "t,value\n" + "1,0.5\n".repeat(i % 20));
        }
    }

    private static JobId submitAs(RealGrid grid, String token, Object... words) throws Exception {
        Object[] all = new Object[words.length + 1];
        all[0] = "submit";
        System.arraycopy(words, 0, all, 1, words.length);
        return new JobId(Long.parseLong(grid.wellAs(token, all).strip()));
    }

    private static void overview(Page page, ColorScheme scheme) {
        see(page.locator(".job-line", containing("render.sh")));
        see(page.locator(".wrong-line", containing("fit.sh")));
        page.getByText("15 min", new Page.GetByTextOptions().setExact(true)).click();
        take(page, "overview", scheme);
    }

    private static void job(PageBrowser browser, Page page, JobId job, ColorScheme scheme) {
        browser.open(page, "#/jobs/" + job + "?task=17");
        see(page.locator("task-log pre", containing("scan-17.csv")));
        see(page.locator("why-box li"));
        take(page, "job", scheme);
    }

    private static void others(PageBrowser browser, Page page, JobId job, ColorScheme scheme) {
        browser.open(page, "#/jobs?find=");
        see(page.locator(".shown .row", containing("render.sh")));
        take(page, "jobs", scheme);
        browser.open(page, "#/machines");
        Locator row = page.locator(".shown .row", containing("gpu-box"));
        see(row);
        take(page, "machines", scheme);
        row.locator("a").first().click();
        see(page.locator("h1", containing("gpu-box")));
        see(page.locator("page-chart canvas"));
        take(page, "machine", scheme);
        browser.open(page, "#/submit?from=" + job);
        see(page.getByText("can run it"));
        take(page, "submit", scheme);
        browser.open(page, "#/strategy");
        page.locator("input[name=repeats]").fill("20");
        page.locator("form.wish button").click();
        see(page.locator("simulation-result page-chart canvas"));
        take(page, "strategy", scheme);
        page.locator("simulation-result").scrollIntoViewIfNeeded();
        page.locator("simulation-result .figures-table").scrollIntoViewIfNeeded();
        take(page, "simulation", scheme);
        browser.open(page, "#/settings?part=pool");
        see(page.locator(".setting"));
        take(page, "settings", scheme);
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
