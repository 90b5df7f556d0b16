package org.gleaner.agent.verb;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.gleaner.agent.disk.AgentDirectory;
import org.gleaner.agent.person.PauseFile;
import org.gleaner.core.job.Spans;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Exit;
import org.gleaner.terminal.console.Printer;
import org.gleaner.terminal.console.Surroundings;

/** What the person at the machine says to its agent: {@code agent pause}, {@code resume} and {@code status}. */
final class AgentHouse {
    static final List<String> WORDS = List.of("pause", "resume", "status");

    private static final Duration LONGEST_PAUSE = Duration.ofDays(366);
    private static final int LONGEST_ANSWER = 1 << 20;
    private static final int PATIENCE_MILLIS = 3000;
    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("EEE HH:mm", Locale.ROOT);

    private AgentHouse() {}

    static int run(Arguments arguments, Surroundings here, Path dir) throws CliFailure, IOException {
        String word = arguments.operand(0, "");
        if (!Files.isDirectory(dir)) {
            throw new CliFailure(
                    Exit.UNREACHABLE,
                    "There is no agent here.",
                    "No agent has ever run in " + dir + ".",
                    "Name its directory with --dir, or start one: gleaner agent --help");
        }
        if (!word.equals("pause") && arguments.operands().size() > 1) {
            throw CliFailure.usage(
                    "Too many arguments.", "'agent " + word + "' takes no more arguments.", Arguments.seeHelp("agent"));
        }
        return switch (word) {
            case "pause" -> pause(arguments, here, dir);
            case "resume" -> resume(arguments, here, dir);
            default -> status(arguments, here, dir);
        };
    }

    private static int pause(Arguments arguments, Surroundings here, Path dir) throws CliFailure, IOException {
        Duration span = null;
        if (arguments.operands().size() > 1) {
            try {
                span = Spans.parse(arguments.operand(1, ""));
            } catch (IllegalArgumentException malformed) {
                throw CliFailure.usage(
                        "The agent can't be paused.",
                        Arguments.sentence(malformed),
                        "Give a duration, such as: gleaner agent pause 2h");
            }
        }
        if (span != null && (span.isZero() || span.compareTo(LONGEST_PAUSE) > 0)) {
            throw CliFailure.usage(
                    "The agent can't be paused.",
                    "A pause lasts from a second to a year.",
                    "Leave it out to pause until 'gleaner agent resume'.");
        }
        Instant until = new PauseFile(dir).pause(span, Instant.now()).until();
        hasten(dir);
        if (!AgentDirectory.isHeld(dir)) {
            here.err()
                    .println(Printer.printable("Note: no agent runs in " + dir
                            + " now. The pause is for the next one that starts there; name another directory with"
                            + " --dir."));
        }
        if (arguments.json()) {
            Printer.json(here.out(), Optional.ofNullable(until), (out, end) -> {
                out.writeStartObject();
                out.writeNumberField("version", 1);
                out.writeBooleanField("paused", true);
                if (end.isPresent()) {
                    out.writeStringField("until", end.get().toString());
                }
                out.writeEndObject();
            });
        } else if (until == null) {
            here.out().println("Paused until 'gleaner agent resume'.");
        } else {
            here.out().println("Paused until " + CLOCK.format(until.atZone(ZoneId.systemDefault())) + ".");
        }
        return Exit.OK;
    }

    private static int resume(Arguments arguments, Surroundings here, Path dir) throws IOException {
        boolean was = new PauseFile(dir).resume();
        hasten(dir);
        if (arguments.json()) {
            Printer.json(here.out(), was, (out, before) -> {
                out.writeStartObject();
                out.writeNumberField("version", 1);
                out.writeBooleanField("paused", false);
                out.writeBooleanField("wasPaused", before);
                out.writeEndObject();
            });
        } else {
            here.out().println(was ? "Resumed." : "It was not paused.");
        }
        return Exit.OK;
    }

    /** An idle agent looks at the file every ten seconds; one whose page is asked looks at once. */
    private static void hasten(Path dir) throws IOException {
        try {
            fetch(address(dir) + "status.txt?key=" + key(dir));
        } catch (CliFailure noPage) {
            // It does not run, or has no page: then it sees the file in its own time.
        }
    }

    private static int status(Arguments arguments, Surroundings here, Path dir) throws CliFailure, IOException {
        String address = address(dir);
        String key = "?key=" + key(dir);
        String text = fetch(address + (arguments.json() ? "status.json" : "status.txt") + key);
        text.strip().lines().forEach(line -> here.out().println(Printer.printable(line)));
        if (!arguments.json()) {
            here.out().println("page: " + address + key);
        }
        return Exit.OK;
    }

    private static String address(Path dir) throws CliFailure, IOException {
        try {
            String text = Files.readString(AgentDirectory.page(dir), StandardCharsets.UTF_8)
                    .strip();
            if (text.matches("http://127\\.0\\.0\\.1:[0-9]{1,5}/")) {
                return text;
            }
        } catch (NoSuchFileException none) {
            // Told below.
        }
        if (AgentDirectory.isHeld(dir)) {
            throw new CliFailure(
                    Exit.UNREACHABLE,
                    "The agent has no page.",
                    "An agent runs in " + dir + ", but it was started with --page-port off.",
                    "Restart it without that flag to ask it here; 'gleaner node list' shows how the server sees it.");
        }
        throw silent("No agent of yours runs in " + dir + ".");
    }

    /** An agent of an older version has none. */
    private static String key(Path dir) throws IOException {
        try {
            // Whoever owns the directory may not be who asks: nothing but a key is sent to what answers there.
            String key = Files.readString(AgentDirectory.pageKey(dir), StandardCharsets.UTF_8)
                    .strip();
            return AgentDirectory.isWord(key) ? key : "";
        } catch (NoSuchFileException none) {
            return "";
        }
    }

    private static String fetch(String url) throws CliFailure {
        try {
            HttpURLConnection page = (HttpURLConnection) new URL(url).openConnection(Proxy.NO_PROXY);
            page.setConnectTimeout(PATIENCE_MILLIS);
            page.setReadTimeout(PATIENCE_MILLIS);
            page.setInstanceFollowRedirects(false);
            try (InputStream in = page.getInputStream()) {
                return new String(in.readNBytes(LONGEST_ANSWER), StandardCharsets.UTF_8);
            }
        } catch (IOException silent) {
            throw silent("Its page does not answer: " + silent.getMessage() + ".");
        }
    }

    private static CliFailure silent(String why) {
        return new CliFailure(
                Exit.UNREACHABLE, "The agent does not answer.", why, "Start it: gleaner agent URL --token-file F");
    }
}
