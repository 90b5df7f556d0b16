package org.gleaner.core.attempt;

import java.util.List;
import org.gleaner.core.job.FilePath;
import org.gleaner.core.job.JobWeight;
import org.jspecify.annotations.Nullable;

/**
 * What an attempt left of all that its job declares. A few files are named one by one. Of many the list is a file of
 * its own, a blob like any other that the report only names, so that reports stay small wherever they travel or lie.
 *
 * @param files the files; if there is a list, those in it whose content are blobs, once the server has read it: they
 *     neither travel nor are they stored with the report
 * @param directories those in which there is nothing: no file tells of them
 */
public record Outputs(List<ResultFile> files, @Nullable ResultFile list, List<String> directories) {
    public static final Outputs NONE = new Outputs(List.of(), null, List.of());

    /** The most empty directories of one attempt; more are not told. */
    public static final int MOST_DIRECTORIES = 1_000;

    /** The most files of one attempt: as many as a job may name. */
    public static final int MOST = JobWeight.NAMES_LIMIT;

    /** The most bytes of a list: names as long as those of a job may be, with hashes, and small content. */
    public static final long LONGEST_LIST = 64 << 20;

    /** What a list is called, where files have names. */
    public static final String LIST = "outputs.json";

    public Outputs {
        files = List.copyOf(files);
        directories = List.copyOf(directories);
        directories.forEach(FilePath::check);
        if (directories.size() > MOST_DIRECTORIES) {
            throw new IllegalArgumentException(
                    "an attempt names at most " + MOST_DIRECTORIES + " empty directories, not " + directories.size());
        }
        if (list != null && (list.inline() != null || list.size() > LONGEST_LIST)) {
            throw new IllegalArgumentException(
                    "a list of outputs is a blob of at most " + LONGEST_LIST + " bytes; this one has " + list.size());
        }
    }

    /** These, named one by one. */
    public static Outputs of(List<ResultFile> files) {
        return files.isEmpty() ? NONE : new Outputs(files, null, List.of());
    }

    /** Those of this list, which is a blob. */
    public static Outputs listed(ResultFile list) {
        return new Outputs(List.of(), list, List.of());
    }

    /** The same when the list was read. */
    public Outputs read(List<ResultFile> blobs) {
        return new Outputs(blobs, list, directories);
    }

    /** The same beside these directories, in which there is nothing. */
    public Outputs with(List<String> empty) {
        return empty.isEmpty() ? this : new Outputs(files, list, empty);
    }

    /** As its node told it: the hash of a list stands for all that is in it, whoever has read it. */
    public Outputs told() {
        return list == null ? this : listed(list).with(directories);
    }

    public boolean isEmpty() {
        return files.isEmpty() && list == null;
    }
}
