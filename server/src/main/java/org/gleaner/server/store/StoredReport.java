package org.gleaner.server.store;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.AttemptReport.Usage;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.attempt.Outputs;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.BlobHash;
import org.jspecify.annotations.Nullable;

/**
 * The files and texts of a report as they are stored, apart from the wire format as {@link StoredSpec} is, and with
 * short names because there is one for every attempt.
 */
final class StoredReport {
    private static final int VERSION = 1;

    private StoredReport() {}

    /** Nothing if there is nothing to keep. */
    static @Nullable String write(AttemptReport report) throws StoreException {
        boolean empty = report.detail().isEmpty()
                && report.tail().isEmpty()
                && report.files().isEmpty()
                && report.outputs().directories().isEmpty();
        if (empty) {
            return null;
        }
        try {
            return StoredJson.text(json -> {
                json.writeNumberField("v", VERSION);
                if (!report.detail().isEmpty()) {
                    json.writeStringField("detail", report.detail());
                }
                if (!report.tail().isEmpty()) {
                    json.writeStringField("tail", report.tail());
                }
                writeFiles(json, report);
            });
        } catch (IOException e) {
            throw new StoreException("the report on " + report.attempt() + " can't be written as JSON", e);
        }
    }

    private static void writeFiles(JsonGenerator json, AttemptReport report) throws IOException {
        ResultFile list = report.outputs().list();
        if (list != null) {
            json.writeFieldName("list");
            write(json, list);
        } else if (!report.outputs().isEmpty()) {
            json.writeArrayFieldStart("out");
            for (ResultFile file : report.outputs().files()) {
                write(json, file);
            }
            json.writeEndArray();
        }
        if (!report.outputs().directories().isEmpty()) {
            json.writeArrayFieldStart("dirs");
            for (String path : report.outputs().directories()) {
                json.writeString(path);
            }
            json.writeEndArray();
        }
        ResultFile stdout = report.stdout();
        if (stdout != null) {
            json.writeFieldName("stdout");
            write(json, stdout);
        }
        ResultFile stderr = report.stderr();
        if (stderr != null) {
            json.writeFieldName("stderr");
            write(json, stderr);
        }
    }

    private static void write(JsonGenerator json, ResultFile file) throws IOException {
        json.writeStartObject();
        json.writeStringField("p", file.path());
        json.writeStringField("h", file.hash().hex());
        json.writeNumberField("s", file.size());
        if (file.executable()) {
            json.writeBooleanField("x", true);
        }
        String inline = file.inline();
        if (inline != null) {
            json.writeStringField("c", inline);
        }
        json.writeEndObject();
    }

    /** The report of these columns and what {@link #write} made of the rest. */
    static AttemptReport read(AttemptId attempt, Outcome outcome, int exitCode, Usage usage, @Nullable String text)
            throws StoreException {
        try {
            StoredJson json = StoredJson.parse(text == null ? "{}" : text);
            List<ResultFile> outputs = new ArrayList<>();
            for (StoredJson file : json.objects("out")) {
                outputs.add(file(file));
            }
            Outputs files = json.has("list") ? Outputs.listed(file(json.object("list"))) : Outputs.of(outputs);
            return new AttemptReport(
                    attempt,
                    outcome,
                    exitCode,
                    json.textOrEmpty("detail"),
                    usage,
                    files.with(json.has("dirs") ? json.texts("dirs") : List.of()),
                    json.has("stdout") ? file(json.object("stdout")) : null,
                    json.has("stderr") ? file(json.object("stderr")) : null,
                    json.textOrEmpty("tail"));
        } catch (IOException | IllegalArgumentException e) {
            throw new StoreException("the stored report on " + attempt + " can't be read: " + e.getMessage(), e);
        }
    }

    private static ResultFile file(StoredJson json) throws IOException {
        return new ResultFile(
                json.text("p"),
                new BlobHash(json.text("h")),
                json.number("s"),
                json.flag("x"),
                json.has("c") ? json.text("c") : null);
    }
}
