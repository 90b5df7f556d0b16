package org.gleaner.client.job;

import org.gleaner.client.failure.ClientFailure;
import org.gleaner.core.attempt.ResultCare;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.job.DeclaredOutputs;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.message.OutputPage;
import org.gleaner.protocol.message.OutputPage.OutputRow;
import org.jspecify.annotations.Nullable;

/** Holds what is fetched to the rule of {@link ResultCare} and counts what that changed. Confined to one call. */
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
        if (asIs || ResultCare.isHarmless(file)) {
            return file;
        }
        ResultFile judged = ResultCare.judge(file, declarations.of(row.task())).orElse(null);
        if (judged == null) {
            hidden++;
        } else if (judged.executable() != file.executable()) {
            plain++;
        }
        return judged;
    }

    /** Whether an empty directory may be made. */
    boolean shows(OutputPage.Directory directory, Declarations declarations) throws ClientFailure, CallFailed {
        return asIs
                || ResultCare.isHarmless(directory.path())
                || ResultCare.shows(directory.path(), declarations.of(directory.task()));
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
