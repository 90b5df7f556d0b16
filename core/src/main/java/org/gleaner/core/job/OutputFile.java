package org.gleaner.core.job;

/** A file or directory that the task leaves behind; placeholders are replaced as in the command. */
public record OutputFile(String path, boolean optional) {
    public OutputFile {
        FilePath.check(path);
        if (path.equals("stdout") || path.equals("stderr")) {
            throw new IllegalArgumentException(
                    "the output '" + path + "' has the name under which the task's own output is kept; rename it");
        }
    }
}
