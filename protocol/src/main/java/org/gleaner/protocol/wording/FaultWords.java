package org.gleaner.protocol.wording;

import org.gleaner.core.job.CutText;
import org.gleaner.core.job.FileLayout;
import org.gleaner.core.job.FilePath;

/** Names of files with which no machine can put them in place: what is wrong, and what to do. */
public final class FaultWords {
    private static final int SHOWN = 80;

    private FaultWords() {}

    /** The rest of a sentence that begins with "it names". */
    public static String of(FileLayout.Fault fault) {
        return switch (fault.flaw()) {
            case LONG ->
                "the file " + shown(fault.path()) + ", of which a part is longer than " + FilePath.LONGEST_PART
                        + " bytes, the most for the name of a file or directory; give it a shorter name";
            case TWICE -> "the file " + shown(fault.path()) + " twice; name it once";
            case FILE_AND_DIRECTORY ->
                "the files " + shown(fault.path()) + " and " + shown(fault.other()) + ", but " + shown(fault.path())
                        + " can't be a file and a directory at once; rename one of them";
        };
    }

    private static String shown(String path) {
        return "'" + CutText.marked(SHOWN, path) + "'";
    }
}
