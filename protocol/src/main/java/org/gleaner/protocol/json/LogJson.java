package org.gleaner.protocol.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import org.gleaner.protocol.message.LiveLog;
import org.gleaner.protocol.message.LogAnswer;
import org.gleaner.protocol.message.LogCall;
import org.gleaner.protocol.message.LogPiece;

/** What attempts print while they run. */
public final class LogJson {
    private static final LogPiece NOTHING = new LogPiece(0, "");

    private LogJson() {}

    public static void writeCall(JsonGenerator out, LogCall call) throws IOException {
        out.writeStartObject();
        writePiece(out, "stdout", call.stdout());
        writePiece(out, "stderr", call.stderr());
        out.writeEndObject();
    }

    public static LogCall readCall(JsonInput in) throws IOException {
        LogPiece stdout = NOTHING;
        LogPiece stderr = NOTHING;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "stdout" -> stdout = readPiece(in);
                case "stderr" -> stderr = readPiece(in);
                default -> in.skip();
            }
        }
        return new LogCall(stdout, stderr);
    }

    public static void writeAnswer(JsonGenerator out, LogAnswer answer) throws IOException {
        out.writeStartObject();
        out.writeBooleanField("watched", answer.watched());
        out.writeNumberField("stdout", answer.stdout());
        out.writeNumberField("stderr", answer.stderr());
        out.writeEndObject();
    }

    public static LogAnswer readAnswer(JsonInput in) throws IOException {
        boolean watched = false;
        long stdout = 0;
        long stderr = 0;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "watched" -> watched = in.flag();
                case "stdout" -> stdout = in.amount();
                case "stderr" -> stderr = in.amount();
                default -> in.skip();
            }
        }
        return new LogAnswer(watched, stdout, stderr);
    }

    public static void writeLive(JsonGenerator out, LiveLog log) throws IOException {
        StatusJson.start(out);
        out.writeNumberField("attempt", log.attempt());
        out.writeBooleanField("running", log.running());
        writePiece(out, "stdout", log.stdout());
        writePiece(out, "stderr", log.stderr());
        out.writeEndObject();
    }

    public static LiveLog readLive(JsonInput in) throws IOException {
        int attempt = 0;
        boolean running = false;
        LogPiece stdout = NOTHING;
        LogPiece stderr = NOTHING;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "attempt" -> attempt = in.count();
                case "running" -> running = in.flag();
                case "stdout" -> stdout = readPiece(in);
                case "stderr" -> stderr = readPiece(in);
                default -> in.skip();
            }
        }
        return new LiveLog(attempt, running, stdout, stderr);
    }

    private static void writePiece(JsonGenerator out, String field, LogPiece piece) throws IOException {
        out.writeObjectFieldStart(field);
        out.writeNumberField("offset", piece.offset());
        Members.textIfAny(out, "data", piece.data());
        out.writeEndObject();
    }

    private static LogPiece readPiece(JsonInput in) throws IOException {
        long offset = 0;
        String data = "";
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "offset" -> offset = in.amount();
                case "data" -> data = in.text();
                default -> in.skip();
            }
        }
        LogPiece piece = new LogPiece(offset, data);
        try {
            piece.bytes();
        } catch (IllegalArgumentException malformed) {
            throw in.wrong("the data is not Base64");
        }
        return piece;
    }
}
