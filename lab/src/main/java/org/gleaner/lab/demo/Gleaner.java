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
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Quoted;

/** Starts this very program again, as processes of their own that live in the demo's directory. */
final class Gleaner {
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

    private final Path home;
    private final Screen screen;
    private final List<String> java;

    /** @param classPath what this program was loaded from: its jar, then ours, unless it is being developed */
    Gleaner(Path home, Screen screen, String javaCommand, String classPath) {
        this.home = home;
        this.screen = screen;
        this.java = new ArrayList<>();
        java.add(javaCommand);
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
    }

    private static String absolute(String classPath) {
        List<String> parts = new ArrayList<>();
        for (String part : classPath.split(File.pathSeparator, -1)) {
            parts.add(Path.of(part).toAbsolutePath().toString());
        }
        return String.join(File.pathSeparator, parts);
    }

    Path home() {
        return home;
    }

    /** Shows the command, runs it to its end, shows what it printed. */
    String run(int expected, String... words) throws CliFailure, IOException, InterruptedException {
        screen.command("gleaner " + written(List.of(words)));
        List<String> command = new ArrayList<>(java);
        command.addAll(List.of(words));
        return finish("gleaner " + words[0], expected, command);
    }

    /** The same for a line of the shell. */
    String shell(String line) throws CliFailure, IOException, InterruptedException {
        screen.command(line);
        return finish("The shell", 0, List.of("sh", "-c", line));
    }

    private String finish(String who, int expected, List<String> command)
            throws CliFailure, IOException, InterruptedException {
        Path printed = home.resolve("command.out");
        Process process = builder(command)
                .redirectErrorStream(true)
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
                    "A command of the demo did not end as it should.",
                    who + " ended with " + exit + " instead of " + expected + ".",
                    home);
        }
        if (exit != 0) {
            screen.line("    (exit code " + exit + ")");
        }
        return output;
    }

    /** Starts a program that goes on in the background; what it prints is appended to a file. */
    Process start(Path log, List<String> words) throws IOException {
        screen.command("gleaner " + written(words) + " &");
        List<String> command = new ArrayList<>();
        if (Files.isExecutable(SETSID)) {
            // In a session of its own it survives the terminal, and an interrupt reaches it only through us.
            command.add(SETSID.toString());
        }
        command.addAll(java);
        command.addAll(words);
        return builder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
    }

    private ProcessBuilder builder(List<String> command) {
        ProcessBuilder builder = new ProcessBuilder(command).directory(home.toFile());
        builder.redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
        Map<String, String> environment = builder.environment();
        // A server that the person works with has no part in this.
        environment.remove("GLEANER_URL");
        environment.remove("GLEANER_TOKEN");
        environment.put("GLEANER_HOME", home.toString());
        return builder;
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
