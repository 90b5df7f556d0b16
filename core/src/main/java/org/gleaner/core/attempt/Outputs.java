package org.gleaner.core.attempt;

import java.util.List;
import org.gleaner.core.job.JobWeight;
import org.jspecify.annotations.Nullable;

/**
 * What an attempt left of all that its job declares. A few files are named one by one. Of many the list is a file of
 * its own, a blob like any other that the report only names, so that reports stay small wherever they travel or lie.
 *
 * @param files the files; if there is a list, those in it whose content are blobs, once the server has read it: they
 *     neither travel nor are they stored with the report
 */
public record Outputs(List<ResultFile> files, @Nullable ResultFile list) {
    public static final Outputs NONE = new Outputs(List.of(), null);

    /** The most files of one attempt: as many as a job may name. */
    public static final int MOST = JobWeight.NAMES_LIMIT;

    /** The most bytes of a list: names as long as those of a job may be, with hashes, and small content. */
    public static final long LONGEST_LIST = 64 << 20;

    /** What a list is called, where files have names. */
    public static final String LIST = "outputs.json";

    public Outputs {
        files = List.copyOf(files);
        if (list != null && (list.inline() != null || list.size() > LONGEST_LIST)) {
            throw new IllegalArgumentException(
                    "a list of outputs is a blob of at most " + LONGEST_LIST + " bytes; this one has " + list.size());
        }
    }

    /** These, named one by one. */
    public static Outputs of(List<ResultFile> files) {
        return files.isEmpty() ? NONE : new Outputs(files, null);
    }

    /** Those of this list, which is a blob. */
    public static Outputs listed(ResultFile list) {
        return new Outputs(List.of(), list);
    }

    /** The same when the list was read. */
    public Outputs read(List<ResultFile> blobs) {
        return new Outputs(blobs, list);
    }

    public boolean isEmpty() {
        return files.isEmpty() && list == null;
    }
}
