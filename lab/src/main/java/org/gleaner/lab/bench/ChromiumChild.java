package org.gleaner.lab.bench;

import java.io.Closeable;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.gleaner.lab.child.Child;
import org.gleaner.lab.child.Launch;
import org.gleaner.terminal.console.CliFailure;

/** Debian's Chromium without a window, as a person has it: nothing but ours was ever opened with it. */
final class ChromiumChild implements Closeable {
    private static final Duration START_PATIENCE = Duration.ofMinutes(1);
    private static final List<String> PROGRAMS = List.of("/usr/bin/chromium", "/usr/bin/chromium-browser");

    private final HttpClient http = HttpClient.newHttpClient();
    private final Child child;
    /** Where it writes which port it took. */
    private final Path port;

    /** @param own for what it keeps */
    ChromiumChild(Path own) throws CliFailure, IOException, InterruptedException {
        String program = PROGRAMS.stream()
                .filter(name -> Files.isExecutable(Path.of(name)))
                .findFirst()
                .orElseThrow(() -> CliFailure.refused(
                        "There is no Chromium on this machine.",
                        "None of " + String.join(", ", PROGRAMS) + " is there.",
                        "Install it (Debian: apt install chromium)."));
        port = own.resolve("DevToolsActivePort");
        Launch launch = new Launch(List.of(program), own, Map.of(), true);
        child = new Child("chromium", launch, words(own), own.resolve("said"));
        child.start();
        if (!child.await(START_PATIENCE, () -> !debugger().isEmpty())) {
            close();
            throw new FleetFailure("Chromium did not start: " + child.lastWords());
        }
    }

    /** Its own sandbox does not work for root; the pages are ours. */
    private static List<String> words(Path own) {
        return Stream.of(
                        "--headless=new",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--no-first-run",
                        "--disable-background-networking",
                        "--disable-component-update",
                        "--window-size=1440,900",
                        "--remote-debugging-port=0",
                        "--user-data-dir=" + own,
                        "about:blank")
                .toList();
    }

    /** Empty as long as it does not listen. */
    private String debugger() throws IOException {
        List<String> lines = Files.exists(port) ? Files.readAllLines(port, StandardCharsets.UTF_8) : List.of();
        return lines.size() < 2 ? "" : "http://127.0.0.1:" + lines.get(0);
    }

    ChromiumTab tab() throws IOException, InterruptedException {
        return ChromiumTab.open(http, debugger());
    }

    @Override
    public void close() {
        child.finish();
    }
}
