package org.gleaner.core.attempt;

import java.util.Optional;
import org.gleaner.core.job.DeclaredOutputs;

/**
 * Results come from machines that others look after, and people lay them into directories where a hidden file or a
 * program may be run without their noticing ({@code .git/hooks}, {@code .envrc}). So a file is taken as it is if its
 * owner declared just that name; of what lies below a declared directory hidden names stay behind, and nothing is
 * made executable. The one home of this rule: for who fetches single files, and for archives.
 */
public final class ResultCare {
    private ResultCare() {}

    /** Whether the file is fine whatever was declared. Most are, and what a task declared may have to be asked for. */
    public static boolean isHarmless(ResultFile file) {
        return file.isPrinted() || (!file.executable() && !isHidden(file.path()));
    }

    /** The same of an empty directory. */
    public static boolean isHarmless(String directory) {
        return !isHidden(directory);
    }

    /** The file as it shall be written; empty: it is left out. */
    public static Optional<ResultFile> judge(ResultFile file, DeclaredOutputs declared) {
        if (isHarmless(file) || declared.name(file.path())) {
            return Optional.of(file);
        }
        if (!shows(file.path(), declared)) {
            return Optional.empty();
        }
        return Optional.of(new ResultFile(file.path(), file.hash(), file.size(), false, file.inline()));
    }

    /** Whether something of this name, which its owner did not choose, may be seen. */
    public static boolean shows(String path, DeclaredOutputs declared) {
        return declared.include(path) && !declared.hides(path);
    }

    private static boolean isHidden(String path) {
        return path.startsWith(".") || path.contains("/.");
    }
}
