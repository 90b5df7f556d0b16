package org.gleaner.protocol.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import org.gleaner.core.id.BlobHash;
import org.gleaner.protocol.message.JoinLines;
import org.gleaner.protocol.message.Program;

/** What a machine needs to join the pool and to stay in it. */
public final class JoinJson {
    private JoinJson() {}

    public static void writeProgram(JsonGenerator out, Program program) throws IOException {
        out.writeStartObject();
        out.writeStringField("gleaner", program.version());
        out.writeStringField("sha256", program.hash().hex());
        out.writeNumberField("size", program.size());
        out.writeEndObject();
    }

    public static Program readProgram(JsonInput in) throws IOException {
        String version = null;
        BlobHash hash = null;
        Long size = null;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "gleaner" -> version = in.text();
                case "sha256" -> hash = in.hash();
                case "size" -> size = in.amount();
                default -> in.skip();
            }
        }
        return new Program(in.required(version, "gleaner"), in.required(hash, "sha256"), in.required(size, "size"));
    }

    public static void writeLines(JsonGenerator out, JoinLines lines) throws IOException {
        StatusJson.start(out);
        out.writeStringField("curl", lines.curl());
        out.writeStringField("wget", lines.wget());
        out.writeStringField("powershell", lines.powershell());
        out.writeStringField("cli", lines.cli());
        out.writeEndObject();
    }

    public static JoinLines readLines(JsonInput in) throws IOException {
        String curl = null;
        String wget = null;
        String powershell = null;
        String cli = "";
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "curl" -> curl = in.text();
                case "wget" -> wget = in.text();
                case "powershell" -> powershell = in.text();
                case "cli" -> cli = in.text();
                default -> in.skip();
            }
        }
        return new JoinLines(
                in.required(curl, "curl"), in.required(wget, "wget"), in.required(powershell, "powershell"), cli);
    }
}
