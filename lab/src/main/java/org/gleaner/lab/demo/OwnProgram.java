package org.gleaner.lab.demo;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.gleaner.lab.child.Child;
import org.gleaner.lab.child.Launch;
import org.gleaner.protocol.wording.Quoted;
import org.gleaner.terminal.console.CliFailure;

/** Starts this very program again, as processes of their own that live in the demo's directory. */
final class OwnProgram {
    /** They should start fast and stay small: a server, agents and their tasks share this machine. */
    private static final List<String> LIGHT = List.of(
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-XX:-UsePerfData",
            "-Xss512k",
            "-Xshare:auto",
            "-Xlog:disable",
            "-Xlog:all=error:stderr");

    private static final Path SETSID = Path.of("/usr/bin/setsid");

    private final Screen screen;
    private final Launch launch;

    /** @param classPath what this program was loaded from: its jar, then ours, unless it is being developed */
    OwnProgram(Path home, Screen screen, String javaCommand, String classPath) {
        this.screen = screen;
        List<String> java = new ArrayList<>(List.of(javaCommand));
        java.addAll(LIGHT);
        String program = classPath.split(File.pathSeparator, 2)[0];
        Path archive = Path.of(program.replaceFirst("\\.jar$", ".jsa"));
        if (program.endsWith(".jar") && Files.isReadable(archive)) {
            java.add("-XX:SharedArchiveFile=" + archive.toAbsolutePath());
        }
        // The commands speak as they would to a person, although a pipe is what they write to.
        java.add("-Dgleaner.terminals=1");
        java.add("-cp");
        java.add(absolute(classPath));
        java.add("org.gleaner.cli.GleanerMain");
        // What is started outlives us if the person wants to keep it.
        launch = new Launch(java, home, Map.of("GLEANER_HOME", home.toString()), false);
    }

    private static String absolute(String classPath) {
        List<String> parts = new ArrayList<>();
        for (String part : classPath.split(File.pathSeparator, -1)) {
            parts.add(Path.of(part).toAbsolutePath().toString());
        }
        return String.join(File.pathSeparator, parts);
    }

    Path home() {
        return launch.directory();
    }

    /** Shows the command, runs it to its end, shows what it printed. */
    String run(int expected, String... words) throws CliFailure, IOException, InterruptedException {
        screen.command("gleaner " + written(List.of(words)));
        return finish("gleaner " + words[0], expected, launch.builder(List.of(words)));
    }

    /** The same for a line of the shell. */
    String shell(String line) throws CliFailure, IOException, InterruptedException {
        screen.command(line);
        Launch shell = new Launch(List.of("sh", "-c", line), home(), launch.environment(), false);
        return finish("The shell", 0, shell.builder(List.of()));
    }

    private String finish(String who, int expected, ProcessBuilder command)
            throws CliFailure, IOException, InterruptedException {
        Path printed = home().resolve("command.out");
        Process process = command.redirectErrorStream(true)
                .redirectOutput(printed.toFile())
                .start();
        try {
            process.waitFor(DemoPlan.LONGEST_COMMAND.toMillis(), TimeUnit.MILLISECONDS);
        } finally {
            process.destroyForcibly();
        }
        int exit = process.waitFor();
        String output = Files.readString(printed, StandardCharsets.UTF_8);
        screen.printed(output);
        if (exit != expected) {
            throw Broken.promise(
                    "A command of the demo failed.",
                    who + " exited with " + exit + " instead of " + expected + ".",
                    home());
        }
        if (exit != 0) {
            screen.line("    (exit code " + exit + ")");
        }
        return output;
    }

    /** For programs that go on in the background. */
    Launch background() {
        // In a session of its own it survives the terminal, and an interrupt reaches it only through us.
        return Files.isExecutable(SETSID) ? launch.behind(List.of(SETSID.toString())) : launch;
    }

    /** As the line that starts it. */
    void show(Child child) {
        screen.command("gleaner " + written(child.words()) + " &");
    }

    /** As one would type it. */
    static String written(List<String> words) {
        List<String> quoted = new ArrayList<>();
        for (String word : words) {
            quoted.add(word.equals("{}") ? word : Quoted.word(word));
        }
        return String.join(" ", quoted);
    }
}
