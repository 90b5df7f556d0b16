package org.gleaner.agent.run;

import java.nio.file.Path;
import java.util.List;
import org.gleaner.core.job.OutputFile;

/**
 * Where a running attempt writes.
 *
 * @param files the task's own directory, in which outputs are
 * @param beside the directory of what it prints
 */
public record Written(Path files, Path beside, List<OutputFile> outputs) {
    public static final String STDOUT = "stdout";
    public static final String STDERR = "stderr";

    public Written {
        outputs = List.copyOf(outputs);
    }
}
