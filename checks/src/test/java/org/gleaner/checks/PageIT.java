package org.gleaner.checks;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.gleaner.checks.PageBrowser.containing;
import static org.gleaner.checks.PageBrowser.see;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.MouseButton;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import org.gleaner.agent.machine.Machine;
import org.gleaner.client.Gleaner;
import org.gleaner.client.problem.Problem;
import org.gleaner.core.id.JobId;
import org.gleaner.server.token.TokenMint;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The page in a real Chromium, on a real pool. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class PageIT {
    private static final String MACHINE = "lab-of-the-test";

    private RealGrid grid;
    private PageBrowser browser;

    @BeforeAll
    void start(@TempDir Path directory) throws Exception {
        grid = new RealGrid(directory).startServer();
        browser = PageBrowser.start(grid.url());
        grid.startAgent("lab", 2, List.of("--sandbox", "off", "--name", MACHINE));
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
    void jobs_appear_and_get_done_under_the_eyes_of_who_logged_in() throws Exception {
        String ada = grid.newUser("ada");
        Page page = browser.loggedIn(ada, "#/jobs");
        see(page.getByText("No jobs yet"));

        grid.wellAs(ada, "submit", "--name", "seen", "true");

        Locator row = row(page, "seen");
        see(row);
        assertThat(row).containsText("done");
    }

    @Test
    void part_of_a_name_finds_a_job() throws Exception {
        String uma = grid.newUser("uma");
        grid.wellAs(uma, "submit", "--name", "alpha-one", "true");
        grid.wellAs(uma, "submit", "--name", "beta", "true");

        Page page = browser.loggedIn(uma, "#/jobs?find=LPHA");

        see(row(page, "alpha-one"));
        assertThat(row(page, "beta")).hasCount(0);
    }

    @Test
    void a_page_of_which_a_file_did_not_arrive_asks_for_it_again() throws Exception {
        Page page = browser.person();
        for (String file : List.of("feed.js", "lit/index.js", "tokens.css", "view/jobs.js")) {
            page.route("**/" + file, Route::abort, new Page.RouteOptions().setTimes(1));
        }
        Page.WaitForResponseOptions patience = new Page.WaitForResponseOptions().setTimeout(600_000);
        page.waitForResponse("**/tokens.css", patience, () -> browser.open(page, "#/jobs"));

        page.getByLabel("Your token").fill(grid.newUser("lou"));
        page.keyboard().press("Enter");

        see(page.getByText("No jobs yet"));
    }

    @Test
    void a_wrong_token_is_refused_with_its_reason_and_a_right_one_leads_where_one_wanted_to_go() throws Exception {
        String bea = grid.newUser("bea");
        Page page = browser.person();
        browser.open(page, "#/jobs?find=state%3Adone");
        page.getByLabel("Your token").fill("glnr_user_wrong");
        page.keyboard().press("Enter");

        see(page.getByText("The server did not accept this token"));

        page.getByLabel("Your token").fill(bea);
        page.keyboard().press("Enter");
        see(page.getByText("No job fits"));
    }

    @Test
    void a_revoked_session_says_so_and_goes_on_where_it_was() throws Exception {
        grid.newUser("cem");
        String second = grid.well("token", "create", "--user", "cem").strip();
        Page page = browser.loggedIn(second, "#/jobs");
        see(page.getByText("No jobs yet"));

        grid.wellAs(second, "submit", "--name", "kept", "true");
        see(row(page, "kept"));
        grid.well("token", "revoke", TokenMint.hash(second).hex());

        see(page.getByText("Your session is over"));
        String third = grid.well("token", "create", "--user", "cem").strip();
        page.getByLabel("Your token").fill(third);
        page.keyboard().press("Enter");
        see(row(page, "kept"));
    }

    @Test
    void the_link_of_gleaner_open_logs_in_once() throws Exception {
        String dan = grid.newUser("dan");
        String link = grid.wellAs(dan, "open", "--print").strip();

        Page page = browser.person();
        page.addInitScript("new MutationObserver(() => window.wasLost ||="
                + " document.body?.textContent.includes('There is no such view'))"
                + ".observe(document, {childList: true, subtree: true})");
        page.navigate(link);
        assertThat(page.locator("header .user")).containsText("dan");
        see(page.locator("overview-view"));
        assertThat(page.evaluate("window.wasLost")).isEqualTo(false);
        assertThat(page.url()).doesNotContain("link");

        Page other = browser.person();
        other.navigate(link);
        see(other.getByText("This link was used before"));
        assertThat(grid.wellAs(dan, "token", "list")).contains("page");
    }

    @Test
    void a_menu_opened_by_keyboard_cancels_a_job() throws Exception {
        String eva = grid.newUser("eva");
        JobId job = new JobId(
                Long.parseLong(grid.wellAs(eva, "submit", "--name", "long", "--cores", "64", "--no-check", "true")
                        .strip()));
        Page page = browser.loggedIn(eva, "#/jobs");
        see(row(page, "long"));

        page.getByRole(AriaRole.GRID).focus();
        page.keyboard().press("Shift+F10");
        see(page.getByRole(AriaRole.MENU));
        page.keyboard().press("c");
        page.keyboard().press("c");
        page.keyboard().press("Enter");
        see(page.getByText("Cancel job " + job + " (long)?"));
        page.keyboard().press("Tab");
        page.keyboard().press("Enter");

        assertThat(row(page, "long")).containsText("cancelled");
    }

    @Test
    void a_growing_job_shows_what_is_added_to_it_until_it_is_sealed() throws Exception {
        String ria = grid.newUser("ria");
        String job = grid.wellAs(ria, "submit", "--name", "more", "--growing", "echo", "{}")
                .strip();
        Page page = browser.loggedIn(ria, "#/jobs/" + job);
        see(page.getByText("No tasks yet"));

        grid.wellAs(ria, "add", job, "east", "west");
        see(page.getByText("2 of 2 tasks done"));
        see(page.locator(".tasks .shown .row", containing("west")));
        page.getByText("Seal it: no more tasks").click();

        see(page.getByText("1 job sealed"));
        assertThat(page.locator(".progress-card")).not().containsText("Growing");
        assertThat(page.locator(".progress-card .state")).hasText("done");
    }

    @Test
    void a_problem_says_what_became_of_it_and_offers_nothing_that_would_be_refused() throws Exception {
        assumeTrue(Machine.isRoot(), "hosts are confined as another user, which needs root");
        String zoe = grid.newUser("zoe");
        long job;
        try (Gleaner gleaner = Gleaner.connect(grid.url(), zoe)) {
            job = gleaner.submit(new Problem<>("tally", new TalliedProblem(1), TalliedProblem.Sevenfold.class))
                    .id();
        }
        Page page = browser.loggedIn(zoe, "#/jobs/" + job);

        see(page.getByText("A problem"));
        page.getByText("Actions").click();
        see(page.getByRole(AriaRole.MENUITEM).getByText("Pause"));
        assertThat(page.getByText("Seal")).hasCount(0);
        assertThat(page.getByText("Submit again")).hasCount(0);
        page.keyboard().press("Escape");
        see(page.getByText("A problem, solved: its host merged 1 result."));
    }

    @Test
    void another_owners_job_is_not_there() throws Exception {
        String fay = grid.newUser("fay");
        String gil = grid.newUser("gil");
        grid.wellAs(fay, "submit", "--name", "secret-of-fay", "true");

        Page page = browser.loggedIn(gil, "#/jobs");

        see(page.getByText("No jobs yet"));
        assertThat(page.content()).doesNotContain("secret-of-fay");
    }

    @Test
    void a_job_shows_what_its_tasks_print_leave_and_why_they_failed() throws Exception {
        String jo = grid.newUser("jo");
        grid.wellAs(jo, "submit", "--name", "good", "--out", "t.csv", "--shell", "echo said this; echo a,b > t.csv");
        String bad = "test $GLEANER_ENTRY = 1 || { echo Traceback >&2; echo no column >&2; exit 3; }";
        grid.wellAs(jo, "submit", "--name", "bad", "--array", "1-2", "--max-failures", "1", "--shell", bad);
        Page page = browser.loggedIn(jo, "#/jobs");

        page.getByText("good").click();
        see(page.locator("task-log pre", containing("said this")));
        page.getByLabel("Find in the log").fill("SAID");
        see(page.locator("mark", containing("said")));
        page.getByRole(AriaRole.TAB, named("Files")).click();
        page.getByRole(
                        AriaRole.BUTTON,
                        new Page.GetByRoleOptions().setName("Show").setExact(true))
                .click();
        see(page.locator("div.preview td", containing("b")));
        page.getByRole(AriaRole.TAB, named("Attempts")).click();
        see(page.locator("td", containing(MACHINE)));

        browser.open(page, "#/jobs?find=bad");
        page.getByText("bad", new Page.GetByTextOptions().setExact(true))
                .first()
                .click();
        see(page.locator(".reasons code", containing("no column")));
        assertThat(page.locator(".tasks .shown .row")).hasCount(2);
        assertThat(page.locator(".tasks .shown .detail").last()).hasText("exit code 3: no column");
        page.locator(".remedies").getByText("Retry failed").click();
        see(page.getByText("1 task retried"));
        // What the retry brings may be drawn anew just between a press and a release.
        RealGrid.until("task 2 is shown", () -> {
            Locator look = page.getByText("look at task 2").first();
            if (look.isVisible()) {
                look.click();
            }
            return page.getByText("Errors").isVisible();
        });
        page.getByText("Errors").click();
        see(page.locator("task-log pre", containing("no column")));
        assertThat(page.locator("task-panel .note")).hasText("exit code 3: no column");
    }

    @Test
    void a_job_on_hold_can_be_deleted_and_one_with_tasks_to_run_says_why_not() throws Exception {
        String ivo = grid.newUser("ivo");
        grid.wellAs(ivo, "submit", "--name", "held", "--hold", "true");
        grid.wellAs(ivo, "submit", "--name", "waits", "--cores", "64", "--no-check", "true");
        Page page = browser.loggedIn(ivo, "#/jobs");
        Locator delete = page.getByRole(AriaRole.MENUITEM, named("Delete …"));

        row(page, "waits").getByRole(AriaRole.BUTTON).click();
        assertThat(delete).isDisabled();
        assertThat(delete).hasAttribute("title", "It still has tasks to run; cancel first");
        page.keyboard().press("Escape");
        row(page, "held").getByRole(AriaRole.BUTTON).click();
        delete.click();
        page.getByText("Delete it").click();

        assertThat(row(page, "held")).hasCount(0);
    }

    @Test
    void a_job_that_was_done_after_its_deadline_says_by_how_much() throws Exception {
        String zuzu = grid.newUser("zuzu");
        Path go = grid.directory().resolve("late-on");
        String line = "while [ ! -e '" + go + "' ]; do sleep 0.1; done";
        String job = grid.wellAs(zuzu, "submit", "--name", "late", "--deadline", "+1s", "--shell", line)
                .strip();
        Instant past = Instant.now().plusSeconds(1);
        Page page = browser.loggedIn(zuzu, "#/jobs/" + job);
        RealGrid.until("the deadline has passed", () -> Instant.now().isAfter(past));

        grid.file("late-on", "");

        assertThat(page.locator(".progress-card .late")).hasText(Pattern.compile("Finished .+ after its deadline"));
    }

    @Test
    void a_running_task_shows_what_it_prints_at_once() throws Exception {
        String kim = grid.newUser("kim");
        Path go = grid.directory().resolve("go-on");
        String line = "echo first; while [ ! -e '" + go + "' ]; do sleep 0.1; done; echo last";
        grid.wellAs(kim, "submit", "--name", "talks", "--shell", line);
        Page page = browser.loggedIn(kim, "#/jobs");

        page.getByText("talks").click();
        see(page.locator("task-log pre", containing("first")));
        grid.file("go-on", "");

        see(page.locator("task-log pre", containing("last")));
        assertThat(page.locator(".progress-card")).containsText("1 of 1 task done");
    }

    @Test
    void a_job_says_when_it_is_expected_to_start_and_be_done() throws Exception {
        String ute = grid.newUser("ute");
        String job =
                "name = \"timed\"\nexpect = \"10m\"\nbegin = \"+2880m\"\ndeadline = \"+2885m\"\ncommand = [\"true\"]\n";
        grid.file("timed.toml", job);
        grid.wellAs(ute, "submit", "--no-check", "-f", "timed.toml");
        Page page = browser.loggedIn(ute, "#/jobs");

        page.getByText("timed").click();

        Locator said = page.locator("forecast-line", containing("Won't start before"));
        see(said);
        assertThat(said).containsText("Starts about");
        assertThat(said).containsText("Done about");
        assertThat(said).containsText("its deadline");
        // Where short tasks ran before, the first piece may be too narrow to be seen.
        see(page.locator("future-bars [aria-label*='done about'] rect >> visible=true"));
        page.navigate(grid.url() + "/#/jobs");
        assertThat(row(page, "timed").locator(".eta")).containsText("~");
        assertThat(row(page, "timed").locator(".eta")).containsText("its deadline");
        page.navigate(grid.url() + "/#/overview");
        Locator next = page.locator("future-bars a", containing("timed"));
        see(next.locator("rect >> visible=true"));
        page.navigate(grid.url() + "/#/strategy");
        see(page.locator("forecast-record", containing("No job with a forecast is done yet")));
        page.navigate(grid.url() + "/#/overview");
        next.focus();
        page.keyboard().press("Enter");
        see(page.locator("h1", containing("timed")));

        page.navigate(grid.url() + "/#/jobs");
        row(page, "timed").click(new Locator.ClickOptions().setButton(MouseButton.RIGHT));
        page.getByText("Change settings").click();
        page.getByText("No deadline").click();
        page.getByRole(AriaRole.BUTTON, named("Change")).click();

        see(page.getByText("Changed job"));
        page.reload();
        assertThat(row(page, "timed").locator(".eta")).not().containsText("its deadline");
    }

    @Test
    void nothing_that_a_job_names_prints_or_leaves_runs_in_the_page() throws Exception {
        String hal = grid.newUser("hal");
        String evil = "<img src=x onerror=alert(1)>";
        String print = "echo '<script>alert(2)</script>' | tee '<b>.html'; echo '" + evil + "' >&2;"
                + " echo '<svg onload=alert(3)>' > x.svg";
        grid.wellAs(hal, "submit", "--name", evil, "--out", "<b>.html", "--out", "x.svg", "--shell", print);

        Page page = browser.loggedIn(hal, "#/jobs");
        row(page, evil).getByText(evil).click();

        see(page.locator("h1", containing(evil)));
        see(page.locator("task-log pre", containing("<script>alert(2)</script>")));
        page.getByText("Errors").click();
        see(page.locator("task-log pre", containing(evil)));
        page.getByRole(AriaRole.TAB, named("Files")).click();
        see(page.locator("td", containing("<b>.html")));
        for (String file : new String[] {"<b>.html", "x.svg"}) {
            page.locator("tr", containing(file))
                    .getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Show"))
                    .click();
            see(page.locator("pre.preview"));
        }
        assertThat(page.locator("pre.preview")).containsText("<svg onload");
    }

    @Test
    void who_logs_in_after_somebody_sees_nothing_of_theirs() throws Exception {
        String vera = grid.newUser("vera");
        String job = grid.wellAs(vera, "submit", "--name", "private", "true").strip();
        Page page = browser.loggedIn(vera, "#/jobs/" + job);
        see(page.locator("h1", containing("private")));
        page.locator("header .user").click();
        page.getByRole(AriaRole.MENUITEM, named("Log out")).click();

        browser.logIn(page, "#/jobs/" + job, grid.newUser("will"));

        see(page.getByText("You have no job " + job));
        assertThat(page.getByText("private")).hasCount(0);
    }

    @Test
    void a_server_that_is_killed_and_comes_back_is_noticed_and_nothing_old_stays_unmarked() throws Exception {
        String lea = grid.newUser("lea");
        grid.wellAs(lea, "submit", "--name", "before", "true");
        Page page = browser.loggedIn(lea, "#/jobs");
        see(row(page, "before"));

        grid.server().kill();
        see(page.getByText("reconnecting"));
        see(page.locator("html.stale"));
        grid.startServer();

        see(page.locator("header .live:not(.off)"));
        assertThat(page.locator("html.stale")).hasCount(0);
        grid.wellAs(lea, "submit", "--name", "after", "true");
        see(row(page, "after"));
    }

    @Test
    void a_tab_that_slept_so_long_that_it_was_taken_for_gone_begins_anew() throws Exception {
        String mia = grid.newUser("mia");
        Page page = browser.loggedIn(mia, "#/jobs");
        see(page.locator("header .live:not(.off)"));

        // The worker's code in the page, where its clock can be set; one tab sleeps while another speaks.
        Object heard = page.evaluate("""
                async (token) => {
                  const own = performance.getEntriesByType('resource').find(({name}) => name.endsWith('/feed.js')).name;
                  await import(own.replace('feed.js', 'feed-worker.js'));
                  const clock = Date.now;
                  const tab = () => {
                    const {port1, port2} = new MessageChannel();
                    const heard = [];
                    port1.onmessage = ({data}) => heard.push(data);
                    dispatchEvent(new MessageEvent('connect', {ports: [port2]}));
                    port1.postMessage({token, turn: 1});
                    const hears = async (is) => {
                      while (!heard.some(is)) {
                        await new Promise((done) => setTimeout(done, 20));
                      }
                      heard.length = 0;
                    };
                    return {port1, heard, hears};
                  };
                  const sleeper = tab();
                  const other = tab();
                  await sleeper.hears(({live}) => live);
                  await other.hears(({live}) => live);
                  Date.now = () => clock() + 600_000;
                  other.port1.postMessage({here: token, turn: 1});
                  await other.hears(({live}) => live === false);
                  await other.hears(({live}) => live);
                  const asleep = sleeper.heard.length;
                  sleeper.port1.postMessage({here: token, turn: 2});
                  await sleeper.hears(({kind, turn}) => kind === 'snapshot' && turn === 2);
                  Date.now = clock;
                  return asleep;
                }
                """, mia);

        assertThat(heard).as("what was told to the one that slept").isEqualTo(0);
    }

    @Test
    void nobody_is_kept_out_by_colour_or_missing_labels() throws Exception {
        String ida = grid.newUser("ida");
        grid.wellAs(ida, "submit", "--name", "one", "true");
        grid.wellAs(ida, "submit", "--name", "two", "--cores", "64", "--no-check", "true");
        for (ColorScheme scheme : new ColorScheme[] {ColorScheme.LIGHT, ColorScheme.DARK}) {
            Page page = browser.person(scheme, 1440, 900);
            browser.open(page, "");
            see(page.getByLabel("Your token"));
            assertThat(PageBrowser.barriers(page)).as("log-in, " + scheme).isEmpty();

            browser.logIn(page, "#/jobs", ida);
            see(row(page, "two"));
            assertThat(PageBrowser.barriers(page)).as("jobs, " + scheme).isEmpty();

            page.getByRole(AriaRole.GRID).focus();
            page.keyboard().press("Shift+F10");
            see(page.getByRole(AriaRole.MENU));
            assertThat(PageBrowser.barriers(page)).as("menu, " + scheme).isEmpty();

            page.keyboard().press("Escape");
            page.getByText("one", new Page.GetByTextOptions().setExact(true)).click();
            see(page.locator("task-log pre", containing("Nothing was printed")));
            assertThat(PageBrowser.barriers(page)).as("job, " + scheme).isEmpty();
        }
    }

    private static Locator row(Page page, String name) {
        return page.locator(".shown .row", containing(name));
    }

    private static Page.GetByRoleOptions named(String name) {
        return new Page.GetByRoleOptions().setName(name);
    }
}
