package org.gleaner.protocol.message;

import java.util.List;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.JobId;

/**
 * Files of tasks in the order of their ordinals: results, or what was written before the end. Whole tasks, but for one
 * that has so many files that they are told in pieces.
 *
 * @param next the ordinal to ask from next; 0 at the end
 * @param skip how many files of that task to leave out, as they have been told
 * @param attempts of which attempts the files are, if they were written before the end; else nothing
 * @param others attempts of the same tasks that left such files, too
 * @param directories of results, in which there is nothing
 */
public record OutputPage(
        JobId job,
        List<OutputRow> outputs,
        int next,
        int skip,
        List<AttemptId> attempts,
        List<AttemptId> others,
        List<Directory> directories) {
    /** One file of one task; standard output and error are files of the names {@code stdout} and {@code stderr}. */
    public record OutputRow(int task, ResultFile file) {}

    /** A directory that a task left empty. */
    public record Directory(int task, String path) {}

    public OutputPage {
        outputs = List.copyOf(outputs);
        attempts = List.copyOf(attempts);
        others = List.copyOf(others);
        directories = List.copyOf(directories);
    }

    /** Of results. */
    public OutputPage(JobId job, List<OutputRow> outputs, int next, int skip, List<Directory> directories) {
        this(job, outputs, next, skip, List.of(), List.of(), directories);
    }
}
