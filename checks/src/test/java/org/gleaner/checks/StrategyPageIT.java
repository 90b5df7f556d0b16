package org.gleaner.checks;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;
import static org.gleaner.checks.PageBrowser.containing;
import static org.gleaner.checks.PageBrowser.see;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.BoundingBox;
import com.microsoft.playwright.options.ColorScheme;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Rules, shares and simulations of the page in a real Chromium, on a real server. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class StrategyPageIT {
    private static final String PLACE = "#/strategy";

    private RealGrid grid;
    private PageBrowser browser;

    @BeforeAll
    void start(@TempDir Path directory) throws Exception {
        grid = new RealGrid(directory).startServer();
        browser = PageBrowser.start(grid.url());
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
    void a_scenario_is_tried_and_drawn_without_barriers_in_light_and_dark() throws Exception {
        String ada = grid.newUser("ada");
        for (ColorScheme scheme : new ColorScheme[] {ColorScheme.LIGHT, ColorScheme.DARK}) {
            Page page = browser.person(scheme, 390, 844);
            browser.logIn(page, PLACE, ada);
            assertThat(page.locator("select[name=source] option", containing("history")))
                    .hasCount(0);
            if (scheme == ColorScheme.LIGHT) {
                page.locator("input[name=repeats]").fill("1");
                page.locator("form.wish button").click();
            }

            assertThat(page.locator("simulation-result page-chart canvas")).hasCount(3);
            assertThat(page.locator(".figures-table tbody tr")).hasCount(3);
            see(page.locator(".figures-table tr", containing("survival")));
            assertThat(PageBrowser.barriers(page)).as("strategy, " + scheme).isEmpty();
        }
    }

    @Test
    void cards_beside_each_other_end_together() throws Exception {
        Page page = browser.person(ColorScheme.LIGHT, 1280, 800);
        browser.logIn(page, PLACE, grid.newUser("hal"));

        see(page.locator("policy-card"));
        BoundingBox rules = page.locator("rule-card").boundingBox();
        BoundingBox objective = page.locator("policy-card").boundingBox();
        assertThat(objective.x).isGreaterThan(rules.x);
        assertThat(objective.y + objective.height).isCloseTo(rules.y + rules.height, within(1.0));
    }

    @Test
    void somebody_asks_what_another_strategy_would_bring_and_is_told_at_the_field_what_can_not_be() throws Exception {
        String gil = grid.newUser("gil");
        grid.wellAs(gil, "submit", "--name", "sweep", "--expect", "10m", "--array", "1-9", "true");
        Page page = browser.loggedIn(gil, PLACE);
        Locator panel = page.locator("whatif-panel");
        assertThat(panel.locator("button")).isDisabled();
        panel.locator("input[name=remove]").fill("nobody");
        panel.locator("button").click();
        see(page.locator(
                "whatif-panel label:has(input[name=remove]) .fault", containing("No node has the id, name or tag")));

        panel.locator("input[name=remove]").fill("");
        panel.locator("input[name=job]").fill("7777");
        panel.locator("input[name=memory]").fill("much");
        see(page.locator("whatif-panel label:has(input[name=memory]) .fault", containing("is not a size")));
        panel.locator("input[name=memory]").fill("2G");
        panel.locator("button").click();
        see(page.locator("whatif-panel label:has(input[name=job]) .fault", containing("no open job 7777")));
        panel.locator("input[name=job]").fill("");
        panel.locator("select[name=strategy]").selectOption("mixed");
        panel.locator("button").click();

        see(page.locator("whatif-panel tbody tr", containing("sweep")));
        assertThat(panel.locator("tbody tr")).containsText("no difference");
        panel.locator("select[name=strategy]").selectOption("");
        panel.locator("input[name=tasks]").fill("3");
        panel.locator("input[name=minutes]").fill("5");
        panel.locator("button").click();
        see(page.locator("whatif-panel p", containing("The new job would never be done")));

        panel.locator("select[name=since]").selectOption("7");
        assertThat(panel.locator("input[name=tasks]")).hasCount(0);
        assertThat(panel.locator("button")).isDisabled();
        panel.locator("input[name=remove]").fill("nobody");
        panel.locator("button").click();
        see(page.locator("whatif-panel label:has(input[name=remove]) .fault"));
        see(page.locator("types-card", containing("No task has been done yet")));
        assertThat(PageBrowser.barriers(page)).isEmpty();
        grid.wellAs(gil, "cancel", "all");
    }

    @Test
    void a_long_simulation_is_stopped_and_a_wrong_scenario_is_told_at_its_field() throws Exception {
        Page page = browser.loggedIn(grid.newUser("bea"), PLACE);
        page.locator("select[name=source]").selectOption("heterogeneous");
        page.locator("input[name=repeats]").fill("50");
        page.locator("form.wish button").click();
        see(page.locator(".simulations .bar"));
        page.locator(".simulations button", containing("Stop")).click();
        assertThat(page.locator(".simulations .how")).hasText("stopped");

        page.locator("select[name=source]").selectOption("(text)");
        page.locator("textarea").fill("<scenario>");
        page.locator("form.wish button").click();

        see(page.locator("label:has(textarea) .fault", containing("line 1")));
    }

    @Test
    void a_simulation_ends_with_a_server_that_is_killed() throws Exception {
        Page page = browser.loggedIn(grid.adminToken(), PLACE);
        page.locator("select[name=source]").selectOption("heterogeneous");
        page.locator("input[name=repeats]").fill("50");
        page.locator("form.wish button").click();
        assertThat(page.locator(".simulations .how")).containsText("of 150 runs");
        List<ProcessHandle> children = ProcessHandle.of(grid.server().pid())
                .orElseThrow()
                .descendants()
                .toList();
        assertThat(children).isNotEmpty();

        grid.server().kill();

        await().atMost(Duration.ofMinutes(2)).until(() -> children.stream().noneMatch(ProcessHandle::isAlive));
        grid.startServer();
        see(page.getByText("live"));
    }

    @Test
    void an_admin_changes_the_rules_after_a_review_and_is_told_at_the_field_what_is_wrong() throws Exception {
        Page keeper = browser.loggedIn(grid.adminToken(), PLACE);
        keeper.locator("rule-card button", containing("Change")).click();
        keeper.locator("rule-card select[name=strategy]").selectOption("mixed");
        keeper.locator("rule-card input[name=weights]").fill("ada=lots");
        change(keeper);
        see(keeper.locator("rule-card label:has(input[name=weights]) .fault"));

        keeper.locator("rule-card input[name=weights]").fill("cem=3");
        change(keeper);

        assertThat(keeper.locator("rule-card dl")).containsText("mixed");
        assertThat(keeper.locator("rule-card dl")).containsText("cem=3");
        Page user = browser.loggedIn(grid.newUser("dan"), PLACE);
        assertThat(user.locator("rule-card dl")).containsText("mixed");
        assertThat(user.locator("rule-card button")).hasCount(0);
        grid.set("strategy", "survival");
    }

    private static void change(Page page) {
        page.locator("rule-card button.primary").click();
        see(page.locator("dialog tbody tr"));
        page.locator("dialog button.primary").click();
    }

    @Test
    void owners_see_their_part_and_of_others_only_what_they_have_together() throws Exception {
        String eva = grid.newUser("eva");
        String fay = grid.newUser("fay");
        Page page = browser.loggedIn(eva, PLACE);
        see(page.getByText("Nobody has anything to run"));
        for (String who : List.of(eva, fay)) {
            grid.wellAs(who, "submit", "--type", "secret", "--no-check", "true");
        }
        Locator rows = page.locator(".shares tbody tr");
        assertThat(rows).hasCount(2);
        assertThat(rows.first()).containsText("eva");
        assertThat(rows.first()).containsText("50%");
        assertThat(rows.last()).containsText("1 other");
        assertThat(page.content()).doesNotContain("fay");

        Page keeper = browser.loggedIn(grid.adminToken(), PLACE);
        see(keeper.locator(".shares tr", containing("fay")));
        grid.wellAs(eva, "cancel", "all");
        grid.wellAs(fay, "cancel", "all");
        see(page.getByText("Nobody has anything to run"));
    }
}
