package org.gleaner.protocol.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.message.PartialAnswer;
import org.gleaner.core.message.PartialCall;

/** What an attempt wrote so far, on its way to the server. The attempt itself is named by the path of the call. */
public final class PartialJson {
    private PartialJson() {}

    public static void writeCall(JsonGenerator out, PartialCall call) throws IOException {
        out.writeStartObject();
        out.writeNumberField("incarnation", call.incarnation());
        Members.list(out, "files", call.files(), FileJson::writeResult);
        Members.textsIfAny(out, "gone", call.gone());
        out.writeEndObject();
    }

    /** Reads what was said of this attempt. */
    public static JsonReader<PartialCall> readCall(AttemptId attempt) {
        return in -> {
            Integer incarnation = null;
            List<ResultFile> files = null;
            List<String> gone = List.of();
            for (String field = in.firstField(); field != null; field = in.nextField()) {
                switch (field) {
                    case "incarnation" -> incarnation = in.count();
                    case "files" -> files = in.list(PartialCall.MOST, FileJson::readResult);
                    case "gone" -> gone = in.list(PartialCall.MOST, JsonInput::text);
                    default -> in.skip();
                }
            }
            int known = in.required(incarnation, "incarnation");
            List<ResultFile> named = in.required(files, "files");
            List<String> lost = gone;
            return in.together(() -> new PartialCall(known, attempt, named, lost));
        };
    }

    public static void writeAnswer(JsonGenerator out, PartialAnswer answer) throws IOException {
        out.writeStartObject();
        out.writeBooleanField("kept", answer.kept());
        FileJson.writeMissing(out, answer.missing());
        out.writeEndObject();
    }

    public static PartialAnswer readAnswer(JsonInput in) throws IOException {
        Boolean kept = null;
        List<BlobHash> missing = List.of();
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "kept" -> kept = in.flag();
                case "missing" -> missing = in.list(PartialCall.MOST, JsonInput::hash);
                default -> in.skip();
            }
        }
        return new PartialAnswer(in.required(kept, "kept"), missing);
    }
}
