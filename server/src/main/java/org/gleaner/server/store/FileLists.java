package org.gleaner.server.store;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.JobFiles;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.OutputFile;

/** Lists of files that are too long to be loaded with their jobs: written and read in pages. */
final class FileLists {
    private static final int INPUTS = 0;
    private static final int OUTPUTS = 1;
    private static final int PAGE = 1024;
    private static final int VERSION = 1;

    private static final String PUT = "INSERT INTO file_page (job, kind, page, content) VALUES (?, ?, ?, ?)";
    private static final String READ = "SELECT content FROM file_page WHERE job = ? AND kind = ? ORDER BY page";
    private static final String REMOVE = "DELETE FROM file_page WHERE job = ? AND kind = ?";

    /** One file on its way into a page. */
    private interface Form<T> {
        void write(DataOutputStream out, T file) throws IOException;
    }

    /** One file on its way out of a page. */
    private interface Reading<T> {
        T read(DataInputStream in) throws IOException;
    }

    private final Session session;

    FileLists(Session session) {
        this.session = session;
    }

    /** Lays aside what {@link JobSpec#kept} leaves out, in place of what lay there. */
    void put(JobId job, JobSpec whole) throws SQLException, StoreException {
        JobSpec kept = whole.kept();
        if (kept.aside().inputs() > 0) {
            put(job, INPUTS, whole.inputs(), EntryCodec::writeFile);
        }
        if (kept.aside().outputs() > 0) {
            put(job, OUTPUTS, whole.outputs(), FileLists::write);
        }
    }

    /** Replaces the inputs alone; the outputs stay. */
    void putInputs(JobId job, JobSpec before, JobSpec whole) throws SQLException, StoreException {
        if (before.aside().inputs() > 0) {
            session.update(REMOVE, job.value(), INPUTS);
        }
        if (whole.kept().aside().inputs() > 0) {
            put(job, INPUTS, whole.inputs(), EntryCodec::writeFile);
        }
    }

    private <T> void put(JobId job, int kind, List<T> files, Form<T> form) throws SQLException, StoreException {
        for (int from = 0; from < files.size(); from += PAGE) {
            List<T> page = files.subList(from, Math.min(from + PAGE, files.size()));
            session.update(PUT, job.value(), kind, from / PAGE, packed(page, form));
        }
    }

    private static <T> byte[] packed(List<T> files, Form<T> form) throws StoreException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(VERSION);
        try {
            EntryCodec.deflate(bytes, out -> {
                out.writeInt(files.size());
                for (T file : files) {
                    form.write(out, file);
                }
            });
        } catch (IOException e) {
            throw new StoreException("a list of files can't be written", e);
        }
        return bytes.toByteArray();
    }

    private static void write(DataOutputStream out, OutputFile file) throws IOException {
        EntryCodec.writeText(out, file.path());
        out.writeBoolean(file.optional());
    }

    /** All files of a job: those that its specification has, or those that lie aside. */
    JobFiles of(JobId job, JobSpec kept) throws SQLException, StoreException {
        return new JobFiles(
                kept.aside().inputs() == 0 ? kept.inputs() : read(job, INPUTS, EntryCodec::readFile),
                kept.aside().outputs() == 0 ? kept.outputs() : read(job, OUTPUTS, FileLists::readOutput));
    }

    private <T> List<T> read(JobId job, int kind, Reading<T> reading) throws SQLException, StoreException {
        List<T> files = new ArrayList<>();
        for (byte[] content : session.list(READ, row -> row.getBytes(1), job.value(), kind)) {
            unpack(content, reading, files);
        }
        return files;
    }

    private static <T> void unpack(byte[] content, Reading<T> reading, List<T> files) throws StoreException {
        ByteArrayInputStream bytes = new ByteArrayInputStream(content);
        if (bytes.read() != VERSION) {
            throw new StoreException("a list of files is stored in a version that is unknown here");
        }
        try (DataInputStream in = new DataInputStream(EntryCodec.inflating(bytes))) {
            int size = in.readInt();
            for (int i = 0; i < size; i++) {
                files.add(reading.read(in));
            }
        } catch (IOException | IllegalArgumentException e) {
            throw new StoreException("a list of files can't be read: " + e.getMessage(), e);
        }
    }

    private static OutputFile readOutput(DataInputStream in) throws IOException {
        return new OutputFile(EntryCodec.readText(in), in.readBoolean());
    }
}
