package org.gleaner.core.job;

import org.gleaner.core.id.BlobHash;

/** A file that is laid into the task's directory before it starts. */
public record InputFile(String path, BlobHash hash, long size, boolean executable) {
    public InputFile {
        FilePath.check(path);
    }
}
