package org.gleaner.protocol.problem;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.gleaner.protocol.json.JsonInput;
import org.gleaner.protocol.json.JsonLimits;

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
        for (Map.Entry<String, Object> field : problem.extra().entrySet()) {
            out.writeFieldName(field.getKey());
            writeValue(out, field.getValue());
        }
        out.writeEndObject();
    }

    private static void writeValue(JsonGenerator out, Object value) throws IOException {
        if (value instanceof Long number) {
            out.writeNumber(number);
        } else if (value instanceof List<?> list) {
            out.writeStartArray();
            for (Object one : list) {
                out.writeString(String.valueOf(one));
            }
            out.writeEndArray();
        } else {
            out.writeString(String.valueOf(value));
        }
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
        in.enterObject();
        for (String field = in.nextField(); field != null; field = in.nextField()) {
            switch (field) {
                case "type" -> code = code(in);
                case "title" -> title = in.text();
                case "status" -> status = in.count();
                case "detail" -> detail = in.text();
                case "remedy" -> remedy = in.text();
                case "instance" -> instance = in.text();
                default -> readExtra(in, field, extra);
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

    private static void readExtra(JsonInput in, String field, SortedMap<String, Object> extra) throws IOException {
        if (extra.size() >= JsonLimits.WORDS) {
            throw in.wrong("the problem has too many fields");
        }
        if (in.isText()) {
            extra.put(field, in.text());
        } else if (in.isNumber()) {
            extra.put(field, in.number());
        } else if (in.isList()) {
            extra.put(field, in.list(JsonLimits.ROWS, JsonInput::text));
        } else {
            in.skip();
        }
    }
}
