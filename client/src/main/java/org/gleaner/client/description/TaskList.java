package org.gleaner.client.description;

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
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.client.file.FileFinder;
import org.gleaner.client.file.LocalFile;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.Entry;
import org.gleaner.protocol.problem.SystemWords;

/**
 * Which tasks a job has.
 *
 * @param entries of a listed array, without their files; empty for the others
 * @param each one file per task; empty unless the list is one of files
 * @param atMost tasks at once as the list says it; 0: it does not
 */
record TaskList(ArrayShape shape, List<Entry> entries, List<LocalFile> each, int atMost) {
    /** So many numbers of a range are written out as entries. */
    private static final int MOST_WRITTEN_OUT = 1_000_000;

    static TaskList of(Draft draft, Place here, FileFinder finder) throws ClientFailure, IOException {
        TaskList tasks = listed(draft, here, finder);
        if (!draft.has("growing")) {
            return tasks;
        }
        List<Entry> entries = tasks.writtenOut();
        return new TaskList(
                new ArrayShape.Listed(entries.size(), tasks.columns(), true), entries, tasks.each(), tasks.atMost);
    }

    /** All entries, also those that could be computed; none of a job without a list. */
    List<Entry> writtenOut() throws ClientFailure {
        if (!(shape instanceof ArrayShape.Range range)) {
            return entries;
        }
        if (range.size() > MOST_WRITTEN_OUT) {
            throw Draft.unusable("array", "At most " + MOST_WRITTEN_OUT + " tasks can be added to a job at once.");
        }
        List<Entry> numbers = new ArrayList<>(range.size());
        for (int ordinal = 1; ordinal <= range.size(); ordinal++) {
            numbers.add(range.entry(ordinal));
        }
        return numbers;
    }

    private static TaskList listed(Draft draft, Place here, FileFinder finder) throws ClientFailure, IOException {
        List<String> given = new ArrayList<>();
        for (String key : JobKey.LISTS) {
            if (draft.has(key)) {
                given.add("`" + key + "`");
            }
        }
        if (given.size() > 1) {
            throw ClientFailure.complete(
                    "The job has two lists of tasks.",
                    String.join(" and ", given) + " each make one.",
                    "Use only one of them.");
        }
        if (draft.has("delimiter") && !draft.has("each-row")) {
            throw Draft.unusable("delimiter", "It requires `each-row`.");
        }
        if (draft.has("array")) {
            RangeText range = RangeText.parse(draft.text("array", ""));
            return new TaskList(range.range(), List.of(), List.of(), range.atMost());
        }
        if (draft.has("each")) {
            List<LocalFile> each = finder.each(draft.text("each", ""));
            List<Entry> entries = new ArrayList<>();
            // The entry is the name under which its file is laid, so that {} finds it there.
            each.forEach(file -> entries.add(new Entry(file.path(), List.of())));
            return new TaskList(new ArrayShape.Listed(entries.size()), entries, each, 0);
        }
        if (draft.has("each-line")) {
            List<Entry> entries = lines(draft, here);
            return new TaskList(new ArrayShape.Listed(entries.size()), entries, List.of(), 0);
        }
        if (draft.has("each-row")) {
            try (InputStream in = open(draft, here, "each-row")) {
                RowFile rows = RowFile.read(in, draft.text("delimiter"));
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

    private static InputStream open(Draft draft, Place here, String key) throws ClientFailure, IOException {
        String name = draft.text(key, "");
        if (name.equals("-")) {
            // Standard input is not ours to close, and the process ends soon.
            return here.in();
        }
        try {
            return Files.newInputStream(here.file(name));
        } catch (NoSuchFileException | AccessDeniedException closed) {
            throw Draft.unusable(
                    key,
                    closed instanceof NoSuchFileException
                            ? "There is no file " + name + " here."
                            : "You have no permission to read " + name + ".");
        }
    }

    private static List<Entry> lines(Draft draft, Place here) throws ClientFailure, IOException {
        List<Entry> entries = new ArrayList<>();
        try (InputStream in = open(draft, here, "each-line");
                BufferedReader reader =
                        new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8.newDecoder()))) {
            boolean first = true;
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                String entry = first ? FileText.withoutMark(line) : line;
                first = false;
                if (!entry.isBlank()) {
                    entries.add(new Entry(entry, List.of()));
                }
            }
        } catch (CharacterCodingException malformed) {
            throw Draft.unusable("each-line", "Line " + (entries.size() + 1) + " or a later one is not UTF-8.");
        } catch (IllegalArgumentException unusable) {
            throw Draft.unusable("each-line", SystemWords.sentence(unusable));
        }
        if (entries.isEmpty()) {
            String name = draft.text("each-line", "");
            throw Draft.unusable("each-line", (name.equals("-") ? "Standard input" : name) + " has no lines.");
        }
        return entries;
    }
}
