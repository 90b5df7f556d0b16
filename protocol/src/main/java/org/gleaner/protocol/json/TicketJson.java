package org.gleaner.protocol.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.time.Instant;
import org.gleaner.protocol.message.DownloadTicket;
import org.gleaner.protocol.message.TicketRequest;

/** Links for those who can't send a token. */
public final class TicketJson {
    private static final int LONGEST = 1_000;

    private TicketJson() {}

    public static void writeRequest(JsonGenerator out, TicketRequest request) throws IOException {
        out.writeStartObject();
        out.writeStringField("path", request.path());
        Members.textIfAny(out, "name", request.name());
        out.writeEndObject();
    }

    public static TicketRequest readRequest(JsonInput in) throws IOException {
        String path = null;
        String name = "";
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "path" -> path = in.text(LONGEST);
                case "name" -> name = in.text(LONGEST);
                default -> in.skip();
            }
        }
        return new TicketRequest(in.required(path, "path"), name);
    }

    public static void write(JsonGenerator out, DownloadTicket ticket) throws IOException {
        StatusJson.start(out);
        out.writeStringField("url", ticket.url());
        out.writeStringField("expires", ticket.expires().toString());
        out.writeEndObject();
    }

    public static DownloadTicket read(JsonInput in) throws IOException {
        String url = null;
        Instant expires = null;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "url" -> url = in.text();
                case "expires" -> expires = in.instant();
                default -> in.skip();
            }
        }
        return new DownloadTicket(in.required(url, "url"), in.required(expires, "expires"));
    }
}
