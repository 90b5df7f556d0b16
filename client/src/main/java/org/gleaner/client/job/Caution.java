package org.gleaner.client.job;

import org.gleaner.client.failure.ClientFailure;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.job.DeclaredOutputs;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.message.OutputPage;
import org.gleaner.protocol.message.OutputPage.OutputRow;
import org.jspecify.annotations.Nullable;

/**
 * Results come from machines that others look after, and people fetch them into directories where a hidden file or a
 * program may be run without their noticing ({@code .git/hooks}, {@code .envrc}). So a file is taken as it is if its
 * owner declared just that name; of what lies below a declared directory hidden names stay behind, and nothing is
 * made executable. Confined to one call.
 */
final class Caution {
    /** What the job declares for one task. */
    @FunctionalInterface
    interface Declarations {
        DeclaredOutputs of(int task) throws ClientFailure, CallFailed;
    }

    private final boolean asIs;
    private int hidden;
    private int plain;

    /** @param asIs whether the caller wants all of it as the task left it */
    Caution(boolean asIs) {
        this.asIs = asIs;
    }

    /** The file as it shall be written; null: it is left out. */
    @Nullable
    ResultFile judge(OutputRow row, Declarations declarations) throws ClientFailure, CallFailed {
        ResultFile file = row.file();
        boolean suspicious =
                file.executable() || file.path().startsWith(".") || file.path().contains("/.");
        // Most files are neither, and what a task declared may have to be asked for.
        if (asIs || !suspicious) {
            return file;
        }
        DeclaredOutputs declared = declarations.of(row.task());
        if (declared.name(file.path())) {
            return file;
        }
        if (!declared.include(file.path()) || declared.hides(file.path())) {
            hidden++;
            return null;
        }
        if (!file.executable()) {
            return file;
        }
        plain++;
        return new ResultFile(file.path(), file.hash(), file.size(), false, file.inline());
    }

    /** Whether an empty directory may be made. */
    boolean shows(OutputPage.Directory directory, Declarations declarations) throws ClientFailure, CallFailed {
        String path = directory.path();
        if (asIs || !(path.startsWith(".") || path.contains("/."))) {
            return true;
        }
        DeclaredOutputs declared = declarations.of(directory.task());
        return declared.include(path) && !declared.hides(path);
    }

    /** How many files were left out. */
    int hidden() {
        return hidden;
    }

    /** How many files were not made executable. */
    int plain() {
        return plain;
    }
}
