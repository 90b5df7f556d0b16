package org.gleaner.checks;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.gleaner.checks.PageBrowser.containing;
import static org.gleaner.checks.PageBrowser.see;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The first view of the page in a real Chromium, on a real pool. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class OverviewPageIT {
    private static final String FAILS = "echo no such column >&2; exit 3";

    private RealGrid grid;
    private PageBrowser browser;

    @BeforeAll
    void start(@TempDir Path directory) throws Exception {
        grid = new RealGrid(directory).startServer();
        browser = PageBrowser.start(grid.url());
        grid.startAgent("lab", 2);
    }

    @AfterAll
    void stop() throws Exception {
        if (browser != null) {
            browser.close();
        }
        grid.killAll();
    }

    @AfterEach
    void nothingWentWrongUnseen() {
        browser.assertNothingWrong();
    }

    @Test
    void what_happens_in_the_pool_is_seen_without_asking() throws Exception {
        String ada = grid.newUser("ada");
        Page page = browser.loggedIn(ada, "");
        see(page.getByText("Submit a job"));
        see(page.getByText("Nothing in the last 24 hours"));

        Path go = grid.directory().resolve("go-on");
        String waits = "while [ ! -e '" + go + "' ]; do sleep 0.1; done";
        grid.wellAs(ada, "submit", "--name", "patient", "--shell", waits);
        see(page.locator(".job-line", containing("patient")));
        assertThat(count(page, "running")).containsText("1");
        grid.file("go-on", "");

        assertThat(page.locator("throughput-chart .rate")).containsText("1 done in the last minute");
        assertThat(page.locator(".job-line")).hasCount(0);
    }

    @Test
    void a_failure_is_told_with_its_reason_and_leads_to_its_task() throws Exception {
        String bea = grid.newUser("bea");
        Page page = browser.loggedIn(bea, "#/overview");
        grid.wellAs(bea, "submit", "--name", "brittle", "--max-failures", "2", "--shell", FAILS);

        see(page.locator(".wrong-line", containing("2 times, last on")));
        assertThat(page.locator(".wrong-line", containing("no such column"))).hasCount(1);
        page.getByText("brittle, task 1").click();

        see(page.locator("h1", containing("brittle")));
    }

    @Test
    void the_strip_of_a_machine_is_read_by_keyboard_and_leads_to_the_task() throws Exception {
        String cem = grid.newUser("cem");
        grid.wellAs(cem, "run", "--name", "striped", "true");
        Page page = browser.loggedIn(cem, "#/overview");
        Locator told = page.locator("work-strips .told");
        Locator strips = page.locator("work-strips canvas");
        assertThat(page.locator("throughput-chart .rate")).containsText("1 done");

        strips.focus();
        page.keyboard().press("ArrowDown");
        page.keyboard().press("+");
        for (int tries = 0; tries < 100 && !told.innerText().startsWith("Job"); tries++) {
            page.keyboard().press("ArrowLeft");
        }
        assertThat(told).containsText("done after");
        page.keyboard().press("Enter");

        see(page.locator("h1", containing("striped")));
    }

    @Test
    void others_are_only_counted_and_an_admin_sees_all() throws Exception {
        String dan = grid.newUser("dan");
        String eva = grid.newUser("eva");
        grid.wellAs(dan, "submit", "--name", "secret-of-dan", "--cores", "64", "--no-check", "true");

        Page page = browser.loggedIn(eva, "#/overview");
        assertThat(page.locator(".others-line")).containsText("1 ready");
        see(page.getByText("Submit a job"));
        assertThat(page.content()).doesNotContain("secret-of-dan");

        Page keeper = browser.loggedIn(grid.adminToken(), "#/overview");
        see(keeper.locator(".job-line", containing("secret-of-dan")));
        see(keeper.getByText("not there"));
        grid.wellAs(dan, "cancel", "name:secret-of-dan");
    }

    @Test
    void nobody_is_kept_out_by_colour_or_missing_labels() throws Exception {
        String fay = grid.newUser("fay");
        grid.wellAs(fay, "submit", "--name", "broken", "--max-failures", "1", "--shell", FAILS);
        for (ColorScheme scheme : new ColorScheme[] {ColorScheme.LIGHT, ColorScheme.DARK}) {
            Page page = browser.person(scheme, 390, 844);
            browser.logIn(page, "#/overview", fay);
            see(page.locator(".wrong-line", containing("no such column")));
            assertThat(PageBrowser.barriers(page)).as("overview, " + scheme).isEmpty();
        }
    }

    private static Locator count(Page page, String state) {
        return page.locator(".counts li", containing(state));
    }
}
