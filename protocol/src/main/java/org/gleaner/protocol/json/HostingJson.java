package org.gleaner.protocol.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import org.gleaner.core.job.Hosting;
import org.gleaner.core.job.InputFile;
import org.jspecify.annotations.Nullable;

/** How far a problem is, and with what it begins. */
final class HostingJson {
    private HostingJson() {}

    static void write(JsonGenerator out, Hosting hosting) throws IOException {
        out.writeStartObject();
        out.writeNumberField("checkpoint", hosting.checkpoint());
        out.writeNumberField("merged", hosting.merged());
        writeFile(out, "state", hosting.state());
        InputFile answer = hosting.answer();
        if (answer != null) {
            writeFile(out, "answer", answer);
        }
        Members.textIfAny(out, "stopped", hosting.stopped());
        out.writeEndObject();
    }

    static Hosting read(JsonInput in) throws IOException {
        int checkpoint = 0;
        int merged = 0;
        InputFile state = null;
        InputFile answer = null;
        String stopped = "";
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "checkpoint" -> checkpoint = in.count();
                case "merged" -> merged = in.count();
                case "state" -> state = FileJson.readInput(in);
                case "answer" -> answer = FileJson.readInput(in);
                case "stopped" -> stopped = in.text();
                default -> in.skip();
            }
        }
        return new Hosting(checkpoint, in.required(state, "state"), merged, answer, stopped);
    }

    /** With what a problem begins. */
    static void writeBegin(JsonGenerator out, InputFile state) throws IOException {
        out.writeStartObject();
        writeFile(out, "state", state);
        out.writeEndObject();
    }

    static InputFile readBegin(JsonInput in) throws IOException {
        @Nullable InputFile state = null;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            if (field.equals("state")) {
                state = FileJson.readInput(in);
            } else {
                in.skip();
            }
        }
        return in.required(state, "state");
    }

    private static void writeFile(JsonGenerator out, String field, InputFile file) throws IOException {
        out.writeObjectFieldStart(field);
        FileJson.writeMembers(out, file);
        out.writeEndObject();
    }
}
