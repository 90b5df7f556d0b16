package org.gleaner.cli.verb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.id.TaskId;
import org.gleaner.core.job.Counted;
import org.gleaner.terminal.console.CliFailure;

/** Results that could not be written while others can: one awkward name must not cost the rest. */
final class Unwritten {
    private static final int SHOWN = 10;

    private final List<String> shown = new ArrayList<>();
    private int count;

    /** Whether nothing else would fare better: there is no directory to write to, or no room for such a file. */
    static boolean isHopeless(Path root, ResultFile file) throws IOException {
        return !Files.isDirectory(root)
                || !Files.isWritable(root)
                || Files.getFileStore(root).getUsableSpace() < file.size();
    }

    /** @param why what failed, in the words of whatever failed */
    void note(TaskId task, ResultFile file, String why) {
        count++;
        if (shown.size() < SHOWN) {
            shown.add("task " + task + ", '" + file.path() + "': "
                    + (why.endsWith(".") ? why.substring(0, why.length() - 1) : why));
        }
    }

    /** To be called when all others are there. */
    void check() throws CliFailure {
        if (count > 0) {
            String more = count > shown.size() ? "; and " + (count - shown.size()) + " more" : "";
            throw CliFailure.usage(
                    Counted.of(count, "result") + (count == 1 ? " was" : " were") + " not written; all others are"
                            + " there.",
                    String.join("; ", shown) + more + ".",
                    "Fetch into another directory with --to.");
        }
    }
}
