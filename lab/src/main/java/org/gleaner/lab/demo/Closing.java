package org.gleaner.lab.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.gleaner.terminal.console.CliFailure;

/** The end of the demo, in good order or by an interrupt: nothing keeps running that nobody asked to keep. */
final class Closing {
    /** What stays behind: the rest is of no use without the server. */
    private static final List<String> KEPT = List.of("picture.png", "tile.sh");

    private final Screen screen;
    private final DemoGrid fleet;
    private final Path home;
    private final Strays strays;
    private final AtomicBoolean settled = new AtomicBoolean();
    private final AtomicBoolean interrupted = new AtomicBoolean();

    Closing(Screen screen, DemoGrid fleet, Path home) {
        this.screen = screen;
        this.fleet = fleet;
        this.home = home;
        this.strays = new Strays(home);
    }

    /** Whether the process is on its way down, so that whatever fails now fails because of that. */
    boolean isInterrupted() {
        return interrupted.get();
    }

    /** From now on the end of this process, whatever its cause, is the end of all that it started. */
    void onInterrupt() {
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            if (settled.compareAndSet(false, true)) {
                                interrupted.set(true);
                                try {
                                    stopAll();
                                    remove(List.of());
                                } catch (IOException hurried) {
                                    // The process is going down; whoever hurries it takes what is left.
                                }
                            }
                        },
                        "demo-stop"));
    }

    /** Leaves files and logs where they are. */
    void stopAll() {
        settled.set(true);
        fleet.stop();
        strays.kill();
    }

    void end() throws CliFailure, IOException {
        screen.chapter("That was it");
        settled.set(true);
        fleet.stop();
        List<Long> left = strays.find().stream().map(ProcessHandle::pid).toList();
        strays.kill();
        Broken.unless(
                left.isEmpty() && fleet.pids().isEmpty(),
                "Not everything had stopped.",
                "These processes were still running and have been killed: " + left + " " + fleet.pids() + ".",
                home);
        remove(KEPT);
        screen.line("  Everything is stopped; nothing is left running.");
        screen.line("  The picture is kept: "
                + screen.ink().bold(home.resolve("picture.png").toString()));
        next();
        screen.line(
                "    gleaner demo --keep      the same, but opens the page of server and agents, which keep running");
    }

    void keep() {
        settled.set(true);
        screen.chapter("Everything keeps running");
        screen.line("  Address:  " + fleet.url());
        screen.line("  Token:    in " + home.resolve("server/admin.token"));
        screen.line("  Use it:   export GLEANER_HOME=" + home + "    (every command then finds both)");
        screen.line("  See it:   gleaner open    (jobs and machines in your browser)");
        StringBuilder pids = new StringBuilder();
        fleet.pids().forEach(pid -> pids.append(' ').append(pid));
        screen.line("  Stop it:  kill" + pids + "; sleep 5; rm -r " + home);
        next();
    }

    private void next() {
        screen.line("");
        screen.line("  What to try next:");
        screen.line("    gleaner help             all commands; each has --help with examples");
        screen.line("    gleaner server           your own server; it says where it listens");
        screen.line("    gleaner agent            let this machine work for it; then submit, run, status, why");
    }

    /** Removes what is in the directory but these, and the directory too if nothing stays. */
    private void remove(List<String> kept) throws IOException {
        List<Path> all;
        try (Stream<Path> walk = Files.walk(home)) {
            all = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : all) {
            boolean stays = kept.contains(home.relativize(path).toString()) || (path.equals(home) && !kept.isEmpty());
            if (!stays) {
                Files.deleteIfExists(path);
            }
        }
    }
}
