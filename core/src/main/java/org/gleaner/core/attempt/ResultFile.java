package org.gleaner.core.attempt;

import org.gleaner.core.id.BlobHash;
import org.gleaner.core.job.FilePath;
import org.jspecify.annotations.Nullable;

/**
 * A file that an attempt left behind. Small content travels inline (Base64) and is stored with the result; larger
 * content is a blob that must be on the server before the commit is accepted.
 */
public record ResultFile(
        String path,
        BlobHash hash,
        long size,
        boolean executable,
        @Nullable String inline) {
    public ResultFile {
        FilePath.check(path);
    }

    /** Whether it is what the attempt printed, which is no declared output. */
    public boolean isPrinted() {
        return path.equals("stdout") || path.equals("stderr");
    }

    /** The same with its content elsewhere. */
    public ResultFile asBlob() {
        return new ResultFile(path, hash, size, executable, null);
    }
}
