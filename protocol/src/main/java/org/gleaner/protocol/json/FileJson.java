package org.gleaner.protocol.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.OutputFile;
import org.gleaner.protocol.message.Content;
import org.jspecify.annotations.Nullable;

/** Files as they are named in jobs and results. */
public final class FileJson {
    private FileJson() {}

    static void writeInputs(JsonGenerator out, String field, List<InputFile> files) throws IOException {
        if (!files.isEmpty()) {
            Members.objects(out, field, files, FileJson::writeMembers);
        }
    }

    static void writeMembers(JsonGenerator out, InputFile file) throws IOException {
        out.writeStringField("path", file.path());
        out.writeStringField("hash", file.hash().hex());
        out.writeNumberField("size", file.size());
        Members.flag(out, "executable", file.executable());
    }

    static List<InputFile> readInputs(JsonInput in) throws IOException {
        return in.list(JsonLimits.NAMES, FileJson::readInput);
    }

    static List<InputFile> readFiles(JsonInput in) throws IOException {
        return in.list(JsonLimits.FILES, FileJson::readInput);
    }

    static InputFile readInput(JsonInput in) throws IOException {
        Fields file = new Fields();
        file.read(in);
        return new InputFile(
                in.required(file.path, "path"), in.required(file.hash, "hash"), file.size, file.executable);
    }

    static void writeOutputs(JsonGenerator out, String field, List<OutputFile> files) throws IOException {
        if (!files.isEmpty()) {
            Members.objects(out, field, files, (json, file) -> {
                json.writeStringField("path", file.path());
                Members.flag(json, "optional", file.optional());
            });
        }
    }

    static List<OutputFile> readOutputs(JsonInput in) throws IOException {
        return in.list(JsonLimits.NAMES, FileJson::readOutput);
    }

    private static OutputFile readOutput(JsonInput in) throws IOException {
        String path = null;
        boolean optional = false;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "path" -> path = in.text();
                case "optional" -> optional = in.flag();
                default -> in.skip();
            }
        }
        return new OutputFile(in.required(path, "path"), optional);
    }

    public static void writeResult(JsonGenerator out, ResultFile file) throws IOException {
        out.writeStartObject();
        writeResultFields(out, file);
        out.writeEndObject();
    }

    /** A list of results: what a report names, or a list that lies by itself. */
    public static void writeResults(JsonGenerator out, List<ResultFile> files) throws IOException {
        out.writeStartArray();
        for (ResultFile file : files) {
            writeResult(out, file);
        }
        out.writeEndArray();
    }

    static void writeResultFields(JsonGenerator out, ResultFile file) throws IOException {
        out.writeStringField("path", file.path());
        out.writeStringField("hash", file.hash().hex());
        out.writeNumberField("size", file.size());
        Members.flag(out, "executable", file.executable());
        Members.text(out, "inline", file.inline());
    }

    /** Blobs that must come first; nothing if none is missing. */
    static void writeMissing(JsonGenerator out, List<BlobHash> missing) throws IOException {
        if (!missing.isEmpty()) {
            Members.texts(out, "missing", missing.stream().map(BlobHash::hex).toList());
        }
    }

    /** Inline content is compared with its hash here, so that nobody behind this point has to remember it. */
    public static ResultFile readResult(JsonInput in) throws IOException {
        Fields file = new Fields();
        file.read(in);
        return file.result(in);
    }

    /** The fields that files have in common, while an object is being read. */
    static final class Fields {
        private @Nullable String path;
        private @Nullable BlobHash hash;
        private long size;
        private boolean executable;
        private @Nullable String inline;

        void read(JsonInput in) throws IOException {
            for (String field = in.firstField(); field != null; field = in.nextField()) {
                take(field, in);
            }
        }

        void take(String field, JsonInput in) throws IOException {
            switch (field) {
                case "path" -> path = in.text();
                case "hash" -> hash = in.hash();
                case "size" -> size = in.amount();
                case "executable" -> executable = in.flag();
                case "inline" -> inline = in.text();
                default -> in.skip();
            }
        }

        ResultFile result(JsonInput in) throws IOException {
            BlobHash named = in.required(hash, "hash");
            String text = inline;
            if (text != null) {
                byte[] content = Base64.getDecoder().decode(text.getBytes(StandardCharsets.ISO_8859_1));
                if (content.length != size || !Content.hash(content).equals(named)) {
                    throw in.contradiction("the inline content has another size or hash than the file's entry says");
                }
            }
            return new ResultFile(in.required(path, "path"), named, size, executable, text);
        }
    }
}
