package org.gleaner.cli.description;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.cli.file.FileFinder;
import org.gleaner.cli.file.LocalFile;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.Entry;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Surroundings;

/**
 * Which tasks a job has.
 *
 * @param entries of a listed array, without their files; empty for the others
 * @param each one file per task; empty unless the list is one of files
 * @param atMost tasks at once as the list says it; 0: it does not
 */
record TaskList(ArrayShape shape, List<Entry> entries, List<LocalFile> each, int atMost) {
    static TaskList of(Arguments arguments, Surroundings here, FileFinder finder) throws CliFailure, IOException {
        List<String> given = new ArrayList<>();
        for (String flag : JobFlags.LISTS) {
            if (arguments.has(flag)) {
                given.add("--" + flag);
            }
        }
        if (given.size() > 1) {
            throw CliFailure.usage(
                    "The job has two lists of tasks.",
                    String.join(" and ", given) + " each make one.",
                    "Keep one of them.");
        }
        if (arguments.has("delimiter") && !arguments.has("each-row")) {
            throw arguments.unusable("delimiter", "It needs --each-row.");
        }
        if (arguments.has("array")) {
            RangeText range = RangeText.parse(arguments, arguments.text("array", ""));
            return new TaskList(range.range(), List.of(), List.of(), range.atMost());
        }
        if (arguments.has("each")) {
            List<LocalFile> each = finder.each(arguments.text("each", ""));
            List<Entry> entries = new ArrayList<>();
            // The entry is the name under which its file is laid, so that {} finds it there.
            each.forEach(file -> entries.add(new Entry(file.path(), List.of())));
            return new TaskList(new ArrayShape.Listed(entries.size()), entries, each, 0);
        }
        if (arguments.has("each-line")) {
            List<Entry> entries = lines(arguments, here);
            return new TaskList(new ArrayShape.Listed(entries.size()), entries, List.of(), 0);
        }
        if (arguments.has("each-row")) {
            try (InputStream in = open(arguments, here, "each-row")) {
                RowFile rows = RowFile.read(in, arguments.text("delimiter"), arguments);
                List<Entry> entries = rows.entries();
                return new TaskList(new ArrayShape.Listed(entries.size(), rows.columns()), entries, List.of(), 0);
            }
        }
        return new TaskList(new ArrayShape.Single(), List.of(), List.of(), 0);
    }

    /** The names of its columns. */
    List<String> columns() {
        return shape instanceof ArrayShape.Listed listed ? listed.columns() : List.of();
    }

    /** The entry of a task, wherever it comes from. */
    Entry entry(int ordinal) {
        if (shape instanceof ArrayShape.Range range) {
            return range.entry(ordinal);
        }
        return entries.isEmpty() ? new Entry("", List.of()) : entries.get(ordinal - 1);
    }

    private static InputStream open(Arguments arguments, Surroundings here, String flag)
            throws CliFailure, IOException {
        String name = arguments.text(flag, "");
        if (name.equals("-")) {
            // Standard input is not ours to close, and the process ends soon.
            return here.streams().in();
        }
        try {
            return Files.newInputStream(here.file(name));
        } catch (NoSuchFileException | AccessDeniedException closed) {
            throw arguments.unusable(
                    flag,
                    closed instanceof NoSuchFileException
                            ? "There is no file " + name + " here."
                            : "The file " + name + " can't be read by you.");
        }
    }

    private static List<Entry> lines(Arguments arguments, Surroundings here) throws CliFailure, IOException {
        List<Entry> entries = new ArrayList<>();
        try (InputStream in = open(arguments, here, "each-line");
                BufferedReader reader =
                        new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8.newDecoder()))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                if (!line.isBlank()) {
                    entries.add(new Entry(line, List.of()));
                }
            }
        } catch (CharacterCodingException malformed) {
            throw arguments.unusable("each-line", "Line " + (entries.size() + 1) + " or a later one is not UTF-8.");
        } catch (IllegalArgumentException unusable) {
            throw arguments.unusable("each-line", Arguments.sentence(unusable));
        }
        if (entries.isEmpty()) {
            String name = arguments.text("each-line", "");
            throw arguments.unusable("each-line", (name.equals("-") ? "Standard input" : name) + " has no lines.");
        }
        return entries;
    }
}
