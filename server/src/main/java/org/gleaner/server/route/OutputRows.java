package org.gleaner.server.route;

import java.util.ArrayList;
import java.util.List;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.id.JobId;
import org.gleaner.protocol.message.OutputPage;
import org.gleaner.protocol.message.OutputPage.Directory;
import org.gleaner.protocol.message.OutputPage.OutputRow;

/** Files of one answer in the order of their tasks, whole tasks only. Confined to one thread. */
final class OutputRows {
    static final int MOST_FILES = 10_000;
    static final long MOST_INLINE = 16L << 20;

    private final List<OutputRow> list = new ArrayList<>();
    private final List<Directory> directories = new ArrayList<>();
    private long inline;

    List<OutputRow> list() {
        return list;
    }

    OutputPage page(JobId job, int next) {
        return new OutputPage(job, list, next, 0, directories);
    }

    /** The same of a task with its report. */
    boolean add(int task, AttemptReport report) {
        boolean fits = add(task, report.files());
        if (fits) {
            directories.addAll(empty(task, report));
        }
        return fits;
    }

    static List<Directory> empty(int task, AttemptReport report) {
        return report.outputs().directories().stream()
                .map(path -> new Directory(task, path))
                .toList();
    }

    /** Whether the task's files fit too; the first task always does. */
    boolean add(int task, List<ResultFile> files) {
        long more = 0;
        for (ResultFile file : files) {
            more += file.inline() == null ? 0 : file.size();
        }
        boolean fits = list.size() + files.size() <= MOST_FILES
                && inline + more <= MOST_INLINE
                && directories.size() <= MOST_FILES;
        if (!fits && !list.isEmpty()) {
            return false;
        }
        inline += more;
        files.forEach(file -> list.add(new OutputRow(task, file)));
        return true;
    }
}
