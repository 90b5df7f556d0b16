package org.gleaner.client.description;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.client.failure.ClientFailure.Kind;
import org.gleaner.client.file.FileFinder;
import org.gleaner.core.job.Entry;
import org.gleaner.protocol.problem.SystemWords;

/** Tasks for a growing job, as somebody wrote them: words, and a list as a job has one. */
public record MoreTasks(List<Entry> entries) {
    /** What a list of them may be; files go with a whole job only. */
    public static final List<String> LISTS = List.of("array", "each-line", "each-row", "delimiter");

    public MoreTasks {
        entries = List.copyOf(entries);
    }

    /** @param draft with words in place of a command */
    public static MoreTasks of(Draft draft, Place here) throws ClientFailure, IOException {
        try {
            List<Entry> entries = new ArrayList<>();
            draft.command().forEach(word -> entries.add(new Entry(word, List.of())));
            entries.addAll(
                    TaskList.of(draft, here, new FileFinder(here.directory())).writtenOut());
            return new MoreTasks(entries);
        } catch (IllegalArgumentException impossible) {
            throw new ClientFailure(Kind.INVALID, "", "Invalid tasks.", SystemWords.sentence(impossible), "");
        }
    }
}
