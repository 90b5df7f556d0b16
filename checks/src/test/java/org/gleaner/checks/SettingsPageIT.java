package org.gleaner.checks;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.gleaner.checks.PageBrowser.containing;
import static org.gleaner.checks.PageBrowser.see;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Settings, accounts, the time line of a job, and the page of an agent, in a real Chromium on a real pool. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class SettingsPageIT {
    private RealGrid grid;
    private PageBrowser browser;
    private PageBrowser beside;

    @BeforeAll
    void start(@TempDir Path directory) throws Exception {
        grid = new RealGrid(directory).startServer();
        browser = PageBrowser.start(grid.url());
        grid.startAgent("lab", 2, List.of("--sandbox", "off", "--name", "lab"));
        Path page = directory.resolve("lab/page");
        RealGrid.until("the agent has a page", () -> Files.exists(page));
        beside = browser.at(Files.readString(page).strip());
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
        beside.assertNothingWrong();
    }

    @Test
    void an_admin_adds_a_user_whose_token_is_shown_once_and_works_until_it_is_revoked() throws Exception {
        Page page = browser.loggedIn(grid.adminToken(), "#/settings");
        button(page, "Add a user").click();
        page.getByLabel("User", new Page.GetByLabelOptions().setExact(true)).fill("not a name");
        button(page, "Make the token").click();
        see(page.locator("dialog .field", containing("Expected 1 to 64 letters")));

        page.getByLabel("User", new Page.GetByLabelOptions().setExact(true)).fill("zoe");
        button(page, "Make the token").click();
        see(page.getByText("For zoe, role user"));
        String token = page.locator("dialog code").first().innerText();
        button(page, "Done").click();
        assertThat(page.locator("people-part tr", containing("zoe"))).hasCount(2);
        assertThat(page.content()).doesNotContain(token);

        Page zoe = browser.loggedIn(token, "#/settings");
        see(zoe.getByText("You are zoe"));
        see(zoe.getByText("You have no quota"));
        button(zoe, "New token").click();
        zoe.getByLabel("What it is for").fill("laptop");
        button(zoe, "Make the token").click();
        button(zoe, "Done").click();
        assertThat(zoe.locator("token-list tbody tr")).hasCount(2);

        page.locator("token-list tr", containing("zoe"))
                .first()
                .getByText("Revoke")
                .click();
        button(page, "Revoke it").click();
        see(zoe.getByText("Your session is over"));
    }

    @Test
    void a_refused_setting_says_why_at_its_field_and_a_good_one_holds_and_is_in_the_audit_trail() throws Exception {
        Page page = browser.loggedIn(grid.adminToken(), "#/settings?part=pool");
        Locator field = page.getByLabel("Rest after a refusal", new Page.GetByLabelOptions().setExact(true));
        field.fill("soon");
        button(page, "Save").click();
        see(page.locator(".setting", containing("not a span of time: 'soon'")));
        assertThat(field).isFocused();

        field.fill("11m");
        button(page, "Save").click();
        see(page.getByText("1 setting saved: Rest after a refusal"));
        assertThat(grid.well("config", "get", "refusal-time")).contains("11m");
        grid.set("refusal-time", "12m");
        assertThat(field).hasValue("12m");

        page.getByText("Audit", new Page.GetByTextOptions().setExact(true)).click();
        see(page.locator("audit-trail tr", containing("refusal-time=11m")));
        see(page.locator("audit-trail tr", containing("refused")));
    }

    @Test
    void what_is_kept_is_told_by_user_and_swept_on_request() throws Exception {
        String uma = grid.newUser("uma");
        grid.file("in.txt", "x".repeat(2048));
        grid.wellAs(uma, "submit", "--name", "kept", "--in", "in.txt", "true");
        Page page = browser.loggedIn(grid.adminToken(), "#/settings?part=storage");
        see(page.locator("storage-use tr", containing("uma")));

        button(page, "Sweep …").click();
        button(page, "Sweep").click();
        see(page.getByText("There was nothing to remove"));

        page.getByLabel("Quota of each user", new Page.GetByLabelOptions().setExact(true))
                .fill("1M");
        button(page, "Save").click();
        see(page.locator("storage-use tr", containing("of 1 MB")));
        grid.set("quota-owner", "off");
    }

    @Test
    void the_attempts_of_a_job_are_read_by_keyboard_and_lead_to_the_task() throws Exception {
        String vic = grid.newUser("vic");
        String line = "test $GLEANER_ENTRY = 1 || { echo no column >&2; exit 3; }";
        String job = grid.wellAs(vic, "submit", "--array", "1-2", "--max-failures", "1", "--shell", line)
                .strip();
        Page page = browser.loggedIn(vic, "#/jobs/" + job);
        see(page.locator("attempt-line", containing("2 attempts")));
        page.locator("attempt-line summary").click();
        see(page.locator("attempt-line tr", containing("exited (3)")));

        Locator told = page.locator("attempt-line .told");
        page.locator("attempt-line canvas").focus();
        page.keyboard().press("ArrowLeft");
        for (int tries = 0; tries < 5 && !told.innerText().startsWith("Task 2"); tries++) {
            page.keyboard().press("ArrowLeft");
        }
        assertThat(told).containsText("Task 2, attempt 1 on lab: exited (3) after");
        page.keyboard().press("Enter");

        see(page.locator("task-panel h2", containing("Task " + job + ".2")));
    }

    @Test
    void whoever_owns_the_machine_pauses_work_there_and_keeps_the_focus_while_the_page_follows() throws Exception {
        grid.well("agent", "resume", "--dir", "lab");
        Page page = beside.person(ColorScheme.LIGHT, 390, 844);
        String link = grid.well("agent", "status", "--dir", "lab").replaceAll("(?s).*page: (\\S+).*", "$1");
        page.navigate(link);
        see(page.getByText("Ready for work"));
        button(page, "Pause for 2 hours").focus();

        grid.well("agent", "pause", "--dir", "lab");
        see(page.getByText("Work is paused until someone resumes it"));
        assertThat(button(page, "Pause for 2 hours")).isFocused();
        for (ColorScheme scheme : new ColorScheme[] {ColorScheme.LIGHT, ColorScheme.DARK}) {
            page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
            assertThat(PageBrowser.barriers(page)).as("agent, " + scheme).isEmpty();
        }
        assertThat(page.evaluate("document.documentElement.scrollWidth")).isEqualTo(390);

        button(page, "Resume now").click();
        see(page.getByText("Ready for work"));
    }

    @Test
    void the_view_one_looks_at_is_in_sight_on_a_phone_and_nobody_is_kept_out_by_colour_or_missing_labels()
            throws Exception {
        for (ColorScheme scheme : new ColorScheme[] {ColorScheme.LIGHT, ColorScheme.DARK}) {
            Page page = browser.person(scheme, 390, 844);
            browser.logIn(page, "#/settings", grid.adminToken());
            see(page.locator("people-part table"));
            assertThat(page.locator("header [aria-current]")).isInViewport();
            assertThat(PageBrowser.barriers(page)).as("people, " + scheme).isEmpty();
            for (String part : new String[] {"Pool", "Storage", "Audit", "About"}) {
                page.getByText(part, new Page.GetByTextOptions().setExact(true)).click();
                see(page.locator(".settings-view .card"));
                assertThat(PageBrowser.barriers(page)).as(part + ", " + scheme).isEmpty();
                assertThat(page.evaluate("document.documentElement.scrollWidth"))
                        .isEqualTo(390);
            }
        }
    }

    private static Locator button(Page page, String name) {
        return page.getByRole(
                AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
    }
}
