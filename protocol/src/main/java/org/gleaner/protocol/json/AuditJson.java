package org.gleaner.protocol.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.gleaner.protocol.message.AuditPage;

/** Who changed what: as a line of the audit log, and as an answer. */
public final class AuditJson {
    private static final int MOST_PAIRS = 20;

    private AuditJson() {}

    public static void write(JsonGenerator out, AuditPage page) throws IOException {
        StatusJson.start(out);
        Members.objects(out, "lines", page.lines(), AuditJson::writeLine);
        Members.text(out, "next", page.next());
        out.writeEndObject();
    }

    private static void writeLine(JsonGenerator out, AuditPage.Line line) throws IOException {
        Members.instant(out, "at", line.at());
        Members.textIfAny(out, "note", line.note());
        AuditPage.Caller caller = line.caller();
        if (caller != null) {
            Members.textIfAny(out, "who", caller.name());
            Members.textIfAny(out, "token", caller.token());
            Members.textIfAny(out, "from", caller.from());
        }
        AuditPage.Deed deed = line.deed();
        if (deed != null) {
            out.writeStringField("what", deed.what());
            Members.textIfAny(out, "on", deed.on());
            out.writeNumberField("status", deed.status());
            Members.textIfAny(out, "request", deed.request());
        }
    }

    public static AuditPage read(JsonInput in) throws IOException {
        List<AuditPage.Line> lines = null;
        String next = null;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "lines" -> lines = in.list(JsonLimits.ROWS, AuditJson::readAnswered);
                case "next" -> next = in.text();
                default -> in.skip();
            }
        }
        return new AuditPage(in.required(lines, "lines"), next);
    }

    /** A line as {@link #write} has it. */
    private static AuditPage.Line readAnswered(JsonInput in) throws IOException {
        Instant at = null;
        Integer status = null;
        Map<String, String> said = new HashMap<>();
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "at" -> at = in.instant();
                case "status" -> status = Math.toIntExact(in.number());
                case "note", "who", "token", "from", "what", "on", "request" -> said.put(field, in.text());
                default -> in.skip();
            }
        }
        Instant time = in.required(at, "at");
        String what = said.get("what");
        if (what == null) {
            return new AuditPage.Line(time, said.getOrDefault("note", ""), null, null);
        }
        return new AuditPage.Line(
                time,
                said.getOrDefault("note", ""),
                caller(said),
                new AuditPage.Deed(
                        said.getOrDefault("request", ""),
                        what,
                        said.getOrDefault("on", ""),
                        in.required(status, "status")));
    }

    private static AuditPage.Caller caller(Map<String, String> said) {
        return new AuditPage.Caller(
                said.getOrDefault("who", ""), said.getOrDefault("token", ""), said.getOrDefault("from", ""));
    }

    /** A line as the log's encoder writes it: a time, a text, and a list of objects of one member each. */
    public static AuditPage.Line readLine(JsonInput in) throws IOException {
        Long at = null;
        String said = "";
        Map<String, String> pairs = Map.of();
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "timestamp" -> at = in.amount();
                case "formattedMessage" -> said = in.text();
                case "kvpList" -> pairs = readPairs(in);
                default -> in.skip();
            }
        }
        Instant time = Instant.ofEpochMilli(in.required(at, "timestamp"));
        String what = pairs.get("what");
        if (what == null) {
            return new AuditPage.Line(time, said, null, null);
        }
        return new AuditPage.Line(
                time,
                "",
                caller(pairs),
                new AuditPage.Deed(
                        pairs.getOrDefault("request", ""),
                        what,
                        pairs.getOrDefault("on", ""),
                        number(in, pairs.getOrDefault("status", ""))));
    }

    private static Map<String, String> readPairs(JsonInput in) throws IOException {
        Map<String, String> pairs = new HashMap<>();
        in.each(MOST_PAIRS, one -> {
            for (String name = one.firstField(); name != null; name = one.nextField()) {
                pairs.put(name, one.isNumber() ? Long.toString(one.number()) : one.text());
            }
        });
        return pairs;
    }

    private static int number(JsonInput in, String text) throws IOException {
        if (!text.matches("[0-9]{3}")) {
            throw in.wrong("a status has three digits");
        }
        return Integer.parseInt(text);
    }
}
