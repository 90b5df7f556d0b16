package org.gleaner.client.description;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.protocol.json.BadMessage;
import org.gleaner.protocol.json.Json;
import org.gleaner.protocol.json.JsonInput;
import org.gleaner.protocol.problem.SystemWords;
import org.jspecify.annotations.Nullable;

/**
 * Several jobs of one file: tables {@code [[job]]} of a job file, or lines. A line is an object of JSON with the keys
 * of a job file, or the words that {@code submit} takes; empty lines and those that begin with # say nothing.
 *
 * @param file how people call it
 */
public record SeveralJobs(String file, List<Described> jobs) {
    /** As many lines as one run takes: no owner may have more jobs open. */
    public static final int MOST = 200_000;

    private static final int LARGEST = 256 << 20;

    /** How people begin a line that they copied from a terminal. */
    private static final Pattern PROGRAM = Pattern.compile("(.*/)?gleaner");

    private static final List<String> VERBS = List.of("submit", "run");

    /**
     * @param line where its description begins, counted from 1
     * @param keys where each of its keys stands, if that is somewhere else
     */
    public record Described(int line, Draft draft, Map<String, Integer> keys) {
        public Described {
            keys = Map.copyOf(keys);
        }

        /** One that stands in a single line. */
        public Described(int line, Draft draft) {
            this(line, draft, Map.of());
        }
    }

    public SeveralJobs {
        jobs = List.copyOf(jobs);
    }

    /** The jobs of a job file; empty if it describes one, or is none. */
    public static Optional<SeveralJobs> ofFile(Draft typed, String name, Vocabulary words, Place here)
            throws ClientFailure, IOException {
        Optional<JobFile> file = JobSource.several(name, words, here);
        if (file.isEmpty()) {
            return Optional.empty();
        }
        if (!typed.command().isEmpty() || typed.has("shell") || typed.has("name")) {
            throw ClientFailure.complete(
                    "A file of several jobs takes no command or name on the command line.",
                    name + " has its own for each of them.",
                    "Leave them out.");
        }
        List<Described> jobs = new ArrayList<>();
        for (Described one : file.get().drafts()) {
            jobs.add(new Described(one.line, JobSource.merge(typed, one.draft), one.keys));
        }
        return Optional.of(new SeveralJobs(name, jobs));
    }

    /**
     * The jobs of a file of lines.
     *
     * @param common what holds for every line that does not say otherwise
     * @param name - is what comes in
     */
    public static SeveralJobs ofLines(Draft common, String name, Vocabulary words, Place here)
            throws ClientFailure, IOException {
        String shown = name.equals("-") ? "standard input" : name;
        List<Described> jobs = new ArrayList<>();
        String[] lines = text(shown, name, here).split("\\R", -1);
        for (int i = 0; i < lines.length; i++) {
            String line = lines[i].strip();
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            if (jobs.size() == MOST) {
                throw JobSource.wrong(shown, i + 1, "It has more than " + MOST + " jobs.", "Split it.");
            }
            Draft own = line.startsWith("{") ? object(shown, i + 1, line, words) : words(shown, i + 1, line, words);
            refuseOfCall(shown, i + 1, own);
            jobs.add(new Described(i + 1, JobSource.over(own, common)));
        }
        if (jobs.isEmpty()) {
            throw JobSource.wrong(shown, null, "It describes no jobs.", "Write one job per line.");
        }
        return new SeveralJobs(shown, jobs);
    }

    private static String text(String shown, String name, Place here) throws ClientFailure, IOException {
        byte[] content;
        if (name.equals("-")) {
            content = here.in().readNBytes(LARGEST + 1);
        } else {
            if (!Files.isReadable(here.file(name)) || Files.isDirectory(here.file(name))) {
                throw JobSource.wrong(shown, null, "There is no file " + name + " to read.", "Check its name.");
            }
            try (InputStream in = Files.newInputStream(here.file(name))) {
                content = in.readNBytes(LARGEST + 1);
            } catch (AccessDeniedException closed) {
                throw JobSource.wrong(shown, null, "You have no permission to read it.", "Check its rights.");
            }
        }
        if (content.length > LARGEST) {
            throw JobSource.wrong(shown, null, "It is larger than 256 MB.", "Split it.");
        }
        try {
            return FileText.of(content);
        } catch (CharacterCodingException malformed) {
            throw JobSource.wrong(shown, null, "It is not UTF-8.", "Save it as UTF-8.");
        }
    }

    private static Draft object(String file, int line, String text, Vocabulary words) throws ClientFailure {
        Map<String, Object> table;
        try {
            table = Json.read(text.getBytes(StandardCharsets.UTF_8), SeveralJobs::table);
        } catch (BadMessage bad) {
            throw JobSource.wrong(
                    file,
                    line,
                    String.valueOf(bad.getMessage()),
                    "A line is an object such as {\"command\": [\"echo\", \"1\"]}, or the words of a command.");
        }
        return new WrittenJob(file, words.keys(), WrittenJob.Form.JSON, key -> line).draft(table);
    }

    private static Map<String, Object> table(JsonInput in) throws IOException {
        Map<String, Object> table = new LinkedHashMap<>();
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            table.put(field, value(in));
        }
        return table;
    }

    private static Object value(JsonInput in) throws IOException {
        if (in.isObject()) {
            return table(in);
        }
        if (in.isList()) {
            return in.list(Integer.MAX_VALUE, SeveralJobs::value);
        }
        if (in.isText()) {
            return in.text();
        }
        if (in.isFlag()) {
            return in.flag();
        }
        return in.isNumber() ? (Object) in.number() : (Object) in.fraction();
    }

    private static Draft words(String file, int line, String text, Vocabulary words) throws ClientFailure {
        Draft draft;
        try {
            draft = words.read(ShellWords.split(text));
        } catch (IllegalArgumentException unclosed) {
            throw JobSource.wrong(file, line, SystemWords.sentence(unclosed), "Close the quote.");
        } catch (ClientFailure failure) {
            throw at(file, line, failure);
        }
        List<String> command = draft.command();
        if (command.size() > 1 && PROGRAM.matcher(command.get(0)).matches() && VERBS.contains(command.get(1))) {
            throw JobSource.wrong(
                    file,
                    line,
                    "It begins with '" + command.get(0) + " " + command.get(1) + "', which every task would run.",
                    "Write only what follows that: flags, then the command.");
        }
        return draft;
    }

    /** What concerns the whole call, such as a dry run, can't hold for one of its jobs. */
    static void refuseOfCall(String file, @Nullable Integer line, Draft job) throws ClientFailure {
        for (String key : job.values().keySet()) {
            if (JobKey.named(key, JobKey.ALL) == null) {
                throw JobSource.wrong(file, line, "--" + key + " belongs on the command line.", "Leave it out.");
            }
        }
    }

    /** What is wrong with one of the jobs. */
    public ClientFailure at(Described job, ClientFailure failure) {
        boolean ofKey = failure.kind() == ClientFailure.Kind.VALUE;
        return at(file, ofKey ? job.keys.getOrDefault(failure.place(), job.line) : job.line, failure);
    }

    private static ClientFailure at(String file, int line, ClientFailure failure) {
        return JobSource.wrong(file, line, failure.what() + " " + failure.why(), failure.next());
    }
}
