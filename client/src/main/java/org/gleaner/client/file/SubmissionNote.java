package org.gleaner.client.file;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.id.JobId;
import org.gleaner.protocol.json.JsonInput;
import org.gleaner.protocol.json.Members;

/**
 * Which local files a job was submitted with: without it nobody could say later that one of them has changed.
 *
 * @param inputs files laid beside every task
 * @param each one file per task, in order; empty if the entries have no files
 */
public record SubmissionNote(JobId job, List<Line> inputs, List<Line> each) {
    private static final int MOST = 10_000_000;

    /** One file as it was when it was submitted. */
    public record Line(LocalFile file, BlobHash hash) {}

    public SubmissionNote {
        inputs = List.copyOf(inputs);
        each = List.copyOf(each);
    }

    static void write(JsonGenerator out, SubmissionNote note) throws IOException {
        out.writeStartObject();
        out.writeNumberField("version", 1);
        out.writeNumberField("job", note.job.value());
        Members.objects(out, "inputs", note.inputs, SubmissionNote::writeLine);
        Members.objects(out, "each", note.each, SubmissionNote::writeLine);
        out.writeEndObject();
    }

    private static void writeLine(JsonGenerator out, Line line) throws IOException {
        out.writeStringField("from", line.file().source().toString());
        out.writeStringField("path", line.file().path());
        out.writeStringField("hash", line.hash().hex());
    }

    static SubmissionNote read(JsonInput in) throws IOException {
        JobId job = null;
        List<Line> inputs = new ArrayList<>();
        List<Line> each = new ArrayList<>();
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "job" -> job = new JobId(in.number());
                case "inputs" -> inputs = in.list(MOST, SubmissionNote::readLine);
                case "each" -> each = in.list(MOST, SubmissionNote::readLine);
                default -> in.skip();
            }
        }
        return new SubmissionNote(in.required(job, "job"), inputs, each);
    }

    private static Line readLine(JsonInput in) throws IOException {
        String from = null;
        String path = null;
        BlobHash hash = null;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "from" -> from = in.text();
                case "path" -> path = in.text();
                case "hash" -> hash = in.hash();
                default -> in.skip();
            }
        }
        return new Line(
                new LocalFile(Path.of(in.required(from, "from")), in.required(path, "path")),
                in.required(hash, "hash"));
    }
}
