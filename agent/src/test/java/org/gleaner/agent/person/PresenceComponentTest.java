package org.gleaner.agent.person;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Somebody at the machine, as a real X server, a command in the place of loginctl, and files tell it. */
@Timeout(900)
final class PresenceComponentTest {
    private static final Path XVFB = Path.of("/usr/bin/Xvfb");
    private static final Path XDOTOOL = Path.of("/usr/bin/xdotool");
    private static final Path XAUTH = Path.of("/usr/bin/xauth");

    @TempDir
    private Path root;

    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void endAll() throws InterruptedException {
        for (Process process : started) {
            process.destroyForcibly().waitFor();
        }
    }

    @Test
    void an_x_server_tells_when_somebody_touched_the_keyboard() throws Exception {
        assumeThat(XVFB).as("a test tool: apt install xvfb").exists();
        assumeThat(XDOTOOL).as("a test tool: apt install xdotool").exists();
        String display = xvfb();
        try (X11Idle idle = new X11Idle(display(display))) {
            await().atMost(Duration.ofMinutes(5)).until(() -> idle.untouched() != null);
            await().atMost(Duration.ofMinutes(5)).until(() -> atLeast(idle, Duration.ofSeconds(1)));

            long begin = System.nanoTime();
            int code = run(Map.of("DISPLAY", display), XDOTOOL.toString(), "key", "a");

            assertThat(code).isZero();
            assertThat(idle.untouched()).isBetween(Duration.ZERO, Duration.ofNanos(System.nanoTime() - begin));
            await().atMost(Duration.ofMinutes(5)).until(() -> atLeast(idle, Duration.ofSeconds(1)));
        }
    }

    @Test
    void an_x_server_that_dies_tells_nothing_more_and_one_that_comes_back_does() throws Exception {
        assumeThat(XVFB).as("a test tool: apt install xvfb").exists();
        String display = xvfb();
        try (X11Idle idle = new X11Idle(display(display))) {
            await().atMost(Duration.ofMinutes(5)).until(() -> idle.untouched() != null);

            started.get(0).destroy();
            started.get(0).waitFor();

            assertThat(idle.untouched()).isNull();
        }
    }

    @Test
    void a_cookie_opens_an_x_server_that_asks_for_one() throws Exception {
        assumeThat(XVFB).as("a test tool: apt install xvfb").exists();
        assumeThat(XAUTH).as("a test tool: apt install xauth").exists();
        Path cookies = root.resolve("cookies");
        run(
                Map.of("HOME", root.toString()),
                XAUTH.toString(),
                "-f",
                cookies.toString(),
                "add",
                ":0",
                ".",
                "00112233445566778899aabbccddeeff");
        String display = xvfb("-auth", cookies.toString());
        String number = display.substring(1);
        Path right = root.resolve("right");
        run(
                Map.of("HOME", root.toString()),
                XAUTH.toString(),
                "-f",
                right.toString(),
                "add",
                display,
                ".",
                "00112233445566778899aabbccddeeff");

        try (X11Idle stranger = new X11Idle(display(display));
                X11Idle guest = new X11Idle(Objects.requireNonNull(XDisplay.of(
                        Map.of("DISPLAY", ":" + number + ".0", "XAUTHORITY", right.toString()),
                        Path.of("/tmp/.X11-unix"))))) {
            await().atMost(Duration.ofMinutes(5)).until(() -> guest.untouched() != null);
            assertThat(stranger.untouched()).isNull();
        }
    }

    @Test
    void a_display_of_another_machine_says_nothing_about_this_one() {
        assertThat(XDisplay.of(Map.of("DISPLAY", "lab7:10.0"), root)).isNull();
        assertThat(XDisplay.of(Map.of("DISPLAY", ":77"), root)).isNull();
        assertThat(XDisplay.of(Map.of(), root)).isNull();
    }

    @Test
    void logind_battery_and_pause_are_seen_by_the_house() throws Exception {
        Path bin = Files.createDirectories(root.resolve("bin"));
        Path said = root.resolve("said");
        Path loginctl = Files.writeString(bin.resolve("loginctl"), "#!/bin/sh\ncat " + said + "\n");
        Files.setPosixFilePermissions(loginctl, PosixFilePermissions.fromString("rwx------"));
        Path supply = Files.createDirectories(root.resolve("power/BAT0"));
        Files.writeString(supply.resolve("type"), "Battery\n");
        Files.writeString(supply.resolve("status"), "Full\n");
        Files.writeString(said, "IdleHint=yes\nIdleSinceHintMonotonic=1\n");
        House.Places places =
                new House.Places(Map.of("PATH", bin.toString()), root, root.resolve("none"), root.resolve("power"));
        HouseRules rules = new HouseRules(null, 1, Duration.ofSeconds(30), Duration.ZERO, 0, HouseRules.NO_PAGE);
        Instant[] now = {Instant.parse("2026-01-01T00:00:00Z")};

        try (House house = new House(rules, places, () -> now[0])) {
            assertThat(house.look(0).reasons()).isEmpty();
            assertThat(house.source()).contains("logind");

            Files.writeString(said, "IdleHint=no\n");
            assertThat(house.look(0).reasons()).containsExactly("someone used the machine less than 30 s ago");

            Files.writeString(said, "IdleHint=yes\nIdleSinceHintMonotonic=1\n");
            Files.writeString(supply.resolve("status"), "Discharging\n");
            now[0] = now[0].plusSeconds(2);
            assertThat(house.look(0).reasons()).containsExactly("the machine runs on battery");

            Files.writeString(supply.resolve("status"), "Full\n");
            now[0] = now[0].plusSeconds(61);
            new PauseFile(root).pause(null, Instant.now());
            assertThat(house.look(0).reasons()).containsExactly("work is paused until someone resumes it");

            new PauseFile(root).resume();
            assertThat(house.look(0).welcome()).isTrue();
        }
    }

    private static boolean atLeast(IdleSource source, Duration span) {
        Duration untouched = source.untouched();
        return untouched != null && untouched.compareTo(span) >= 0;
    }

    private static XDisplay display(String display) {
        Path socket = Path.of("/tmp/.X11-unix/X" + display.substring(1));
        return new XDisplay(socket, "");
    }

    /** Starts an X server on a display that it chooses itself, and waits until it says which. */
    private String xvfb(String... more) throws IOException {
        Path number = root.resolve("number");
        List<String> words = new ArrayList<>(List.of("sh", "-c", "exec \"$@\" -displayfd 3 3>" + number, "sh"));
        words.addAll(List.of(XVFB.toString(), "-nolisten", "tcp", "-screen", "0", "320x200x8"));
        words.addAll(List.of(more));
        started.add(new ProcessBuilder(words)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start());
        await().atMost(Duration.ofMinutes(5))
                .until(() -> Files.exists(number) && Files.readString(number).endsWith("\n"));
        return ":" + Files.readString(number).strip();
    }

    private static int run(Map<String, String> environment, String... words) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(words)
                .redirectInput(new File("/dev/null"))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().putAll(environment);
        return builder.start().waitFor();
    }
}
