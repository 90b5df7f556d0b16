package org.gleaner.client.description;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.client.failure.ClientFailure.Kind;
import org.gleaner.client.file.FileFinder;
import org.gleaner.client.file.Hasher;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.Entry;
import org.gleaner.protocol.problem.SystemWords;

/**
 * Tasks for a growing job, as somebody wrote them: words, or a list as a job has one.
 *
 * @param entries with their files
 * @param files where these were read
 */
public record MoreTasks(List<Entry> entries, Hasher files) {
    /** What makes a list of them, as of a job. */
    public static final List<String> LISTS = List.of("array", "each", "each-line", "each-row", "delimiter");

    public MoreTasks {
        entries = List.copyOf(entries);
    }

    /** @param written with words in place of a command */
    public static MoreTasks of(Draft written, Place here) throws ClientFailure, IOException {
        Draft draft = written.atHome(here);
        FileFinder finder = new FileFinder(here.directory());
        Hasher files = new Hasher();
        try {
            Inputs inputs = new Inputs(finder, tasks(draft, here, finder));
            for (String name : draft.all("in")) {
                if (name.contains("{#}")) {
                    throw Draft.unusable("in", "The numbers of the tasks are known only once they have been added.");
                }
            }
            inputs.find(draft);
            if (!inputs.shared().isEmpty()) {
                throw Draft.unusable(
                        "in", "It must name a file for each task, such as data/{}.csv; others came with the job.");
            }
            return new MoreTasks(inputs.entries(files), files);
        } catch (IllegalArgumentException impossible) {
            throw new ClientFailure(Kind.INVALID, "", "Invalid tasks.", SystemWords.sentence(impossible), "");
        }
    }

    private static TaskList tasks(Draft draft, Place here, FileFinder finder) throws ClientFailure, IOException {
        TaskList listed = TaskList.of(draft, here, finder);
        List<Entry> entries = new ArrayList<>();
        draft.command().forEach(word -> entries.add(new Entry(word, List.of())));
        List<Entry> written = listed.writtenOut();
        if (!entries.isEmpty() && !written.isEmpty()) {
            throw ClientFailure.complete(
                    "There are two lists of tasks.",
                    "The words after the job make one, and so does a flag.",
                    "Use only one of them.");
        }
        entries.addAll(written);
        return new TaskList(new ArrayShape.Listed(entries.size(), listed.columns()), entries, listed.each(), 0);
    }
}
