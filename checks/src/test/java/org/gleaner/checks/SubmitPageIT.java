package org.gleaner.checks;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.gleaner.checks.PageBrowser.containing;
import static org.gleaner.checks.PageBrowser.see;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.microsoft.playwright.CDPSession;
import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.BoundingBox;
import com.microsoft.playwright.options.ColorScheme;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Submitting jobs in a real Chromium, on a real pool. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class SubmitPageIT {
    private static final int MOST_TABS = 120;

    private final HttpClient client = HttpClient.newHttpClient();
    private RealGrid grid;
    private PageBrowser browser;

    @BeforeAll
    void start(@TempDir Path directory) throws Exception {
        grid = new RealGrid(directory).startServer();
        browser = PageBrowser.start(grid.url());
        grid.startAgent("lab", 2, List.of("--sandbox", "off", "--name", "lab", "--tag", "room=3"));
        program("run.sh", "#!/bin/sh\nwc -c < \"$1\" > result.txt\n");
        Files.createDirectory(directory.resolve("data"));
        grid.file("data/a.csv", "1");
        grid.file("data/b.csv", "22");
    }

    private void program(String name, String content) throws IOException {
        assertThat(grid.file(name, content).toFile().setExecutable(true)).isTrue();
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
    void a_program_and_a_folder_that_are_dropped_become_a_job_whose_results_come_as_one_zip() throws Exception {
        Page page = browser.loggedIn(grid.newUser("ada"), "#/jobs");
        page.getByText("Submit a job").click();

        drop(page, "run.sh", "data");
        page.getByText("One for each file").click();
        command(page).fill("./run.sh {}");
        page.getByLabel("Files to bring back").fill("result.txt");
        assertThat(page.locator(".preview-card")).containsText("2 tasks");
        assertThat(page.locator(".commands")).containsText("./run.sh data/b.csv");
        assertThat(page.locator(".preview-card")).containsText("1 of 1 machine can run it, 2 tasks at once");
        press(page, "Start");

        assertThat(page.locator(".progress-card")).containsText("2 of 2 tasks done");
        Download download = page.waitForDownload(() -> press(page, "Download"));
        assertThat(unzip(download.path())).containsEntry("1/result.txt", "1\n").containsEntry("2/result.txt", "2\n");
    }

    @Test
    void the_page_says_how_to_submit_the_same_job_by_a_command_line_and_by_a_job_file() throws Exception {
        String bea = grid.newUser("bea");
        grid.file("runs.csv", "run,run time (s)\nr1,\"0,5\"\nr2,7\n");
        String before = grid.wellAs(bea, "submit", "--hold", "--array", "1-2", "--out", "x", "true")
                .strip();
        Page page = browser.loggedIn(bea, "#/submit");
        drop(page, "run.sh", "data", "runs.csv");
        page.getByText("One for each row").click();
        command(page).fill("./run.sh 'a b' {run_time_s} data/a.csv {#}");
        page.getByLabel("Files to bring back").fill("'out put.txt' {run}.txt");
        page.getByLabel("Optional files").fill("logs/");
        exactly(page, "Memory").fill("64 mb");
        page.getByRole(AriaRole.BUTTON, named("room=3")).click();
        page.getByText("More options").click();
        page.getByLabel("Time limit").fill("10 min");
        exactly(page, "Signal before it").fill("usr1@2 min");
        exactly(page, "Task by task after").fill(before);
        exactly(page, "Outputs of other jobs").fill(before + ":x='a y' " + before + ":x");
        exactly(page, "Variables").fill("A=it's\nB=\"x\"");
        exactly(page, "Copies").fill("1");
        page.getByLabel("Submit it paused").check();
        exactly(page, "Name").fill("sweep – ü");
        String line = same(page, "Command line");
        String file = same(page, "job.toml");
        button(page, "Copy: Command line").click();
        see(page.getByText("Command line copied"));

        String own = started(page);
        List<Object> shell = List.of("sh", "-c", line.replaceFirst("gleaner", "\"\\$0\""));
        String typed = grid.launchBehind(shell, bea).result().out().strip();
        grid.file("job.toml", file);
        String written = grid.wellAs(bea, "submit", "-f", "job.toml").strip();

        assertThat(description(bea, typed)).isEqualTo(description(bea, own));
        assertThat(description(bea, written)).isEqualTo(description(bea, own));
        browser.open(page, "#/submit?from=" + own);
        assertThat(exactly(page, "Outputs of other jobs")).hasValue("'" + before + ":x=a y' " + before + ":x");
        assertThat(exactly(page, "Signal before it")).hasValue("USR1@2m");
        assertThat(description(bea, started(page))).isEqualTo(description(bea, own));
    }

    @Test
    void tasks_of_files_lines_and_numbers_are_those_of_the_command_line() throws Exception {
        String cem = grid.newUser("cem");
        for (String kind : List.of("file", "line", "number")) {
            Page page = browser.loggedIn(cem, "#/submit");
            drop(page, "run.sh", "data");
            page.getByText("One for each " + kind).click();
            if (kind.equals("line")) {
                page.getByLabel("Lines", new Page.GetByLabelOptions().setExact(true))
                        .fill("eins\n\n zwei \n");
                grid.file("lines.txt", "eins\n\n zwei \n");
            }
            if (kind.equals("number")) {
                page.getByLabel("Numbers").fill("0-90:10%3");
                page.getByText("Let a shell run it").click();
            }
            command(page).fill(kind.equals("number") ? "cd data && wc $GLEANER_ENTRY | sort > x" : "./run.sh {/.}");
            page.getByText("More options").click();
            page.getByLabel("Submit it paused").check();
            grid.file("job.toml", same(page, "job.toml"));

            String own = started(page);
            String written = grid.wellAs(cem, "submit", "-f", "job.toml").strip();

            assertThat(description(cem, written)).as(kind).isEqualTo(description(cem, own));
        }
    }

    @Test
    void an_upload_goes_on_where_it_stopped_when_the_server_was_killed() throws Exception {
        byte[] content = new byte[6 << 20];
        new Random(7).nextBytes(content);
        Files.write(grid.directory().resolve("large.bin"), content);
        program("hash.sh", "#!/bin/sh\nsha256sum large.bin\n");
        Page page = browser.loggedIn(grid.newUser("dan"), "#/submit");
        List<String> pieces = new CopyOnWriteArrayList<>();
        page.onRequest(request -> {
            if (request.method().equals("PUT")) {
                pieces.add(request.url().replaceFirst(".*/uploads/", ""));
            }
        });
        CDPSession line = page.context().newCDPSession(page);
        throttle(line, 1 << 20);
        drop(page, "hash.sh", "large.bin");
        command(page).fill("./hash.sh");
        press(page, "Start");
        page.waitForFunction("() => document.querySelector('[role=progressbar]')?.ariaValueNow >= 10");

        grid.server().kill();
        see(page.getByText("The server does not answer"));
        grid.startServer();
        throttle(line, -1);

        see(page.locator("task-log pre", containing(sha256(content))));
        String upload = "-" + content.length + "?offset=";
        assertThat(pieces).filteredOn(piece -> piece.endsWith(upload + 0)).hasSize(1);
        assertThat(pieces).filteredOn(piece -> piece.contains(upload)).hasSizeGreaterThan(2);
    }

    @Test
    void what_is_wrong_is_said_at_the_field_that_it_is_about() throws Exception {
        Page page = browser.loggedIn(grid.newUser("eva"), "#/submit");
        press(page, "Start");
        assertThat(wrong(page, "command")).containsText("Type the command");

        drop(page, "run.sh");
        command(page).fill("run.sh {}");
        assertThat(wrong(page, "command")).containsText("{} stands for a task’s file");
        command(page).fill("run.sh x");
        press(page, "Write ./run.sh");
        assertThat(command(page)).hasValue("./run.sh x");
        assertThat(wrong(page, "command")).isHidden();
        page.getByLabel("run.sh is a program").uncheck();
        assertThat(wrong(page, "command")).containsText("not marked as a program");
        page.getByLabel("run.sh is a program").check();
        command(page).fill("python3 other.py | sort");
        assertThat(wrong(page, "command")).containsText("No shell runs the command");
        command(page).fill("python3 other.py");
        assertThat(wrong(page, "command")).containsText("other.py is not among your files");
        command(page).fill("./run.sh x");
        exactly(page, "Memory").fill("64");
        assertThat(wrong(page, "memory")).containsText("64M (megabytes)");
        exactly(page, "Memory").fill("");

        // Only the server knows these.
        page.getByText("More options").click();
        exactly(page, "Name").fill("n".repeat(201));
        assertThat(wrong(page, "name")).containsText("200");
        exactly(page, "Name").fill("");
        page.getByLabel("Files to bring back").fill("../secret");
        assertThat(wrong(page, "out")).containsText("relative path");
        page.getByLabel("Files to bring back").fill("");
        exactly(page, "After jobs").fill("4711");
        press(page, "Start");
        assertThat(wrong(page, "after")).containsText("4711");
        exactly(page, "After jobs").fill("");
        assertThat(wrong(page, "after")).isHidden();
        exactly(page, "Signal before it").fill("TERM@60s");
        assertThat(wrong(page, "signal")).containsText("longer time limit");
        exactly(page, "Signal before it").fill("");
        exactly(page, "Time limit").fill("10m");
        exactly(page, "Expected run time").fill("20m");
        assertThat(wrong(page, "expect")).containsText("time limit is shorter");
        exactly(page, "Time limit").fill("");
        assertThat(wrong(page, "expect")).isHidden();
        exactly(page, "Expected run time").fill("");

        page.getByText("One for each number").click();
        Map<String, String> ranges = Map.of("1-9:0", "step", "9-1", "counts down", "1-99999999", "accepts at most");
        for (Map.Entry<String, String> range : ranges.entrySet()) {
            exactly(page, "Numbers").fill(range.getKey());
            assertThat(wrong(page, "tasks")).containsText(range.getValue());
            assertThat(page.locator(".preview-card")).not().containsText("Type a command");
        }
    }

    @Test
    void a_lost_answer_and_a_second_click_make_no_second_job() throws Exception {
        String fay = grid.newUser("fay");
        Page page = browser.loggedIn(fay, "#/submit");
        AtomicInteger lost = new AtomicInteger();
        page.route("**/api/v1/jobs", route -> {
            if (route.request().method().equals("POST") && lost.getAndIncrement() == 0) {
                route.fetch();
                route.abort();
            } else {
                route.resume();
            }
        });
        command(page).fill("true");

        button(page, "Start").dblclick();

        see(page.locator(".progress-card"));
        assertThat(lost.get()).isEqualTo(2);
        assertThat(json(fay, "jobs").path("jobs")).hasSize(1);
    }

    @Test
    void a_job_is_submitted_again_with_changes_and_nothing_is_sent_again() throws Exception {
        String gil = grid.newUser("gil");
        grid.wellAs(gil, "submit", "--each", "data/*.csv", "--in", "run.sh", "--out", "result.txt", "./run.sh", "{}");
        Page page = browser.loggedIn(gil, "#/jobs");
        List<String> sent = new CopyOnWriteArrayList<>();
        page.onRequest(request -> {
            if (request.url().contains("/uploads") || request.url().contains("/blobs")) {
                sent.add(request.url());
            }
        });
        page.locator(".row a", containing("run.sh")).click();
        page.getByText("Submit again").click();
        assertThat(page.locator(".preview-card")).containsText("2 tasks");
        assertThat(page.getByLabel("Files to bring back")).hasValue("result.txt");
        page.getByLabel("Which files").fill("data/b*");
        press(page, "Start");

        assertThat(page.locator(".progress-card")).containsText("1 of 1 task done");
        assertThat(sent).isEmpty();
        browser.open(page, "#/submit?from=4711");
        see(page.getByText("You have no job 4711"));
    }

    @Test
    void a_task_says_which_file_makes_it_and_advice_leads_to_another_job() throws Exception {
        String kay = grid.newUser("kay");
        String turned = "x\u202etxt.exe";
        grid.file("job.toml", "name = '" + turned + "'\neach = 'data/*.csv'\nmax-failures = 1\nshell = 'exit 3'\n");
        String job = grid.wellAs(kay, "submit", "-f", "job.toml").strip();
        Page page = browser.loggedIn(kay, "#/jobs/" + job + "?task=2");

        assertThat(page.locator("h1")).hasText("x\\u202etxt.exe");
        see(page.locator(".tasks .row", containing("data/a.csv")));
        see(page.locator(".panel-head", containing("data/b.csv")));
        page.locator("task-map canvas").hover(new Locator.HoverOptions().setPosition(4, 4));
        see(page.getByText("Task 1 (data/a.csv)"));
        page.getByRole(AriaRole.BUTTON, named("Actions")).click();
        page.getByText("Change settings").click();
        assertThat(page.getByLabel("Failures allowed")).hasAttribute("placeholder", "1");
        press(page, "Cancel");
        page.getByText("Submit again with changes").click();

        assertThat(command(page)).hasValue("exit 3");
        assertThat(page.getByLabel("Which files")).hasValue("data/*.csv");
    }

    @Test
    void what_was_typed_outlives_a_reload_and_is_nobody_elses() throws Exception {
        Page page = browser.loggedIn(grid.newUser("lou"), "#/submit");
        List<Route> held = new CopyOnWriteArrayList<>();
        page.route("**/api/v1/uploads/**", held::add);
        drop(page, "run.sh");
        command(page).fill("./run.sh x");
        press(page, "Start");
        see(button(page, "Sending files …"));
        press(page, "Not yet");
        see(button(page, "Start"));
        page.unroute("**/api/v1/uploads/**");
        held.forEach(Route::resume);
        see(page.getByText("All are on the server"));

        page.reload();
        assertThat(command(page)).hasValue("./run.sh x");
        see(page.getByText("add the files again: run.sh"));
        drop(page, "run.sh");
        assertThat(page.getByText("add the files again")).hasCount(0);

        page.locator("header .user").click();
        page.getByText("Log out").click();
        browser.logIn(page, "#/submit", grid.newUser("max"));
        assertThat(command(page)).hasValue("");
    }

    @Test
    void a_file_name_is_never_taken_for_a_script() throws Exception {
        String evil = "<img src=x onerror=alert(1)>.txt";
        grid.file(evil, "<script>alert(2)</script>");
        Page page = browser.loggedIn(grid.newUser("hal"), "#/submit");

        drop(page, evil);
        see(page.locator(".files td", containing(evil)));
        page.getByText("One for each file").click();
        command(page).fill("cat {}");
        see(page.locator(".commands code", containing(evil)));
        press(page, "Start");

        see(page.locator("task-log pre", containing("<script>alert(2)</script>")));
    }

    @Test
    void everything_works_by_keyboard_alone() throws Exception {
        Page page = browser.loggedIn(grid.newUser("ida"), "#/submit");

        tabTo(page, "One for each number", "Enter");
        tabTo(page, "Numbers", "Control+a");
        page.keyboard().type("1-3");
        tabTo(page, "What each task runs", "Control+a");
        page.keyboard().type("echo {}");
        assertThat(page.locator(".preview-card")).containsText("3 tasks");
        tabTo(page, "Start", "Enter");

        assertThat(page.locator(".progress-card")).containsText("3 of 3 tasks done");
    }

    @Test
    void nobody_is_kept_out_by_colour_or_missing_labels() throws Exception {
        String jo = grid.newUser("jo");
        for (ColorScheme scheme : new ColorScheme[] {ColorScheme.LIGHT, ColorScheme.DARK}) {
            Page page = browser.person(scheme, 1440, 900);
            browser.logIn(page, "#/submit", jo);
            drop(page, "run.sh", "data");
            page.getByText("One for each file").click();
            command(page).fill("./run.sh {} | sort");
            page.getByText("More options").click();
            page.getByText("The same job for the command line").click();
            see(page.getByText("1 of 1 machine"));
            assertThat(PageBrowser.barriers(page)).as("submit, " + scheme).isEmpty();
        }
    }

    /** As somebody drags files and folders out of another window. */
    private void drop(Page page, String... names) {
        Locator place = page.locator(".drop");
        place.scrollIntoViewIfNeeded();
        BoundingBox box = place.boundingBox();
        JsonArray files = new JsonArray();
        for (String name : names) {
            files.add(grid.directory().resolve(name).toString());
        }
        JsonObject data = new JsonObject();
        data.add("items", new JsonArray());
        data.add("files", files);
        data.addProperty("dragOperationsMask", 1);
        CDPSession session = page.context().newCDPSession(page);
        for (String type : List.of("dragEnter", "dragOver", "drop")) {
            JsonObject event = new JsonObject();
            event.addProperty("type", type);
            event.addProperty("x", box.x + 20);
            event.addProperty("y", box.y + 20);
            event.add("data", data);
            session.send("Input.dispatchDragEvent", event);
        }
        for (String name : names) {
            see(page.locator(".files tr", containing(name)));
        }
    }

    /** @param bytesPerSecond that the browser sends at most; -1: as it can */
    private static void throttle(CDPSession line, int bytesPerSecond) {
        JsonObject conditions = new JsonObject();
        conditions.addProperty("offline", false);
        conditions.addProperty("latency", 0);
        conditions.addProperty("downloadThroughput", -1);
        conditions.addProperty("uploadThroughput", bytesPerSecond);
        line.send("Network.enable");
        line.send("Network.emulateNetworkConditions", conditions);
    }

    private static void tabTo(Page page, String name, String key) {
        String named = "name => { const e = document.activeElement; return (e.labels?.[0]?.textContent ??"
                + " e.textContent).trim() === name }";
        for (int i = 0; i < MOST_TABS; i++) {
            if (Boolean.TRUE.equals(page.evaluate(named, name))) {
                page.keyboard().press(key);
                return;
            }
            page.keyboard().press("Tab");
        }
        throw new AssertionError("no number of tabs leads to " + name);
    }

    private static Locator command(Page page) {
        return page.getByLabel("What each task runs");
    }

    private static Locator exactly(Page page, String label) {
        return page.getByLabel(label, new Page.GetByLabelOptions().setExact(true));
    }

    private static Locator wrong(Page page, String field) {
        return page.locator("#wrong-" + field);
    }

    private static Page.GetByRoleOptions named(String name) {
        return new Page.GetByRoleOptions().setName(name);
    }

    private static Locator button(Page page, String name) {
        return page.getByRole(AriaRole.BUTTON, named(name).setExact(true));
    }

    private static void press(Page page, String name) {
        button(page, name).click();
    }

    /** Presses Start; the value is the job's number. */
    private static String started(Page page) {
        press(page, "Start");
        see(page.locator(".progress-card"));
        return page.url().replaceFirst(".*/jobs/", "");
    }

    private static String same(Page page, String label) {
        Locator text = page.getByLabel(label, new Page.GetByLabelOptions().setExact(true));
        if (!text.isVisible()) {
            page.getByText("The same job for the command line").click();
        }
        return text.innerText();
    }

    /** What the server keeps of a job, with its entries. */
    private List<JsonNode> description(String token, String job) throws Exception {
        return List.of(
                json(token, "jobs/" + job).path("spec"),
                json(token, "jobs/" + job + "/entries").path("entries"));
    }

    private JsonNode json(String token, String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(grid.url() + "/api/v1/" + path))
                .header("Authorization", "Bearer " + token)
                .build();
        HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString(UTF_8));
        return new ObjectMapper().readTree(answer.body());
    }

    private static Map<String, String> unzip(Path archive) throws IOException {
        Map<String, String> files = new TreeMap<>();
        try (InputStream in = Files.newInputStream(archive);
                ZipInputStream zip = new ZipInputStream(in, UTF_8)) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                // All lies in one folder, named after the job.
                files.put(entry.getName().replaceFirst("[^/]*/", ""), new String(zip.readAllBytes(), UTF_8));
            }
        }
        return files;
    }

    private static String sha256(byte[] content) throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
    }
}
