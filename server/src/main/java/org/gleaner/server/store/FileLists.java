package org.gleaner.server.store;

import java.util.ArrayList;
import java.util.List;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.JobFiles;
import org.gleaner.core.job.JobSpec;

/** Lists of files that are too long to be loaded with their jobs: written and read in pages. */
record FileLists(SqlSession session) {
    private static final int INPUTS = 0;
    private static final int OUTPUTS = 1;
    private static final int PAGE = 1024;

    private static final String PUT = "INSERT INTO file_page (job, kind, page, content) VALUES (?, ?, ?, ?)";
    private static final String READ = "SELECT content FROM file_page WHERE job = ? AND kind = ? ORDER BY page";
    private static final String REMOVE = "DELETE FROM file_page WHERE job = ? AND kind = ?";

    /** Lays aside what {@link JobSpec#kept} leaves out, in place of what lay there. */
    void put(JobId job, JobSpec whole) throws StoreException {
        JobSpec kept = whole.kept();
        if (kept.aside().inputs() > 0) {
            put(job, INPUTS, whole.inputs(), EntryCodec::writeInput);
        }
        if (kept.aside().outputs() > 0) {
            put(job, OUTPUTS, whole.outputs(), EntryCodec::writeOutput);
        }
    }

    /** Replaces the inputs alone; the outputs stay. */
    void putInputs(JobId job, JobSpec before, JobSpec whole) throws StoreException {
        if (before.aside().inputs() > 0) {
            session.update(REMOVE, job.value(), INPUTS);
        }
        if (whole.kept().aside().inputs() > 0) {
            put(job, INPUTS, whole.inputs(), EntryCodec::writeInput);
        }
    }

    private <T> void put(JobId job, int kind, List<T> files, EntryCodec.Form<T> form) throws StoreException {
        for (int from = 0; from < files.size(); from += PAGE) {
            List<T> page = files.subList(from, Math.min(from + PAGE, files.size()));
            session.update(PUT, job.value(), kind, from / PAGE, EntryCodec.writeFiles(page, form));
        }
    }

    /** All files of a job: those that its specification has, or those that lie aside. */
    JobFiles of(JobId job, JobSpec kept) throws StoreException {
        return new JobFiles(
                kept.aside().inputs() == 0 ? kept.inputs() : read(job, INPUTS, EntryCodec::readInput),
                kept.aside().outputs() == 0 ? kept.outputs() : read(job, OUTPUTS, EntryCodec::readOutput));
    }

    private <T> List<T> read(JobId job, int kind, EntryCodec.Reading<T> reading) throws StoreException {
        List<T> files = new ArrayList<>();
        for (byte[] content : session.list(READ, row -> row.getBytes(1), job.value(), kind)) {
            files.addAll(EntryCodec.readFiles(content, reading));
        }
        return files;
    }
}
