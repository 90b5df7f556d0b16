package org.gleaner.checks;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.gleaner.checks.PageBrowser.containing;
import static org.gleaner.checks.PageBrowser.see;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.message.Introduced;
import org.gleaner.core.message.Introduction;
import org.gleaner.core.message.SyncReport;
import org.gleaner.core.node.Capacity;
import org.gleaner.core.node.NodeFacts;
import org.gleaner.lab.child.AgentChild;
import org.gleaner.protocol.http.CallTimeouts;
import org.gleaner.protocol.http.Endpoint;
import org.gleaner.protocol.http.NodeCalls;
import org.gleaner.protocol.http.ServerConnection;
import org.gleaner.protocol.message.Welcome;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The machines of the page in a real Chromium, on a real pool. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class MachinesPageIT {
    private RealGrid grid;
    private PageBrowser browser;

    @BeforeAll
    void start(@TempDir Path directory) throws Exception {
        grid = new RealGrid(directory).startServer();
        browser = PageBrowser.start(grid.url());
        startAgent("lab");
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
    void a_machine_is_paused_and_resumed_by_keyboard_under_the_eyes_of_others() throws Exception {
        String ada = grid.newUser("ada");
        Page user = browser.loggedIn(ada, "#/machines");
        Page keeper = browser.loggedIn(grid.adminToken(), "#/machines?find=lab");
        assertThat(row(user, "lab")).containsText("connected");
        assertThat(user.getByText("Add a machine")).hasCount(0);

        choose(keeper, "p");
        assertThat(row(user, "lab")).containsText("paused");
        assertThat(row(keeper, "lab")).containsText("paused");

        choose(keeper, "r");
        assertThat(row(user, "lab")).containsText("connected");
    }

    private static void choose(Page page, String letter) {
        see(row(page, "lab"));
        page.getByRole(AriaRole.GRID).focus();
        page.keyboard().press("Shift+F10");
        see(page.getByRole(AriaRole.MENU));
        page.keyboard().press(letter);
        page.keyboard().press("Enter");
    }

    @Test
    void a_machine_tells_what_it_has_did_and_how_long_it_stays() throws Exception {
        String bea = grid.newUser("bea");
        grid.wellAs(bea, "run", "--name", "short", "true");
        Page page = browser.loggedIn(bea, "#/machines");

        row(page, "lab").getByText("lab").click();

        see(page.locator("h1", containing("lab")));
        see(page.getByText("likely to stay another 2 h"));
        see(page.locator("page-chart canvas"));
        see(page.getByText("The last 1: 1 done"));
        see(page.locator("dd", containing("linux")));
        assertThat(page.getByText("Actions")).hasCount(0);

        String number = page.url().substring(page.url().lastIndexOf('/') + 1);
        browser.open(page, "#/machines/n" + number);
        see(page.locator("h1", containing("lab")));
        browser.open(page, "#/machines/lab");
        see(page.getByText("There is no machine lab."));
    }

    @Test
    void a_machine_that_was_ended_is_forgotten_after_asking_back() throws Exception {
        AgentChild old = startAgent("old");
        Page page = browser.loggedIn(grid.adminToken(), "#/machines?find=old");
        assertThat(row(page, "old")).containsText("connected");
        RealGrid.stop(old.child());
        // On a busy machine there may have been no time for a goodbye.
        assertThat(row(page, "old")).containsText(Pattern.compile("stopped|away"));

        row(page, "old").getByText("old").click();
        page.getByText("Actions").click();
        page.keyboard().press("f");
        page.keyboard().press("Enter");
        page.getByText("Forget it").click();

        see(page.locator("virtual-rows"));
        assertThat(row(page, "old")).hasCount(0);
    }

    /** What a script did would be a dialog, an error or a call of another host, which PageBrowser notes. */
    @Test
    void what_a_rogue_machine_calls_itself_is_only_ever_text() throws Exception {
        String name = "<img src=x onerror=alert(1)><script>alert(2)</script>";
        Capacity slot = new Capacity(1, new MemorySize(1L << 30));
        String version = grid.calls().health().get().version();
        NodeFacts facts = new NodeFacts(name, name, name, 1, Duration.ofMillis(100), version);
        String join = Files.readString(grid.data().resolve("join.token")).strip();
        NodeCalls door = new NodeCalls(new ServerConnection(Endpoint.of(grid.url(), join), CallTimeouts.DEFAULT));
        Welcome welcome =
                door.introduce(new Introduction(facts, slot, List.of())).get();
        Introduced as = welcome.introduced();
        JobId job = grid.submit("--on", as.node(), "true");
        SyncReport free = new SyncReport(as.incarnation(), 1, List.of(), slot, 0, Duration.ofSeconds(20));
        assertThat(door.withToken(String.valueOf(welcome.token()))
                        .sync(as.node(), free)
                        .get()
                        .start())
                .hasSize(1);

        Page page = browser.loggedIn(grid.adminToken(), "#/machines");
        row(page, name).getByText(name).first().click();
        see(page.locator("h1", containing(name)));
        assertThat(page.locator("main img, main script")).hasCount(0);

        browser.open(page, "#/overview");
        // Of this view: that of the machine, which has strips too, may still be there.
        Locator told = page.locator(".overview work-strips .told");
        page.locator(".overview work-strips canvas").focus();
        // From the first machine on each time: what they did is fetched, and may come after the first keys.
        page.waitForCondition(() -> {
            page.keyboard().press("Escape");
            String before;
            do {
                before = told.innerText();
                page.keyboard().press("ArrowDown");
            } while (!told.innerText().contains(name) && !told.innerText().equals(before));
            return told.innerText().contains(name);
        });
        assertThat(page.locator("main img, main script")).hasCount(0);
        grid.well("cancel", job);
    }

    @Test
    void an_admin_gets_the_lines_that_add_a_machine_and_a_token_that_works() throws Exception {
        Page page = browser.loggedIn(grid.adminToken(), "#/machines");
        page.getByText("Add a machine").click();
        page.getByText("Make a join token").click();

        see(page.locator("dialog code", containing(grid.url() + "/join")));
        String token = page.locator("dialog [data-secret] code").innerText();
        assertThat(token).startsWith("glnr_join_");
        see(page.getByText("This server listens on its own computer only"));
        page.keyboard().press("Escape");
        page.keyboard().press("Escape");
        see(page.getByText("You have not copied the token"));
        page.locator("dialog button", containing("Copy")).first().click();
        assertThat(page.getByText("You have not copied the token")).hasCount(0);
        page.getByText("Done", new Page.GetByTextOptions().setExact(true)).click();

        Path file = grid.file("join.token", token);
        grid.launch("agent", grid.url(), "--token-file", file, "--dir", "fresh", "--name", "fresh", "--sandbox", "off");
        see(row(page, "fresh"));
    }

    @Test
    void nobody_is_kept_out_by_colour_or_missing_labels() throws Exception {
        String cem = grid.newUser("cem");
        for (ColorScheme scheme : new ColorScheme[] {ColorScheme.LIGHT, ColorScheme.DARK}) {
            Page page = browser.person(scheme, 1440, 900);
            browser.logIn(page, "#/machines", cem);
            see(row(page, "lab"));
            assertThat(PageBrowser.barriers(page)).as("machines, " + scheme).isEmpty();

            row(page, "lab").getByText("lab").click();
            see(page.locator("page-chart canvas"));
            assertThat(PageBrowser.barriers(page)).as("machine, " + scheme).isEmpty();
        }
    }

    private AgentChild startAgent(String name) throws IOException {
        return grid.startAgent(name, 2, List.of("--sandbox", "off", "--name", name));
    }

    private static Locator row(Page page, String name) {
        return page.locator(".shown .row", containing(name));
    }
}
