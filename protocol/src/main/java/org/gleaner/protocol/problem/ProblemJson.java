package org.gleaner.protocol.problem;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.SortedMap;
import java.util.TreeMap;
import org.gleaner.protocol.json.FactsJson;
import org.gleaner.protocol.json.JsonInput;

/** Problems as JSON. */
public final class ProblemJson {
    private ProblemJson() {}

    public static void write(JsonGenerator out, Problem problem) throws IOException {
        out.writeStartObject();
        out.writeStringField("type", Problem.TYPE_PREFIX + problem.code());
        out.writeStringField("title", problem.title());
        out.writeNumberField("status", problem.status());
        out.writeStringField("detail", problem.detail());
        out.writeStringField("remedy", problem.remedy());
        if (!problem.instance().isEmpty()) {
            out.writeStringField("instance", problem.instance());
        }
        FactsJson.write(out, problem.extra());
        out.writeEndObject();
    }

    /** Fields of a shape that no problem has are passed over, so a newer server may add some. */
    public static Problem read(JsonInput in) throws IOException {
        String code = null;
        String title = "";
        Integer status = null;
        String detail = "";
        String remedy = "";
        String instance = "";
        SortedMap<String, Object> extra = new TreeMap<>();
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "type" -> code = code(in);
                case "title" -> title = in.text();
                case "status" -> status = in.count();
                case "detail" -> detail = in.text();
                case "remedy" -> remedy = in.text();
                case "instance" -> instance = in.text();
                default -> FactsJson.read(in, field, extra);
            }
        }
        return new Problem(
                in.required(code, "type"), title, in.required(status, "status"), detail, remedy, instance, extra);
    }

    private static String code(JsonInput in) throws IOException {
        String type = in.text();
        if (!type.startsWith(Problem.TYPE_PREFIX)) {
            throw in.wrong("a problem's type starts with " + Problem.TYPE_PREFIX);
        }
        return type.substring(Problem.TYPE_PREFIX.length());
    }
}
